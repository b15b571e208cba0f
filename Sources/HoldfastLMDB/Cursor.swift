import CHoldfastLMDB

/// A place in a table. Rows that it returns are valid until the transaction ends or next writes.
package struct Cursor: ~Copyable {
    package typealias Row = (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)

    private let handle: OpaquePointer
    private let context: FailureContext

    init(access: TransactionAccess, identifier: MDB_dbi) throws(StorageError) {
        var opened: OpaquePointer?
        try access.context.check(mdb_cursor_open(access.handle, identifier, &opened), "open a cursor")
        guard let opened else { throw .unexpected(operation: "open a cursor", code: 0, text: "no cursor") }
        handle = opened
        context = access.context
    }

    deinit {
        mdb_cursor_close(handle)
    }

    package func first() throws(StorageError) -> Row? { try move(MDB_FIRST) }
    package func last() throws(StorageError) -> Row? { try move(MDB_LAST) }
    @inline(__always)
    package func next() throws(StorageError) -> Row? { try move(MDB_NEXT) }
    package func previous() throws(StorageError) -> Row? { try move(MDB_PREV) }

    /// The first row whose key is not less than `key`; an empty key means the first row.
    package func seek(_ key: UnsafeRawBufferPointer) throws(StorageError) -> Row? {
        if key.count == 0 { return try first() }
        if key.count > StorageLimits.keySizeMax { throw .keySize(key.count) }
        return try move(MDB_SET_RANGE, MDB_val(key))
    }

    /// The last row whose key is less than `key`; an empty key means the last row.
    package func seekBefore(_ key: UnsafeRawBufferPointer) throws(StorageError) -> Row? {
        if key.count == 0 { return try last() }
        return try seek(key) == nil ? try last() : try previous()
    }

    package func seek(_ number: UInt64) throws(StorageError) -> Row? {
        try withKey(number) { key throws(StorageError) in try seek(key) }
    }

    @inline(__always)
    private func move(_ operation: MDB_cursor_op, _ start: MDB_val = MDB_val()) throws(StorageError) -> Row? {
        var key = start
        var value = MDB_val()
        let code = mdb_cursor_get(handle, &key, &value, operation)
        if code == MDB_NOTFOUND { return nil }
        try context.check(code, "move a cursor")
        return (UnsafeRawBufferPointer(key), UnsafeRawBufferPointer(value))
    }
}
