import CHoldfastLMDB
import Glibc
import Synchronization

/// The writer thread's work. Nothing here is called from another thread.
extension Environment {
    func writeGroups(_ hooks: GroupHooks) {
        var readerChecks = ReaderCheckSchedule(nowInSeconds: Self.monotonicSeconds())
        while let group = queue.nextGroup() {
            writeOrFail(group, hooks)
            if readerChecks.noteCommit(nowInSeconds: Self.monotonicSeconds()) { freeDeadReaders() }
        }
    }

    /// The same for a writer without a thread: writes what is queued now.
    func writeQueued(_ hooks: GroupHooks) {
        while let group = queue.queuedGroup() {
            writeOrFail(group, hooks)
            queue.endGroup()
        }
    }

    private func writeOrFail(_ group: [WriteJob], _ hooks: GroupHooks) {
        do throws(StorageError) {
            try write(group, hooks)
            for job in group { job.completion(.success(())) }
        } catch {
            // What is queued was decided on top of what has just failed, so it fails too.
            let queued = queue.takeAll()
            for job in group { job.completion(.failure(error)) }
            for job in queued { job.completion(.failure(Self.errorOfQueued(behind: error))) }
        }
    }

    private static func monotonicSeconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec
    }

    /// Nothing is unknown about a job that was not begun.
    private static func errorOfQueued(behind error: StorageError) -> StorageError {
        if case .commitOutcomeUnknown(let path) = error { .environmentDead(path: path) } else { error }
    }

    private func write(_ group: [WriteJob], _ hooks: GroupHooks) throws(StorageError) {
        try growing { () throws(StorageError) in
            try commit { transaction throws(StorageError) in
                try hooks.fault?(.begun)
                try hooks.begin(&transaction)
                for job in group { try job.body(&transaction) }
                try hooks.finish(&transaction)
                try hooks.fault?(.written)
            }
        }
        try? hooks.fault?(.committed)
    }

    /// One transaction from begin to commit, on this thread.
    func commit(
        _ body: (inout WriteTransaction) throws(StorageError) -> Void
    ) throws(StorageError) {
        try enter()
        defer { gate.leave() }
        var begun: OpaquePointer?
        try context.check(mdb_txn_begin(handle, nil, 0, &begun), "begin a write")
        guard let begun else { throw .unexpected(operation: "begin a write", code: 0, text: "no transaction") }
        do throws(StorageError) {
            let access = TransactionAccess(handle: begun, shared: shared.withLock { $0 })
            var transaction = WriteTransaction(access: access)
            try body(&transaction)
            try checkFiles()
        } catch {
            mdb_txn_abort(begun)
            throw error
        }
        // Commit frees the transaction whether or not it succeeds.
        let code = mdb_txn_commit(begun)
        if code != MDB_SUCCESS { throw commitFailure(code) }
    }

    /// LMDB writes data, then its header. A failure before the header leaves the log as it was; a failure at the
    /// header leaves the environment dead, and nobody can tell whether the commit happened.
    private func commitFailure(_ code: Int32) -> StorageError {
        // A write needs no reader slot, so nothing but a dead environment stops it.
        var probe: OpaquePointer?
        let probeCode = mdb_txn_begin(handle, nil, 0, &probe)
        if let probe { mdb_txn_abort(probe) }
        if probeCode == MDB_PANIC { return .commitOutcomeUnknown(path: context.path) }
        return context.error(code, "commit to")
    }

    private func checkFiles() throws(StorageError) {
        try files.withLock { state throws(StorageError) in try state?.check() }
    }
}
