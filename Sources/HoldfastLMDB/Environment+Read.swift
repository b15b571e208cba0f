import CHoldfastLMDB
import Glibc
import Synchronization

extension Environment {
    struct Information {
        var lastTransaction: UInt64
        var sizeInBytes: Int
        var usedInBytes: Int
    }

    func information() -> Information {
        var information = MDB_envinfo()
        var statistics = MDB_stat()
        guard mdb_env_info(handle, &information) == 0, mdb_env_stat(handle, &statistics) == 0 else {
            return Information(lastTransaction: 0, sizeInBytes: 0, usedInBytes: 0)
        }
        return Information(
            lastTransaction: UInt64(truncatingIfNeeded: information.me_last_txnid), sizeInBytes: information.me_mapsize,
            usedInBytes: (information.me_last_pgno &+ 1) &* Int(statistics.ms_psize))
    }

    /// Begins a snapshot; the caller is inside the gate.
    func beginRead() throws(StorageError) -> ReadTransaction {
        try adoptingGrowth { () throws(StorageError) in try beginSnapshot() }
    }

    private func beginSnapshot() throws(StorageError) -> ReadTransaction {
        let shared = shared.withLock { $0 }
        if isReadOnly && shared.tables.contains(where: { $0 == nil }) { return try beginReadLookingForTables() }
        return ReadTransaction(access: TransactionAccess(handle: try beginHandle(), shared: shared))
    }

    /// Begins a snapshot in which a table is missing only if it did not exist at that very commit: the writer may have
    /// made it after this reader opened the log.
    private func beginReadLookingForTables() throws(StorageError) -> ReadTransaction {
        try names.withLock { names throws(StorageError) in
            while true {
                let known = shared.withLock { $0 }
                let begun = try beginHandle()
                let number = UInt64(truncatingIfNeeded: mdb_txn_id(begun))
                var opened = known.tables
                if tablesLookedForAt.load(ordering: .relaxed) != number {
                    do throws(StorageError) {
                        opened = try openTables(names, begun, flags: 0)
                    } catch {
                        mdb_txn_abort(begun)
                        throw error
                    }
                }
                if opened.count(where: { $0 == nil }) == known.tables.count(where: { $0 == nil }) {
                    tablesLookedForAt.store(number, ordering: .relaxed)
                    return ReadTransaction(access: TransactionAccess(handle: begun, shared: known))
                }
                // Handles outlive the transaction that opened them only when it commits.
                try context.check(mdb_txn_commit(begun), "open the tables")
                set(opened)
            }
        }
    }

    func beginHandle() throws(StorageError) -> OpaquePointer {
        var begun: OpaquePointer?
        var code = mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &begun)
        if code == MDB_READERS_FULL {
            // Slots of killed processes are freed only when somebody asks for it.
            var freedCount: Int32 = 0
            mdb_reader_check(handle, &freedCount)
            code = mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &begun)
        }
        // A first opener that only reads may be shown the wrong one of the two headers (ITS#10212).
        if code == MDB_SUCCESS, let stale = begun, mdb_txn_id(stale) == 0, information().lastTransaction > 0 {
            mdb_txn_abort(stale)
            code = mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &begun)
        }
        if code == EAGAIN { throw .readerSlotConflict(pid: getpid()) }
        try context.check(code, "begin a read")
        guard let begun else { throw .unexpected(operation: "begin a read", code: code, text: "no transaction") }
        return begun
    }
}
