import CHoldfastLMDB
import Glibc
import Synchronization

/// The writer thread's work. Nothing here is called from another thread.
extension Environment {
    func writeGroups(_ hooks: GroupHooks) {
        var commitCount = 0
        while let group = queue.nextGroup() {
            do throws(StorageError) {
                try write(group, hooks)
                for job in group { job.completion(.success(())) }
            } catch {
                // What is queued was decided on top of what has just failed, so it fails too.
                for job in group + queue.takeAll() { job.completion(.failure(error)) }
            }
            commitCount += 1
            if commitCount % StorageLimits.commitsBetweenReaderChecks == 0 { freeDeadReaders() }
        }
    }

    func freeDeadReaders() {
        var freedCount: Int32 = 0
        mdb_reader_check(handle, &freedCount)
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

    /// Runs `body` again with a larger map as often as it takes.
    func growing(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        var growthCount = 0
        while true {
            do throws(StorageError) {
                return try body()
            } catch {
                growthCount += 1
                guard growthCount <= StorageLimits.growthCountMax else { throw error }
                switch error {
                case .mapFull: try moveMap(to: information().sizeInBytes &* 2)
                case .mapResized: try moveMap(to: 0)
                default: throw error
                }
            }
        }
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
        var probe: OpaquePointer?
        let probeCode = mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &probe)
        if let probe { mdb_txn_abort(probe) }
        if probeCode == MDB_PANIC { return .commitOutcomeUnknown(path: context.path) }
        return context.error(code, "commit to")
    }

    private func moveMap(to size: Int) throws(StorageError) {
        var code: Int32 = 0
        let moved = gate.withReadersOut { code = mdb_env_set_mapsize(handle, size) }
        if !moved || code == ENOMEM || code == EINVAL { throw .mapFull(sizeInBytes: information().sizeInBytes) }
        try context.check(code, "grow")
    }
}
