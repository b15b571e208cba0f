import HoldfastLMDB

extension LogSnapshot {
    /// Root of the whole tree, from its stored edge.
    package func root() throws(LogError) -> Hash {
        try stack().root(SHA256())
    }

    /// Root of the tree as it was when the log held `size` records.
    package func root(at size: UInt64) throws(LogError) -> Hash {
        guard size <= count else { throw .pastEnd(position: size, count: count) }
        return try hash(of: 0..<size, SHA256())
    }

    /// Shows that the record at `position` is in the tree of `size` leaves; leaf side first.
    package func inclusionProof(of position: UInt64, size: UInt64) throws(LogError) -> [Hash] {
        guard size <= count else { throw .pastEnd(position: size, count: count) }
        guard position < size else { throw .pastEnd(position: position, count: size) }
        return try hashes(MerkleTree.inclusionRanges(leaf: position, size: size))
    }

    /// Shows that the tree of `new` leaves begins with that of `old`.
    package func consistencyProof(from old: UInt64, to new: UInt64) throws(LogError) -> [Hash] {
        guard new <= count else { throw .pastEnd(position: new, count: count) }
        guard old <= new else { throw .pastEnd(position: old, count: new) }
        return try hashes(MerkleTree.consistencyRanges(from: old, to: new))
    }

    package func leafHash(at position: UInt64) throws(LogError) -> Hash {
        SHA256().leaf(try record(at: position))
    }

    /// Hash of a perfect subtree that is full in this snapshot. Below level 6 it is computed from the records.
    package func node(_ node: MerkleTree.Node) throws(LogError) -> Hash {
        guard node.level < 64, node.index < 1 << 58,
            (node.index + 1).multipliedReportingOverflow(by: 1 << UInt64(node.level)).overflow == false,
            (node.index + 1) << UInt64(node.level) <= count
        else { throw .pastEnd(position: node.index, count: count) }
        return try hash(of: node, SHA256())
    }

    func stack() throws(LogError) -> TreeStack {
        guard let bytes = try meta(Layout.MetaKey.stack), let stack = TreeStack(bytes), stack.size == count else {
            throw .damagedTable("meta", detail: "the tree's running edge cannot be read")
        }
        return stack
    }

    private func hashes(_ ranges: [Range<UInt64>]) throws(LogError) -> [Hash] {
        let sha = SHA256()
        var hashes: [Hash] = []
        for range in ranges { hashes.append(try hash(of: range, sha)) }
        return hashes
    }

    private func hash(of range: Range<UInt64>, _ sha: borrowing SHA256) throws(LogError) -> Hash {
        var hashes: [Hash] = []
        for node in MerkleTree.nodes(of: range) { hashes.append(try hash(of: node, sha)) }
        return MerkleTree.fold(hashes, sha)
    }

    private func hash(of node: MerkleTree.Node, _ sha: borrowing SHA256) throws(LogError) -> Hash {
        if node.level >= Layout.storedLevelMin { return try storedNode(node) }
        let first = node.index << UInt64(node.level)
        return try edge(of: first..<(first + 1 << UInt64(node.level)), sha).root(sha)
    }

    func storedNode(_ node: MerkleTree.Node) throws(LogError) -> Hash {
        let key = Layout.key(of: node)
        guard let bytes = try mapped({ () throws(StorageError) in try value(log.tables.tree, key) }),
            let hash = Hash(bytes)
        else { throw .damagedTable("tree", detail: "node \(node.index) of level \(node.level) is missing") }
        return hash
    }

    /// The running edge over the records of `range`, read and hashed anew.
    private func edge(of range: Range<UInt64>, _ sha: borrowing SHA256) throws(LogError) -> TreeStack {
        var edge = TreeStack()
        try scan(range, isChecked: false) { _, bytes in
            edge.append(sha.leaf(bytes), sha) { _, _ in }
            return true
        }
        return edge
    }

    /// Checks the 64 records around `position` against the tree: a full block against its stored node, the last
    /// partial one against the running edge. What was found right is not checked again.
    func checkBlock(of position: UInt64) throws(LogError) {
        let block = position / Layout.blockSize
        let range = (block * Layout.blockSize)..<min(count, (block + 1) * Layout.blockSize)
        let isFull = range.count == Int(Layout.blockSize)
        let count = self.count
        let isKnown = log.state.withLock {
            $0.checkedBlocks.contains(block)
                || (!isFull && $0.checkedTailCount >= count && $0.checkedTailCount / Layout.blockSize == block)
        }
        if isKnown { return }
        let sha = SHA256()
        let edge = try edge(of: range, sha)
        if isFull {
            guard try edge.roots.first == storedNode(MerkleTree.Node(level: Layout.storedLevelMin, index: block)) else {
                throw .damaged(positions: range, detail: "they do not hash to what the tree recorded")
            }
            log.state.withLock { $0.remember(block: block) }
        } else {
            try checkEdge(edge, range)
            log.state.withLock { $0.checkedTailCount = count }
        }
    }

    /// The partial block's perfect subtrees are the last roots of the running edge; each narrows down the damage.
    private func checkEdge(_ edge: TreeStack, _ range: Range<UInt64>) throws(LogError) {
        let expected = try stack().roots.suffix(edge.roots.count)
        let nodes = MerkleTree.nodes(of: range)
        guard expected.count == edge.roots.count, nodes.count == edge.roots.count else {
            throw .damagedTable("meta", detail: "the tree's running edge does not fit \(count) records")
        }
        for (node, (found, wanted)) in zip(nodes, zip(edge.roots, expected)) where found != wanted {
            let first = node.index << UInt64(node.level)
            throw .damaged(
                positions: first..<(first + 1 << UInt64(node.level)),
                detail: "they do not hash to what the tree recorded")
        }
    }
}
