/// The shape of an RFC 6962 tree: which ranges of leaves a root or a proof is made of. Pure; hashes come from elsewhere.
package enum MerkleTree {
    /// A perfect subtree: the 2^level leaves from `index << level` on.
    package struct Node: Sendable, Hashable {
        package let level: Int
        package let index: UInt64
        package init(level: Int, index: UInt64) {
            self.level = level
            self.index = index
        }
    }

    /// The perfect subtrees that make up `range`, left to right. Ranges that arise in roots and proofs fold from the
    /// right into one hash.
    package static func nodes(of range: Range<UInt64>) -> [Node] {
        var nodes: [Node] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let roomLevel = 63 - (range.upperBound - start).leadingZeroBitCount
            let level = start == 0 ? roomLevel : min(roomLevel, start.trailingZeroBitCount)
            nodes.append(Node(level: level, index: start >> UInt64(level)))
            start += 1 << UInt64(level)
        }
        return nodes
    }

    /// RFC 6962 §2.1.1, PATH(m, D[n]): sibling ranges, leaf side first. Empty unless `leaf` < `size`.
    package static func inclusionRanges(leaf: UInt64, size: UInt64) -> [Range<UInt64>] {
        guard leaf < size else { return [] }
        var ranges: [Range<UInt64>] = []
        var whole = 0..<size
        while whole.upperBound - whole.lowerBound > 1 {
            let middle = whole.lowerBound + split(whole.upperBound - whole.lowerBound)
            if leaf < middle {
                ranges.append(middle..<whole.upperBound)
                whole = whole.lowerBound..<middle
            } else {
                ranges.append(whole.lowerBound..<middle)
                whole = middle..<whole.upperBound
            }
        }
        return ranges.reversed()
    }

    /// RFC 6962 §2.1.2, PROOF(m, D[n]). Empty for `old` = 0 (every tree extends the empty one) and `old` = `new`.
    package static func consistencyRanges(from old: UInt64, to new: UInt64) -> [Range<UInt64>] {
        guard old > 0, old < new else { return [] }
        var ranges: [Range<UInt64>] = []
        var whole = 0..<new
        var isOldRootKnown = true
        while old != whole.upperBound {
            let middle = whole.lowerBound + split(whole.upperBound - whole.lowerBound)
            if old <= middle {
                ranges.append(middle..<whole.upperBound)
                whole = whole.lowerBound..<middle
            } else {
                ranges.append(whole.lowerBound..<middle)
                whole = middle..<whole.upperBound
                isOldRootKnown = false
            }
        }
        if !isOldRootKnown { ranges.append(whole) }
        return ranges.reversed()
    }

    /// The largest power of two that is smaller than `count`; `count` is at least 2.
    private static func split(_ count: UInt64) -> UInt64 {
        1 << UInt64(63 - (count - 1).leadingZeroBitCount)
    }

    /// Folds perfect subtrees, left to right, into the hash of their range; nothing folds into the empty root.
    package static func fold(_ hashes: [Hash], _ sha: borrowing SHA256) -> Hash {
        guard var result = hashes.last else { return sha.empty() }
        for hash in hashes.dropLast().reversed() { result = sha.node(hash, result) }
        return result
    }
}
