import CHoldfastLMDB
import Synchronization

/// Table handles are opened once, by one thread at a time, and become usable by others only with a commit.
extension Environment {
    /// Finds the tables of these names; one that does not exist reads as empty until it is made.
    package func openTables(_ wanted: [TableName]) throws(StorageError) -> [Table] {
        names.change { $0 = wanted }
        set(Array(repeating: nil, count: wanted.count))
        try enter()
        defer { gate.leave() }
        try adoptingGrowth { () throws(StorageError) in try openTables() }
        return wanted.indices.map { Table(index: $0) }
    }

    /// Names of the tables that `openTables` did not find.
    package func missingTables() -> Set<String> {
        let opened = shared.withLock { $0.tables }
        return names.withLock { names in
            Set(names.indices.filter { opened[$0] == nil }.map { names[$0].text })
        }
    }

    /// Whether the file holds no table and no row of anybody.
    package func isEmpty() throws(StorageError) -> Bool {
        try enter()
        defer { gate.leave() }
        var statistics = MDB_stat()
        try context.check(mdb_env_stat(handle, &statistics), "examine")
        return statistics.ms_entries == 0
    }

    /// Makes missing tables and runs `body`, both in one transaction. Only before `startWriter`; on this thread.
    package func createTables(
        _ body: (inout WriteTransaction) throws(StorageError) -> Void
    ) throws(StorageError) {
        try names.withLock { names throws(StorageError) in
            try growing { () throws(StorageError) in
                var opened: [OpenTable?] = []
                try commit { transaction throws(StorageError) in
                    opened = try openTables(names, transaction.access.handle, flags: UInt32(MDB_CREATE))
                    let access = TransactionAccess(
                        handle: transaction.access.handle,
                        shared: TransactionAccess.Shared(tables: opened, context: context))
                    var filled = WriteTransaction(access: access)
                    try body(&filled)
                }
                set(opened)
            }
        }
    }

    /// The caller is inside the gate.
    private func openTables() throws(StorageError) {
        try names.withLock { names throws(StorageError) in
            let begun = try beginHandle()
            let opened: [OpenTable?]
            do throws(StorageError) {
                opened = try openTables(names, begun, flags: 0)
            } catch {
                mdb_txn_abort(begun)
                throw error
            }
            try context.check(mdb_txn_commit(begun), "open the tables")
            set(opened)
        }
    }

    func set(_ opened: [OpenTable?]) {
        shared.withLock { $0 = TransactionAccess.Shared(tables: opened, context: context) }
    }

    func openTables(
        _ names: [TableName], _ transaction: OpaquePointer, flags: UInt32
    ) throws(StorageError) -> [OpenTable?] {
        var opened = shared.withLock { $0.tables }
        for (index, name) in names.enumerated() where opened[index] == nil {
            opened[index] = try openTable(name.text, transaction, flags: flags)
        }
        return opened
    }

    private func openTable(
        _ name: String, _ transaction: OpaquePointer, flags: UInt32
    ) throws(StorageError) -> OpenTable? {
        var identifier: MDB_dbi = 0
        let code = mdb_dbi_open(transaction, name, flags, &identifier)
        if code == MDB_NOTFOUND { return nil }
        if code == MDB_INCOMPATIBLE { throw .unexpectedTableFlags(table: name, flags: 0) }
        try context.check(code, "open table \(name)")
        // LMDB ignores the flags asked for when a table exists, even contradictory ones.
        var found: UInt32 = 0
        try context.check(mdb_dbi_flags(transaction, identifier, &found), "examine table \(name)")
        if found != 0 { throw .unexpectedTableFlags(table: name, flags: found) }
        return OpenTable(name: name, identifier: identifier)
    }
}
