import Testing

@testable import HoldfastLog

/// LMDB orders keys by their bytes, so bytes must stand in the order of what they mean.
@Suite struct KeyOrderTests {
    private static let edges: [UInt64] = [0, 1, 255, 256, 65_535, 65_536, 1 << 32, 1 << 48, .max - 1, .max]

    /// Edges, and numbers of every length that are spread by a multiplication.
    private var numbers: [UInt64] {
        Self.edges + (1...200).map { ($0 &* 0x9e37_79b9_7f4a_7c15) >> ($0 % 64) }
    }

    @Test func `positions order by their bytes as by their values`() {
        let numbers = numbers
        for left in numbers {
            for right in numbers {
                let (leftKey, rightKey) = ([UInt8](number: left), [UInt8](number: right))
                if leftKey.lexicographicallyPrecedes(rightKey) != (left < right) { Issue.record("\(left), \(right)") }
            }
            let back = [UInt8](number: left).withUnsafeBytes { $0.number(at: 0) }
            if back != left { Issue.record("\(left) does not read back") }
        }
    }

    @Test func `a subject's chunks stand together and in order`() {
        let numbers = numbers
        for (left, right) in zip(numbers, numbers.reversed()) {
            for chunk in Self.edges {
                let (first, second) = (
                    Layout.key(subject: left, chunk: chunk), Layout.key(subject: right, chunk: chunk)
                )
                if first.lexicographicallyPrecedes(second) != (left < right) { Issue.record("\(left), \(right)") }
                let next = Layout.key(subject: left, chunk: chunk &+ 1)
                if chunk < .max, !first.lexicographicallyPrecedes(next) { Issue.record("\(left), chunk \(chunk)") }
            }
        }
    }

    @Test func `nodes of the tree order by level, then by place`() {
        let numbers = numbers.filter { $0 < 1 << 58 }
        for (left, right) in zip(numbers, numbers.reversed()) {
            for level in Layout.storedLevelMin..<20 {
                let low = Layout.key(of: MerkleTree.Node(level: level, index: left))
                let high = Layout.key(of: MerkleTree.Node(level: level + 1, index: right))
                let beside = Layout.key(of: MerkleTree.Node(level: level, index: right))
                if !low.lexicographicallyPrecedes(high) { Issue.record("level \(level): \(left), \(right)") }
                if low.lexicographicallyPrecedes(beside) != (left < right) { Issue.record("\(left), \(right)") }
            }
        }
    }
}
