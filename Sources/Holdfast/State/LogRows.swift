internal import HoldfastLog

/// Rows of the newest commit, each read in a snapshot of its own: what an engine needs, since nobody else writes.
struct LiveRows: RowSource {
    let log: EventLog

    func row<Value>(
        _ table: StateTable, key: [UInt8], _ decode: (UnsafeRawBufferPointer) throws -> Value
    ) throws -> Value? {
        try log.lend { snapshot in
            try snapshot.row(table.rawValue, key).map(decode)
        }
    }

    func walk(_ table: StateTable, from bound: [UInt8], _ body: ([UInt8], UnsafeRawBufferPointer) throws -> Bool) throws
    {
        try log.lend { snapshot in
            try snapshot.walk(table, from: bound, body)
        }
    }

    func subjectNumber(_ text: String) throws -> UInt64? { try log.subjectNumber(text) }

    func privatePart(at position: UInt64) throws -> PrivatePart? {
        try log.lend { snapshot in try snapshot.privatePart(at: position) }
    }
}

/// Rows of one snapshot: what a reader needs beside a writer. Only inside the `EventLog.read` that gave it.
final class SnapshotRows: RowSource {
    private let snapshot: UnsafePointer<LogSnapshot>
    /// False once the read has ended; every call throws then, so that a view that escaped touches nothing.
    private var isValid = true

    private init(_ snapshot: UnsafePointer<LogSnapshot>) {
        self.snapshot = snapshot
    }

    static func with<R>(_ snapshot: borrowing LogSnapshot, _ body: (SnapshotRows) throws -> R) throws -> R {
        try withUnsafePointer(to: snapshot) { pointer in
            let rows = SnapshotRows(pointer)
            defer { rows.isValid = false }
            return try body(rows)
        }
    }

    func row<Value>(
        _ table: StateTable, key: [UInt8], _ decode: (UnsafeRawBufferPointer) throws -> Value
    ) throws -> Value? {
        try check()
        return try snapshot.pointee.row(table.rawValue, key).map(decode)
    }

    func walk(_ table: StateTable, from bound: [UInt8], _ body: ([UInt8], UnsafeRawBufferPointer) throws -> Bool) throws
    {
        try check()
        try snapshot.pointee.walk(table, from: bound, body)
    }

    func subjectNumber(_ text: String) throws -> UInt64? {
        try check()
        return try snapshot.pointee.subjectNumber(text)
    }

    func privatePart(at position: UInt64) throws -> PrivatePart? {
        try check()
        return try snapshot.pointee.privatePart(at: position)
    }

    private func check() throws {
        guard isValid else {
            throw HoldfastError(.closed, "state was read after the call that lent it; read inside the closure")
        }
    }
}

extension LogSnapshot {
    borrowing func walk(
        _ table: StateTable, from bound: [UInt8], _ body: ([UInt8], UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        var failure: (any Error)?
        try scanRows(table.rawValue, from: bound.isEmpty ? nil : bound) { key, value throws(LogError) in
            do {
                return try body([UInt8](key), value)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }
}

extension LogSnapshot {
    /// The private part of a record, after its bytes were checked against the record's digest; `nil` where there is none.
    borrowing func privatePart(at position: UInt64) throws -> PrivatePart? {
        guard let row = try privateRow(at: position) else { return nil }
        let record = try Record(decoding: try self.record(at: position), at: position)
        return try PrivatePart(row: row, of: record)
    }
}

extension PrivatePart {
    /// - Throws: `damaged` where the row is not what the record was written with.
    init(row: UnsafeRawBufferPointer, of record: Record) throws {
        guard record.privateDigest == SHA256().privateRow(row) else {
            throw HoldfastError(
                .damaged, "the private part of record \(record.position) is not what it was written with")
        }
        try self.init(row: row)
    }
}
