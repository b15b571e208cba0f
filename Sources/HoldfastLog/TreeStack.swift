/// The running edge of the tree: one root for each perfect subtree of its size, largest first.
package struct TreeStack: Sendable, Equatable {
    package private(set) var size: UInt64 = 0
    package private(set) var roots: [Hash] = []

    package init() {}

    /// Adds a leaf; `completed` is called for each perfect subtree that it completes, from level 1 up.
    @inline(__always)
    package mutating func append<E: Error>(
        _ leaf: Hash, _ sha: borrowing SHA256, completed: (MerkleTree.Node, Hash) throws(E) -> Void
    ) throws(E) {
        var hash = leaf
        var index = size
        var level = 0
        while index & 1 == 1, let left = roots.popLast() {
            hash = sha.node(left, hash)
            index >>= 1
            level += 1
            try completed(MerkleTree.Node(level: level, index: index), hash)
        }
        roots.append(hash)
        size += 1
    }

    package func root(_ sha: borrowing SHA256) -> Hash {
        MerkleTree.fold(roots, sha)
    }

    /// Eight bytes of size, big-endian, then the roots.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 + 32 * roots.count)
        bytes.append(number: size)
        for root in roots { root.withUnsafeBytes { bytes.append(contentsOf: $0) } }
        return bytes
    }

    /// - Returns: nil when the bytes are not a stack.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let size = bytes.number(at: 0), bytes.count == 8 + 32 * size.nonzeroBitCount else { return nil }
        self.size = size
        roots = (0..<size.nonzeroBitCount).compactMap {
            Hash(UnsafeRawBufferPointer(rebasing: bytes[(8 + 32 * $0)..<(40 + 32 * $0)]))
        }
    }
}
