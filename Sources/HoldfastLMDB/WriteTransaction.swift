import CHoldfastLMDB

/// The open group of the writer thread. Jobs receive it `inout`; only the thread begins and commits it, because LMDB
/// hangs for ever when a write transaction moves to another thread.
package struct WriteTransaction: ~Copyable, Reading {
    package let access: TransactionAccess

    /// Stores `value` at `key`, replacing what is there.
    package mutating func put(
        _ table: Table, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StorageError) {
        try store(table, key, value, flags: 0)
    }

    package mutating func put(_ table: Table, _ key: [UInt8], _ value: [UInt8]) throws(StorageError) {
        let identifier = try checked(table)
        let code = key.withUnsafeBytes { key in
            value.withUnsafeBytes { value in
                Self.store(access.handle, identifier, key, value, flags: 0)
            }
        }
        try check(code, table, key.count, value.count)
    }

    /// Stores a row whose key must be greater than every key of the table; fills pages completely.
    @inline(__always)
    package mutating func append(
        _ table: Table, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StorageError) {
        try store(table, key, value, flags: UInt32(MDB_APPEND))
    }

    /// - Returns: whether there was such a row.
    @discardableResult
    package mutating func remove(_ table: Table, _ key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        let identifier = try checked(table)
        try checkKey(key)
        var keyValue = MDB_val(key)
        let code = mdb_del(access.handle, identifier, &keyValue, nil)
        if code == MDB_NOTFOUND { return false }
        try access.context.check(code, "remove a row")
        return true
    }

    /// Removes every row and keeps the table. Its pages can be used again two commits later.
    package mutating func clear(_ table: Table) throws(StorageError) {
        try access.context.check(mdb_drop(access.handle, try checked(table), 0), "clear a table")
    }

    @inline(__always)
    private mutating func store(
        _ table: Table, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, flags: UInt32
    ) throws(StorageError) {
        let code = Self.store(access.handle, try checked(table), key, value, flags: flags)
        try check(code, table, key.count, value.count)
    }

    /// Sizes are refused before LMDB sees them: some of its errors make the whole transaction useless.
    @inline(__always)
    private static func store(
        _ handle: OpaquePointer, _ identifier: MDB_dbi,
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, flags: UInt32
    ) -> Int32 {
        guard key.count > 0, key.count <= StorageLimits.keySizeMax, value.count <= StorageLimits.valueSizeMax else {
            return MDB_BAD_VALSIZE
        }
        var keyValue = MDB_val(key)
        var stored = MDB_val(value)
        return mdb_put(handle, identifier, &keyValue, &stored, flags)
    }

    @inline(__always)
    private func check(_ code: Int32, _ table: Table, _ keySize: Int, _ valueSize: Int) throws(StorageError) {
        switch code {
        case MDB_SUCCESS: return
        case MDB_BAD_VALSIZE:
            throw (1...StorageLimits.keySizeMax).contains(keySize) ? .valueSize(valueSize) : .keySize(keySize)
        case MDB_KEYEXIST: throw .outOfOrder(table: access.shared.tables[table.index]?.name ?? "")
        default: throw access.context.error(code, "write a row")
        }
    }

    private func checked(_ table: Table) throws(StorageError) -> MDB_dbi {
        guard let identifier = access.identifier(table) else { throw .missingTable("number \(table.index)") }
        return identifier
    }
}
