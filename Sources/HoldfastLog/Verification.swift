import HoldfastLMDB

/// One check of a whole log against itself. Nothing stored is believed: everything is computed from the records.
struct Verification: ~Copyable {
    private let log: EventLog
    private let sha = SHA256()
    private var edge = TreeStack()
    private var expectation: DerivedExpectation
    private var isKeysReadable = true
    private var report = VerificationReport()

    init(_ log: EventLog, coveredCount: UInt64) {
        self.log = log
        expectation = DerivedExpectation(coveredCount: coveredCount)
    }

    consuming func run(_ progress: ((UInt64, UInt64) -> Void)?) throws(LogError) -> VerificationReport {
        let count = try log.header().count
        do throws(LogError) {
            // In batches, so that a long check of a live log does not hold back the reuse of its pages.
            while edge.size < count {
                try log.read { snapshot throws(LogError) in
                    let end = min(count, edge.size + UInt64(LogLimits.scanRowsMax))
                    try check(snapshot, edge.size..<end)
                }
                progress?(edge.size, count)
            }
            // The rest, and everything that is stored once, in one last snapshot.
            try log.read { snapshot throws(LogError) in
                try check(snapshot, edge.size..<snapshot.count)
                try checkTree(snapshot)
                try checkTables(snapshot)
            }
        } catch .damaged(let positions, let detail) {
            report.add(.position, positions, detail)
        }
        report.count = edge.size
        report.root = edge.root(sha)
        return report
    }

    private mutating func check(_ snapshot: borrowing LogSnapshot, _ range: Range<UInt64>) throws(LogError) {
        let expected = range.lowerBound
        guard expected < range.upperBound else { return }
        try snapshot.scan(range, isChecked: false) { position, bytes throws(LogError) in
            try checkLeaf(snapshot, position, bytes)
            checkKeys(position, bytes)
            return true
        }
    }

    private mutating func checkLeaf(
        _ snapshot: borrowing LogSnapshot, _ position: UInt64, _ bytes: UnsafeRawBufferPointer
    ) throws(LogError) {
        var completed: [(MerkleTree.Node, Hash)] = []
        edge.append(sha.leaf(bytes), sha) { node, hash in
            if node.level >= Layout.storedLevelMin { completed.append((node, hash)) }
        }
        for (node, hash) in completed {
            let range = (node.index << UInt64(node.level))..<((node.index + 1) << UInt64(node.level))
            do throws(LogError) {
                if try snapshot.storedNode(node) == hash { continue }
            } catch .damagedTable(_, let detail) {
                report.add(.tree, range, detail)
                continue
            }
            // A node above a bad one differs too and says nothing new, nor does the block of a record that names itself.
            if report.hasProblem(in: range) { continue }
            if node.level == Layout.storedLevelMin {
                report.add(.record, range, Self.badBlock)
            } else {
                report.add(
                    .tree, range, "node \(node.index) of level \(node.level) does not follow from those below it")
            }
        }
    }

    private static let badBlock =
        "at least one of them is not the record that was written: together they do not hash to what the tree recorded, "
        + "which keeps one hash for 64"

    private static let badEdge =
        "at least one of them is not the record that was written: together they do not hash to what the tree's edge recorded"

    private mutating func checkKeys(_ position: UInt64, _ bytes: UnsafeRawBufferPointer) {
        do throws(LogError) {
            let keys = try log.keys(position, bytes)
            if let contradiction = expectation.add(position, keys, sha) {
                report.add(.keys, position..<(position + 1), contradiction)
            }
        } catch {
            isKeysReadable = false
            report.add(.keys, position..<(position + 1), "\(error)")
        }
    }

    private mutating func checkTree(_ snapshot: borrowing LogSnapshot) throws(LogError) {
        let stored: TreeStack
        do throws(LogError) {
            stored = try snapshot.stack()
        } catch {
            return report.add(.tree, nil, "\(error)")
        }
        let nodes = zip(MerkleTree.nodes(of: 0..<edge.size), zip(edge.roots, stored.roots))
        for (node, (found, wanted)) in nodes where found != wanted {
            let range = (node.index << UInt64(node.level))..<((node.index + 1) << UInt64(node.level))
            let isOne = range.count == 1
            if !report.hasProblem(in: range) {
                report.add(.record, range, isOne ? "it does not hash to what the tree recorded" : Self.badEdge)
            }
        }
        let (recordCount, nodeCount) = try mapped { () throws(StorageError) in
            (try snapshot.rowCount(log.tables.records), try snapshot.rowCount(log.tables.tree))
        }
        if recordCount != Int(clamping: snapshot.count) {
            let detail = "the log holds \(recordCount) records, its tree \(snapshot.count)"
            report.add(.position, try surplus(snapshot), detail)
        }
        let wantedCount = (UInt64(Layout.storedLevelMin)..<64).reduce(0) { $0 + snapshot.count >> $1 }
        if nodeCount != Int(clamping: wantedCount) {
            report.add(.tree, nil, "\(nodeCount) nodes are stored where there should be \(wantedCount)")
        }
    }

