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
            if let damaged = try log.verifyPages() { return StoreVerification(damaged) }
            let folding = FoldingCheck(self)
            return try folding.run {
                var result = StoreVerification(try log.verifyRecords(progress: progress))
                guard result.problems.allSatisfy({ $0.kind == .derived }) else { return result }
                try checkFolded(&result, folding, content: content)
                return result
            }
        } catch {
            throw HoldfastError(error)
        }
    }

    /// What can be checked only where every record reads well.
    private func checkFolded(_ result: inout StoreVerification, _ folding: FoldingCheck, content: Bool) throws {
        do {
            try checkDescription(&result)
            try folding.finish(&result)
            if content { try checkContent(&result) }
        } catch let error as UnreadableRecord {
            result.add(.record, error.position..<(error.position + 1), "it cannot be read: \(error.cause)")
        }
    }

    /// What the log says of itself beside its records: which store it is, and how to read it.
    private func checkDescription(_ result: inout StoreVerification) throws {
        let (identifier, schema, first) = try log.lend { snapshot in
            (
                try snapshot.storeIdentifier(), try snapshot.schema(),
                snapshot.count == 0 ? nil : try Record(stored: snapshot.record(at: 0), at: 0).event
            )
        }
        if let complaint = Schema.complaint(about: schema) { result.add(.derived, nil, complaint) }
        if case .storeCreated(let created) = first, created.storeID != TextForm.hex(identifier) {
            result.add(
                .derived, nil,
                "the log calls itself store \(TextForm.hex(identifier)), its first record \(created.storeID)")
        }
    }

    private func checkContent(_ result: inout StoreVerification) throws {
        let (installed, device) = try read { reader in
            let items = try reader.items().compactMap { item in item.installed.map { (item, $0) } }
            return (items, reader.environment())
        }
        // A store whose making was cut off has no marker yet, and nothing to look at.
        guard !installed.isEmpty else { return }
        let parts = PrivateParts(rows: LiveRows(log: log))
        let places = try places(device, parts)
        var away: Set<UInt64> = []
        for (item, installed) in installed where item.removal == .none && installed.isSound {
            guard let file = try places.file(of: installed, parts) else { continue }
            guard !away.contains(file.volume.number), let root = try file.volume.openIfPresent() else {
                result.filesAway += 1
                if away.insert(file.volume.number).inserted { result.missingVolumes.append(file.volume.place) }
                continue
            }
            try check(file.path, in: root, of: item, installed, &result)
        }
    }

    private func check(
        _ path: ContentPath, in root: ContentRoot, of item: Item, _ installed: Installed,
        _ result: inout StoreVerification
    ) throws {
        let position = installed.published..<(installed.published + 1)
        guard let status = try root.status(of: path), status.isRegular else {
            result.add(.content, position, "the file of item \(item.id) is missing: \(path)")
            return
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
