internal import HoldfastLog

extension OfflineStore {
    /// Checks the whole store and believes nothing that is stored: records against the tree, the tree against itself, every table against a
    /// fold of the records, private parts against their digests, and with `content` the published files against theirs.
    ///
    /// It cannot tell that records were cut off the end, forged ones put there, or all of it written anew, where tree and head in the same
    /// file were made to fit; against that only a root and count that were kept elsewhere help (`root()`). A private part that was
    /// deleted looks like one that was erased.
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
            try checkFolded(&result, content: content)
            return result
        } catch {
            throw HoldfastError(error)
        }
    }

    /// What can be checked only where every record reads well.
    private func checkFolded(_ result: inout StoreVerification, content: Bool) throws {
        do {
            try checkDescription(&result)
            try checkState(&result)
            try checkPrivateParts(&result)
            if content { try checkContent(&result) }
        } catch let error as UnreadableRecord {
            result.add(.record, error.position..<(error.position + 1), "it cannot be read: \(error.cause)")
        }
    }

    /// A fresh fold must give the stored rows, byte for byte.
    private func checkState(_ result: inout StoreVerification) throws {
        var fold = Overlay()
        var folded: UInt64 = 0
        while let oldest = try log.lend({ try $0.pastCounts().first { $0 >= folded } }) {
            try forEachRecord(in: folded..<oldest) { try fold.apply($0, over: EmptyState()) }
            folded = oldest
            if try checkPast(fold, at: oldest, &result) { break }
        }
        // A flush may move the position while records are folded: fold on until both agree in one snapshot.
        while true {
            let covered = try log.coveredCount
            try forEachRecord(in: folded..<covered) { try fold.apply($0, over: EmptyState()) }
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
        var checked: UInt64 = 0
        var rowCount: UInt64 = 0
        // Commits that come meanwhile are checked too, until rows and records can be counted in one snapshot.
        while true {
            let count = try snapshotCount()
            try forEachRecord(in: checked..<count) { record in
                let position = record.position
                let stored = try log.read { snapshot throws(LogError) in
                    try snapshot.privateRow(at: position).map { sha.privateRow($0) }
                }
                if stored != nil { rowCount += 1 }
                switch (record.privateDigest, stored) {
                case (nil, nil): break
                case (_?, nil): result.privatePartsErased += 1
                case (let expected?, let found?) where expected == found: result.privatePartsIntact += 1
                default:
                    result.add(
                        .privatePart, position..<(position + 1),
                        "the private part is not what the record was written with")
                }
            }
            checked = count
            let isDone = try log.lend { snapshot in
                guard snapshot.count == checked else { return false }
                try snapshot.checkPrivateRows(rowCount, &result)
                return true
            }
            if isDone { return }
        }
    }

    /// What the log says of itself beside its records: which store it is, and how to read it.
    private func checkDescription(_ result: inout StoreVerification) throws {
        let (identifier, schema) = try log.lend { (try $0.storeIdentifier(), try $0.schema()) }
        if let complaint = Schema.complaint(about: schema) { result.add(.derived, nil, complaint) }
        try forEachRecord(in: 0..<min(1, try snapshotCount())) { record in
            guard case .storeCreated(let created) = record.event, created.storeID != TextForm.hex(identifier) else {
                return
            }
            result.add(
                .derived, nil,
                "the log calls itself store \(TextForm.hex(identifier)), its first record \(created.storeID)")
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

    private func forEachRecord(in range: Range<UInt64>, _ body: (Record) throws -> Void) throws {
        var failure: (any Error)?
        try log.scan(range, isChecked: false) { position, bytes throws(LogError) in
            do {
                try body(try Record(stored: bytes, at: position))
            } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
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
    /// A row whose key was damaged is found by no record, and its record would pass for one whose private part was erased.
    fileprivate borrowing func checkPrivateRows(_ found: UInt64, _ result: inout StoreVerification) throws {
        if let position = try privateRowPastEnd(), position < .max {
            return result.add(.privatePart, position..<(position + 1), "there is a private part, and no such record")
        }
        let stored = try privateRowCount()
        if stored != found {
            result.add(.privatePart, nil, "\(stored) private parts are stored, of which records have \(found)")
        }
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
