internal import HoldfastLog

extension OfflineStore {
    /// Checks the whole store and believes nothing that is stored: records against the tree, the tree against itself, every table against a
    /// fold of the records, private parts against their digests, and with `content` the published files against theirs.
    ///
    /// It proves that nothing was changed since it was written by whoever could not rewrite the whole store, head and all; against that only
    /// a root that was kept elsewhere helps (`root()`).
    /// - Parameters:
    ///   - content: reads every published file as well.
    ///   - progress: called with (done, all) records.
    /// - Throws: when the store cannot be read at all; what is wrong with it is in the result.
    public func verify(
        content: Bool = false, progress: ((UInt64, UInt64) -> Void)? = nil
    ) throws(HoldfastError) -> StoreVerification {
        do {
            var result = StoreVerification(try log.verify(progress: progress))
            guard result.problems.allSatisfy({ $0.kind == .derived }) else { return result }
            try checkState(&result)
            try checkPrivateParts(&result)
            if content { try checkContent(&result) }
            return result
        } catch {
            throw HoldfastError(error)
        }
    }

    /// A fresh fold must give the stored rows, byte for byte.
    private func checkState(_ result: inout StoreVerification) throws {
        var fold = StateFold()
        var folded: UInt64 = 0
        // A flush may move the position while records are folded: fold on until both agree in one snapshot.
        while true {
            let covered = try log.coveredCount
            var failure: (any Error)?
            // Checked already: the log was verified before.
            try log.scan(folded..<covered, isChecked: false) { position, bytes throws(LogError) in
                do { try fold.apply(bytes, at: position) } catch { failure = error }
                return failure == nil
            }
            if let failure { throw failure }
            folded = covered
            let isDone = try log.lend { snapshot in
                guard snapshot.coveredCount == folded else { return false }
                for (table, rows) in zip(StateTable.allCases, fold.changes()) {
                    try snapshot.compare(table, rows, &result)
                }
                return true
            }
            if isDone { return }
        }
    }

    private func checkPrivateParts(_ result: inout StoreVerification) throws {
        let sha = SHA256()
        let count = try snapshotCount()
        var start: UInt64 = 0
        // A snapshot for some thousand records: one for each would cost more than the check.
        while start < count {
            let end = min(count, start + 4_096)
            try log.lend { try $0.checkPrivateParts(of: start..<end, sha, &result) }
            start = end
        }
    }

    private func checkContent(_ result: inout StoreVerification) throws {
        let installed = try read { reader in
            try reader.items().compactMap { item in item.installed.map { (item, $0) } }
        }
        // A store whose making was cut off has no marker yet, and nothing to look at.
        guard !installed.isEmpty else { return }
        let root = try contentRoot()
        let parts = PrivateParts(rows: LiveRows(log: log))
        for (item, installed) in installed where item.removal == .none && installed.isSound {
            let position = installed.published..<(installed.published + 1)
            guard let path = try parts.part(at: installed.published)?.path.flatMap(ContentPath.init(parsing:)) else {
                continue
            }
            guard let status = try root.status(of: path), status.isRegular else {
                result.add(.content, position, "the file of item \(item.id) is missing: \(path)")
                continue
            }
            result.filesChecked += 1
            result.bytesChecked += status.bytes
            let digest = try root.digest(of: path, .sha256)
            if digest != "\(installed.digest)" {
                result.add(
                    .content, position, "the file of item \(item.id) has \(digest), published was \(installed.digest)")
            }
        }
    }
}

extension StoreVerification {
    init(_ report: VerificationReport) {
        recordCount = report.count
        root = report.root?.bytes ?? []
        problems = report.problems.map { problem in
            let kind: Problem.Kind =
                switch problem.kind {
                case .file: .file
                case .position: .position
                case .record, .keys: .record
                case .tree: .tree
                case .derived: .derived
                }
            return Problem(kind: kind, positions: problem.positions, detail: problem.detail)
        }
    }
}

extension SHA256 {
    /// `SHA-256(0x02 || salt || private bytes)`, as records hold it.
    borrowing func privateRow(_ row: UnsafeRawBufferPointer) -> Digest {
        begin()
        add(2)
        add(row)
        return Digest(sha256: finish().bytes)
    }
}

extension LogSnapshot {
    fileprivate borrowing func checkPrivateParts(
        of range: Range<UInt64>, _ sha: borrowing SHA256, _ result: inout StoreVerification
    ) throws {
        var failure: (any Error)?
        try scan(range, isChecked: false) { position, bytes throws(LogError) in
            do {
                let expected = try Record.privateDigest(in: bytes)
                switch (expected, try privateRow(at: position).map { sha.privateRow($0) }) {
                case (nil, nil): break
                case (_?, nil): result.privatePartsErased += 1
                case (let expected?, let found?) where expected == found: result.privatePartsIntact += 1
                default:
                    result.add(
                        .privatePart, position..<(position + 1),
                        "the private part is not what the record was written with")
                }
            } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }

    /// Compares the rows of a table with the ones that a fold gives; the first difference is told.
    fileprivate borrowing func compare(
        _ table: StateTable, _ rows: [(key: [UInt8], value: [UInt8]?)], _ result: inout StoreVerification
    ) throws {
        let expected = rows.filter { $0.value != nil }
        var next = 0
        var difference: String?
        try walk(table, from: []) { key, value in
            guard next < expected.count else {
                difference = "a row too many"
                return false
            }
            if key != expected[next].key {
                difference = "row \(next) has another key"
            } else if !value.elementsEqual(expected[next].value ?? []) {
                difference = "row \(next) has another value"
            }
            next += 1
            return difference == nil
        }
        if difference == nil, next < expected.count { difference = "\(expected.count - next) rows are missing" }
        if let difference { result.add(.state, nil, "\(table.name) is not a fold of the records: \(difference)") }
    }
}
