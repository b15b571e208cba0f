extension MerkleTree {
    /// Whether `proof` shows that the tree of `size` leaves and `root` holds `leafHash` at `index`. RFC 9162 §2.1.3.2.
    ///
    /// - Parameter leafHash: 32 bytes; any other length proves nothing.
    package static func verifyInclusion(
        leafHash: [UInt8], index: UInt64, size: UInt64, proof: [Hash], root: Hash
    ) -> Bool {
        // "Compare leaf_index against tree_size. If leaf_index is greater than or equal to tree_size, then stop."
        guard index < size, var result = Hash(leafHash) else { return false }
        let sha = SHA256()
        // "Set fn to leaf_index and sn to tree_size - 1."
        var fn = index
        var sn = size - 1
        for hash in proof {
            // "If sn is 0, then stop the iteration and fail the proof verification."
            if sn == 0 { return false }
            if fn & 1 == 1 || fn == sn {
                result = sha.node(hash, result)
                // "If LSB(fn) is not set, then right-shift both equally until either LSB(fn) is set or fn is 0."
                while fn & 1 == 0 && fn != 0 {
                    fn >>= 1
                    sn >>= 1
                }
            } else {
                result = sha.node(result, hash)
            }
            fn >>= 1
            sn >>= 1
        }
        return sn == 0 && result == root
    }

    /// Whether `proof` shows that the tree of `newSize` begins with the tree of `oldSize`. RFC 9162 §2.1.4.2.
    package static func verifyConsistency(
        oldSize: UInt64, oldRoot: Hash, newSize: UInt64, newRoot: Hash, proof: [Hash]
    ) -> Bool {
        guard oldSize <= newSize else { return false }
        let sha = SHA256()
        if oldSize == newSize { return proof.isEmpty && oldRoot == newRoot }
        if oldSize == 0 { return proof.isEmpty && oldRoot == sha.empty() }
        // "If first is an exact power of 2, then prepend first_hash to the consistency_path array."
        let path = oldSize & (oldSize - 1) == 0 ? [oldRoot] + proof : proof
        guard let start = path.first else { return false }
        var fn = oldSize - 1
        var sn = newSize - 1
        while fn & 1 == 1 {
            fn >>= 1
            sn >>= 1
        }
        var old = start
        var new = start
        for hash in path.dropFirst() {
            if sn == 0 { return false }
            if fn & 1 == 1 || fn == sn {
                old = sha.node(hash, old)
                new = sha.node(hash, new)
                while fn & 1 == 0 && fn != 0 {
                    fn >>= 1
                    sn >>= 1
                }
            } else {
                new = sha.node(new, hash)
            }
            fn >>= 1
            sn >>= 1
        }
        return old == oldRoot && new == newRoot && sn == 0
    }
}
