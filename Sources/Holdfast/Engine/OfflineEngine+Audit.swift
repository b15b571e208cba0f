/// Looking whether everything still is what it was proven to be.
extension OfflineEngine {
    /// Checks the log as `OfflineStore.verify` does, hashes every installed file, or both, and writes down what it found: items whose file
    /// is missing or damaged, and one `auditCompleted`. Nothing is repaired: request such an item with the reason `repair`.
    ///
    /// The engine goes on working meanwhile; items installed after it began may be left out. Items that are known to be damaged are not
    /// looked at again.
    /// - Throws: `volumeMissing` while the volume of a file is not connected, which says nothing about the files; `closed` when the engine
    ///   is closed before the end or the task is cancelled: what was found until then is on record, the `auditCompleted` is not.
    @discardableResult
    public func audit(_ scope: AuditScope = .both) async throws(HoldfastError) -> AuditReport {
        guard !isClosing else { throw closed }
        var report = AuditReport(scope)
        if scope != .content {
            let store = store
            report.log = try await pool.run { () throws(HoldfastError) in try store.verify() }
        }
        if scope != .log { try await auditContent(&report) }
        try checkGoesOn()
        let event = filled(AuditCompleted()) {
            $0.scope = .known(scope)
            $0.itemsChecked = report.itemsChecked
            $0.bytesChecked = report.bytesChecked
            $0.problems = UInt64(report.problemCount)
        }
        report.position = try await commit(.audited(event)).positions.lowerBound
        return report
    }

    private static let auditBatch = 64

    private func auditContent(_ report: inout AuditReport) async throws(HoldfastError) {
        var last: UInt64?
        while true {
            let batch: [Item]
            do { batch = try installedItems(after: &last) } catch { throw HoldfastError(error) }
            guard !batch.isEmpty else { return }
            for item in batch {
                try checkGoesOn()
                try await audit(item, &report)
            }
        }
    }

    private func checkGoesOn() throws(HoldfastError) {
        guard isClosing || Task.isCancelled else { return }
        throw HoldfastError(.closed, "the audit of \(directory.path) was stopped before its end; start it again")
    }

    /// - Parameter last: moved to the last item that was looked at, installed or not.
    private func installedItems(after last: inout UInt64?) throws -> [Item] {
        var batch: [Item] = []
        var reached = last
        try sequencer.state.walkItems(after: last) { item in
            reached = item.number
            if let installed = item.installed, installed.isSound, item.removal == .none { batch.append(item) }
            return batch.count < Self.auditBatch
        }
        last = reached
        return batch
    }

    private func audit(_ item: Item, _ report: inout AuditReport) async throws(HoldfastError) {
        guard let installed = item.installed, let file = try? standing(item) else { return }
        let (found, isThere) = await pool.run { [stop] in
            (FileLook(file, isCancelled: { stop.isSet }), file.volume.isPresent)
        }
        guard isThere else {
            await lookAtVolumes()
            throw HoldfastError(.volumeMissing, file.volume.absence)
        }
        try checkGoesOn()
        // Removed or replaced in the meantime: the file that was read is of no interest any more.
        guard let now = try? sequencer.state.item(item.number), now.installed?.published == installed.published,
            now.removal == .none
        else { return }
        report.itemsChecked += 1
        report.bytesChecked += found.bytes
        switch found.digest {
        case nil:
            report.missing.append(item.id)
            try await commit(.found(item: item.number, .missing(.audit)), by: .system)
        case "\(installed.digest)": break
        case let digest?:
            report.damaged.append(item.id)
            let damage = FoundDamage.corrupted(.audit, expected: "\(installed.digest)", actual: digest)
            try await commit(.found(item: item.number, damage), by: .system)
        }
    }
}

/// What stands in the place of a published file.
private struct FileLook: Sendable {
    var bytes: Int64 = 0
    /// `algorithm:hex`, or words for what has none; `nil` where nothing is there.
    var digest: String?

    init(_ file: StoredFile, isCancelled: () -> Bool) {
        do throws(StorageFailure) {
            let (root, path) = (try file.volume.open(), file.path)
            guard let status = try root.status(of: path) else { return }
            guard status.isRegular else {
                digest = "not a plain file"
                return
            }
            digest = try root.digest(of: path, .sha256, isCancelled: isCancelled)
            bytes = status.bytes
        } catch {
            digest = error.kind == .missing ? nil : "not readable, error \(error.osCode)"
        }
    }
}