    /// The first record behind the last one that the tree knows.
    private func surplus(_ snapshot: borrowing LogSnapshot) throws(LogError) -> Range<UInt64>? {
        let position: UInt64? = try mapped { () throws(StorageError) in
            guard let cursor = try snapshot.cursor(log.tables.records), let row = try cursor.seek(snapshot.count) else {
                return nil
            }
            return row.key.count == 8 ? row.key.number(at: 0) : nil
        }
        return position.flatMap { $0 < Layout.recordCountMax ? $0..<($0 + 1) : nil }
    }

    private mutating func checkTables(_ snapshot: borrowing LogSnapshot) throws(LogError) {
        if isKeysReadable {
            // A flush may have moved the position while the records were read.
            let moved = expectation.coveredCount..<max(expectation.coveredCount, snapshot.header.ownCoveredCount)
            expectation.coveredCount = moved.upperBound
            try snapshot.scan(moved, isChecked: false) { position, bytes throws(LogError) in
                expectation.addDerived(position, try log.keys(position, bytes), sha)
                return true
            }
            for detail in try expectation.differences(snapshot, sha) { report.add(.derived, nil, detail) }
        }
        let covered = try snapshot.meta(Layout.MetaKey.covered)?.number(at: 0) ?? 0
        if covered > snapshot.count {
            report.add(.derived, nil, "the log's own tables cover \(covered) records of \(snapshot.count)")
        }
        if let problem = try snapshot.pastProblem() { report.add(.derived, nil, problem) }
        for (index, definition) in log.options.tables.enumerated() {
            let stored = try snapshot.state(ofTable: index)
            var found = TableState()
            found.coveredCount = stored.coveredCount
            let name = definition.storedName
            try snapshot.scanEveryRow(log.tables.projections[index]) { key, row in
                found.rowCount += 1
                found.fingerprint.add(Fingerprint.rowHash(name, key, row, sha))
            }
            if found != stored { report.add(.derived, nil, "the rows of \(name) are not those that were flushed") }
            if stored.coveredCount > snapshot.count {
                report.add(.derived, nil, "\(name) covers \(stored.coveredCount) records of \(snapshot.count)")
            }
        }
    }
}

extension EventLog {
    /// Checks the whole log: the pages of its file, positions without gaps, records against the stored tree, the tree against its edge, the
    /// log's own tables against a rebuild, and the caller's tables against their fingerprints.
    ///
    /// A wrong record is found by its block of 64 (its part of the last block); the records of the block are named.
    /// - Parameter progress: called with (done, all) records.
    /// - Throws: only when the log cannot be read; what is wrong with it is in the report.
    package func verify(progress: ((UInt64, UInt64) -> Void)? = nil) throws(LogError) -> VerificationReport {
        do throws(StorageError) {
            try environment.checkPages()
        } catch .damaged(_, let detail) {
            var report = VerificationReport()
            report.add(.file, nil, detail)
            return report
        } catch {
            throw .storage(error)
        }
        return try Verification(self, coveredCount: try header().ownCoveredCount).run(progress)
    }
}

extension LogSnapshot {
    /// Position of a private row behind the last record, if there is one.
    package func privateRowPastEnd() throws(LogError) -> UInt64? {
        try mapped { () throws(StorageError) in
            guard let cursor = try cursor(log.tables.privateRows), let row = try cursor.seek(count) else { return nil }
            return row.key.number(at: 0)
        }
    }

    func scanEveryRow(
        _ table: Table, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
    ) throws(LogError) {
        try mapped { () throws(StorageError) in
            guard let cursor = try cursor(table) else { return }
            var row = try cursor.first()
            while let found = row {
                body(found.key, found.value)
                row = try cursor.next()
            }
        }
    }
}
