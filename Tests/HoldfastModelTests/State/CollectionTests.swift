import Testing

@testable import HoldfastModel

@Suite struct CollectionTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `sorted entries behave like a sorted dictionary`(seed: UInt64) {
        print("seed \(seed)")
        var random = CodingRandom(seed: seed)
        var entries = SortedEntries<Int, Int>()
        var model: [Int: Int] = [:]
        let span = seed % 2 == 0 ? 600 : 5_000
        for step in 0..<4_000 {
            let key = seed == 5 ? step : Int.random(in: 0..<span, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                entries.remove(key)
                model[key] = nil
            } else {
                entries.set(key, to: step)
                model[key] = step
            }
        }
        var found: [[Int]] = []
        entries.walk {
            found.append([$0, $1])
            return true
        }
        #expect(found == model.sorted { $0.key < $1.key }.map { [$0.key, $0.value] })
        #expect(entries.count == model.count)
        for key in 0..<50 {
            #expect(entries[key] == model[key])
            let after = entries.entry(at: entries.cursor(after: key))?.key
            #expect(after == model.keys.filter { $0 > key }.min())
        }
        for key in model.keys { entries.remove(key) }
        #expect(entries.isEmpty && entries.entry(at: entries.cursor(after: 3)) == nil)
    }

    @Test func `a walk stops where it is told to, in changes and in the base`() throws {
        var log = try ModelLog.online()
        for id in ["a", "b", "c", "d"] { try log.want(id) }
        var overlay = Overlay()
        var tables = TableState()
        for record in log.records {
            try overlay.apply(record, over: tables)
            if record.position == log.next / 2 {
                tables.flush(overlay)
                overlay = Overlay()
            }
        }
        let view = overlay.view(over: tables)
        for limit in 1...4 {
            var count = 0
            try view.walk(.ready) { _ in
                count += 1
                return count < limit
            }
            #expect(count == limit)
            count = 0
            try view.walkItems(after: nil) { _ in
                count += 1
                return count < limit
            }
            #expect(count == limit)
        }
    }

    @Test func `keys order as their bytes do, and come back from them`() {
        var random = CodingRandom(seed: 3)
        var keys: [IndexKey] = []
        for index in ItemIndex.allCases {
            for order in [Int64.min, -1, 0, 1, .max, Int64(bitPattern: random.next())] {
                let place = Int64(bitPattern: random.next())
                keys.append(IndexKey(index: index, order: order, place: place, number: random.next()))
                keys.append(IndexKey(index: index, order: order, place: -place, number: 0))
            }
        }
        #expect(keys.sorted().map(\.bytes) == keys.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) })
        #expect(keys.allSatisfy { IndexKey(bytes: $0.bytes) == $0 })
        #expect(IndexKey(bytes: [0, 1]) == nil)
        #expect(IndexKey(bytes: [99] + [UInt8](repeating: 0, count: 24)) == nil)
    }

    @Test func `every machine state comes back from its row`() throws {
        for state in TransferState.allCases {
            for removal in RemovalState.allCases {
                var item = TransitionTableTests.item(in: state)
                item.removal = TransitionTableTests.removal(removal)
                item.staging = Staging(durableBytes: 5, total: nil, validator: "\"a\"")
                let back = try item.row.withUnsafeBytes { try Item(row: $0, number: item.number) }
                #expect(back == item)
            }
        }
    }

    @Test func `a damaged row is an error, never a trap`() throws {
        let row = TransitionTableTests.item(in: .publishing).row
        for length in 0..<row.count {
            #expect(throws: CodingFailure.self) {
                try Array(row[..<length]).withUnsafeBytes { try Item(row: $0, number: 1) }
            }
        }
        var random = CodingRandom(seed: 4)
        for _ in 0..<2_000 {
            var damaged = row
            let place = Int.random(in: 0..<row.count, using: &random)
            damaged[place] = UInt8.random(in: 0...255, using: &random)
            _ = try? damaged.withUnsafeBytes { try Item(row: $0, number: 1) }
            _ = try? damaged.withUnsafeBytes { try Device(row: $0) }
        }
    }

    @Test func `texts that look alike are different keys`() throws {
        var state = MemoryState()
        for (position, id) in ["\u{e9}", "e\u{301}"].enumerated() {
            let event = filled(FeatureDeclared()) { $0.featureID = id }
            let subject: Record.Subject = position == 0 ? .first("device") : .number(0)
            state.apply(
                Record(
                    position: UInt64(position), subject: subject, recordedAt: 0, actor: .app,
                    event: .featureDeclared(event)))
        }
        #expect(state.features().count == 2)
    }
}
