import Testing

@testable import HoldfastModel

/// LMDB orders keys by their bytes, so bytes must stand in the order of what they mean.
@Suite struct KeyOrderTests {
    private static let edges: [Int64] = [.min, .min + 1, -256, -1, 0, 1, 255, 256, .max - 1, .max]

    private func number(_ random: inout CodingRandom) -> Int64 {
        if Bool.random(using: &random) { return Self.edges.randomElement(using: &random) ?? 0 }
        return Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random)
    }

    private func key(_ random: inout CodingRandom) -> IndexKey {
        IndexKey(
            index: ItemIndex.allCases.randomElement(using: &random) ?? .ready, order: number(&random),
            place: number(&random), number: UInt64(bitPattern: number(&random)))
    }

    @Test func `index keys order by their bytes as by their values`() {
        var random = CodingRandom(seed: 5)
        for index in 0..<4_000 {
            let left = key(&random)
            var right = key(&random)
            // Most pairs differ late, where a mistake would hide.
            if index % 4 > 0 { right.index = left.index }
            if index % 4 > 1 { right.order = left.order }
            if index % 4 > 2 { right.place = left.place }
            let isBefore = left.bytes.lexicographicallyPrecedes(right.bytes)
            if isBefore != (left < right) { Issue.record("\(left) and \(right) have their bytes in another order") }
            if (left.bytes == right.bytes) != (left == right) { Issue.record("\(left) and \(right) share bytes") }
            if IndexKey(bytes: left.bytes) != left { Issue.record("\(left) does not read back") }
            if !left.bytes.starts(with: IndexKey.prefix(of: left.index)) { Issue.record("\(left) has another prefix") }
        }
    }

    @Test func `item keys order by their bytes as by their numbers`() {
        var random = CodingRandom(seed: 6)
        for _ in 0..<2_000 {
            let (left, right) = (UInt64(bitPattern: number(&random)), UInt64(bitPattern: number(&random)))
            let (leftKey, rightKey) = (StateTable.key(item: left), StateTable.key(item: right))
            if leftKey.lexicographicallyPrecedes(rightKey) != (left < right) { Issue.record("\(left) and \(right)") }
        }
    }

    @Test func `no two settings share a key, whatever they and their items are called`() {
        var random = CodingRandom(seed: 7)
        var seen: [[UInt8]: SettingScope] = [:]
        for _ in 0..<2_000 {
            let text =
                Bool.random(using: &random) ? random.text() : String(decoding: random.bytes(upTo: 10), as: UTF8.self)
            let item = Bool.random(using: &random) ? nil : UInt64(bitPattern: number(&random))
            let scope = SettingScope(text, for: item)
            let key = StateTable.key(setting: text, for: item)
            if let other = seen[key], other != scope { Issue.record("\(other) and \(scope) share a key") }
            seen[key] = scope
        }
    }
}
