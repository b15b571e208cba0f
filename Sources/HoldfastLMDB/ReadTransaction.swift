import CHoldfastLMDB

/// What can be read inside a transaction, whichever kind it is.
package protocol Reading: ~Copyable {
    var access: TransactionAccess { get }
}

/// A snapshot of the environment. It exists only inside the closure given to `Environment.read`.
package struct ReadTransaction: ~Copyable, Reading {
    package let access: TransactionAccess

    /// Number of the commit that this snapshot shows; it grows by one a commit.
    package var number: UInt64 { UInt64(truncatingIfNeeded: mdb_txn_id(access.handle)) }

    deinit {
        // In a forked child this would give away the parent's slot.
        if access.shared.forkGeneration == ForkGuard.generation { mdb_txn_abort(access.handle) }
    }
}

/// The C handles behind a transaction. Valid only while the transaction that made it exists.
package struct TransactionAccess {
    let handle: OpaquePointer
    let shared: Shared

    /// What all transactions of an environment have in common, behind one reference: transactions are made often.
    final class Shared: Sendable {
        let tables: [OpenTable?]
        let context: FailureContext
        let forkGeneration = ForkGuard.generation

        init(tables: [OpenTable?], context: FailureContext) {
            self.tables = tables
            self.context = context
        }
    }

    var context: FailureContext { shared.context }

    @inline(__always)
    func identifier(_ table: Table) -> MDB_dbi? {
        shared.tables[table.index]?.identifier
    }
}

/// A table whose LMDB handle is known.
struct OpenTable: Sendable {
    let name: String
    let identifier: MDB_dbi
}

extension Reading where Self: ~Copyable {
    /// The bytes at `key`, or nil. They stay valid until the transaction ends or next writes; no alignment is promised.
    @inline(__always)
    package func value(_ table: Table, _ key: UnsafeRawBufferPointer) throws(StorageError) -> UnsafeRawBufferPointer? {
        guard let identifier = access.identifier(table) else { return nil }
        try checkKey(key)
        var keyValue = MDB_val(key)
        var found = MDB_val()
        let code = mdb_get(access.handle, identifier, &keyValue, &found)
        if code == MDB_NOTFOUND { return nil }
        try access.context.check(code, "read a row")
        return UnsafeRawBufferPointer(found)
    }

    package func value(_ table: Table, _ key: [UInt8]) throws(StorageError) -> UnsafeRawBufferPointer? {
        try withBytes(of: key) { bytes throws(StorageError) in try value(table, bytes) }
    }

    /// Whether the table exists in this snapshot; one that does not reads as empty.
    package func exists(_ table: Table) -> Bool { access.identifier(table) != nil }

    /// Number of rows; O(1).
    package func rowCount(_ table: Table) throws(StorageError) -> Int {
        guard let identifier = access.identifier(table) else { return 0 }
        var statistics = MDB_stat()
        let code = mdb_stat(access.handle, identifier, &statistics)
        if code == MDB_NOTFOUND { return 0 }
        try access.context.check(code, "count rows")
        return statistics.ms_entries
    }

    /// A cursor over `table`, or nil when the table does not exist (yet). It must not outlive the transaction.
    package func cursor(_ table: Table) throws(StorageError) -> Cursor? {
        guard let identifier = access.identifier(table) else { return nil }
        return try Cursor(access: access, identifier: identifier)
    }

    func checkKey(_ key: UnsafeRawBufferPointer) throws(StorageError) {
        if key.count == 0 || key.count > StorageLimits.keySizeMax { throw .keySize(key.count) }
    }
}

extension MDB_val {
    /// LMDB never writes through the pointer of a key or of a value that it is given.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
}

extension UnsafeRawBufferPointer {
    init(_ value: MDB_val) {
        self.init(start: value.mv_data, count: value.mv_size)
    }
}

/// `Array.withUnsafeBytes` with a typed error.
@inlinable
package func withBytes<R, E: Error>(
    of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(E) -> R
) throws(E) -> R {
    let result: Result<R, E> = bytes.withUnsafeBytes { pointer in
        do throws(E) {
            return .success(try body(pointer))
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}

/// Runs `body` with the eight big-endian bytes of `number`, the form of every numeric key.
@inlinable
@inline(__always)
package func withKey<R: ~Copyable, E: Error>(
    _ number: UInt64, _ body: (UnsafeRawBufferPointer) throws(E) -> R
) throws(E) -> R {
    var big = number.bigEndian
    return try withUnsafePointer(to: &big) { pointer throws(E) in
        try body(UnsafeRawBufferPointer(start: pointer, count: 8))
    }
}
