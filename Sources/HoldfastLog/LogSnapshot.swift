package import HoldfastLMDB

/// The log as one commit left it: records, tables, and the tail that the tables do not cover. It exists only inside
/// `EventLog.read`, and so do the bytes that it hands out. Keep the closure short; for long walks use `EventLog.scan`.
package struct LogSnapshot: ~Copyable, Reading {
    package let access: TransactionAccess
    let log: EventLog
    let header: SnapshotHeader

    init(log: EventLog, transaction: borrowing ReadTransaction, header: SnapshotHeader) {
        self.log = log
        self.header = header
        access = transaction.access
    }

    /// Number of records.
    package var count: UInt64 { header.count }

    /// Number of records that the caller's tables are a fold of; the rest, up to `count`, is the tail.
    package var coveredCount: UInt64 { header.coveredCount }

    /// The record's exact bytes, after its block was checked against the tree.
    package func record(at position: UInt64) throws(LogError) -> UnsafeRawBufferPointer {
        guard position < count else { throw .pastEnd(position: position, count: count) }
        try checkBlock(of: position)
        return try uncheckedRecord(at: position)
    }

    /// The record's private part, or nil where there is none.
    package func privateRow(at position: UInt64) throws(LogError) -> UnsafeRawBufferPointer? {
        try stored(log.tables.privateRows, position)
    }

    package func privateRowCount() throws(LogError) -> UInt64 {
        try mapped { () throws(StorageError) in UInt64(try rowCount(log.tables.privateRows)) }
    }

    /// Calls `body` with each record of `range` in order until it returns false.
    ///
    /// - Parameter isChecked: checks each block of 64 records against the tree before its first record is handed out.
    package func scan(
        _ range: Range<UInt64>, isChecked: Bool = true,
        _ body: (UInt64, UnsafeRawBufferPointer) throws(LogError) -> Bool
    ) throws(LogError) {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty, let cursor = try mapped({ () throws(StorageError) in try cursor(log.tables.records) })
        else { return }
        var position = range.lowerBound
        var row = try mapped { () throws(StorageError) in try cursor.seek(position) }
        var uncheckedFrom = position
        var prefetch = Prefetch()
        let isLong = range.count >= LogLimits.prefetchedScanMin
        while position < range.upperBound {
            if isLong, let found = row { prefetch.reach(found.value) }
            if isChecked && position >= uncheckedFrom {
                try checkBlock(of: position)
                uncheckedFrom = (position | (Layout.blockSize - 1)) + 1
            }
            guard let found = row, found.key.count == 8, found.key.number(at: 0) == position else {
                throw .damaged(positions: position..<(position + 1), detail: "the record is missing")
            }
            if try !body(position, found.value) { return }
            position += 1
            if position < range.upperBound { row = try mapped { () throws(StorageError) in try cursor.next() } }
        }
    }

    /// As an unchecked `scan`, with each record's private row, or nil.
    package func scanWithPrivateRows(
        _ range: Range<UInt64>,
        _ body: (UInt64, UnsafeRawBufferPointer, UnsafeRawBufferPointer?) throws(LogError) -> Bool
    ) throws(LogError) {
        guard let cursor = try mapped({ () throws(StorageError) in try cursor(log.tables.privateRows) }) else {
            return try scan(range, isChecked: false) { position, bytes throws(LogError) in
                try body(position, bytes, nil)
            }
        }
        var row = try mapped { () throws(StorageError) in try cursor.seek(range.lowerBound) }
        try scan(range, isChecked: false) { position, bytes throws(LogError) in
            while let found = row {
                // Other keys are damage and belong to no record.
                if found.key.count == 8, let next = found.key.number(at: 0), next >= position {
                    return try body(position, bytes, next == position ? found.value : nil)
                }
                row = try mapped { () throws(StorageError) in try cursor.next() }
            }
            return try body(position, bytes, nil)
        }
    }

    /// A row of the caller's table number `table`, or nil.
    package func row(_ table: Int, _ key: [UInt8]) throws(LogError) -> UnsafeRawBufferPointer? {
        guard header.areTablesUsable else { return nil }
        return try mapped { () throws(StorageError) in try value(log.tables.projections[table], key) }
    }

    /// Calls `body` with the rows of a table in the order of their keys until it returns false.
    ///
    /// - Parameters:
    ///   - bound: where to begin: the first key not less than it, or, in reverse, the last key less than it. Nil begins
    ///     at the first or last row.
    package func scanRows(
        _ table: Int, from bound: [UInt8]? = nil, isReverse: Bool = false,
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(LogError) -> Bool
    ) throws(LogError) {
        guard header.areTablesUsable else { return }
        let stored = log.tables.projections[table]
        guard let cursor = try mapped({ () throws(StorageError) in try cursor(stored) }) else { return }
        var row = try mapped { () throws(StorageError) in
            try withBytes(of: bound ?? []) { key throws(StorageError) in
                isReverse ? try cursor.seekBefore(key) : try cursor.seek(key)
            }
        }
        while let found = row {
            if try !body(found.key, found.value) { return }
            row = try mapped { () throws(StorageError) in isReverse ? try cursor.previous() : try cursor.next() }
        }
    }

    /// What `meta` says of one of the caller's tables.
    package func state(ofTable table: Int) throws(LogError) -> TableState {
        let name = log.options.tables[table].storedName
        let row = try meta(Layout.MetaKey.table(name))
        return row.flatMap { TableState($0) } ?? TableState()
    }

    package func formatVersion() throws(LogError) -> UInt32 {
        try meta(Layout.MetaKey.format)?.number32(at: 0) ?? 0
    }

    package func schema() throws(LogError) -> [UInt8] {
        try meta(Layout.MetaKey.schema).map { Array($0) } ?? []
    }

    /// The 16 bytes that name this store.
    package func storeIdentifier() throws(LogError) -> [UInt8] {
        try meta(Layout.MetaKey.store).map { Array($0) } ?? []
    }

    func meta(_ key: [UInt8]) throws(LogError) -> UnsafeRawBufferPointer? {
        try mapped { () throws(StorageError) in try value(log.tables.meta, key) }
    }

    func stored(_ table: Table, _ number: UInt64) throws(LogError) -> UnsafeRawBufferPointer? {
        try mapped { () throws(StorageError) in
            try withKey(number) { key throws(StorageError) in try value(table, key) }
        }
    }

    func uncheckedRecord(at position: UInt64) throws(LogError) -> UnsafeRawBufferPointer {
        guard let bytes = try stored(log.tables.records, position) else {
            throw .damaged(positions: position..<(position + 1), detail: "the record is missing")
        }
        return bytes
    }
}

/// Runs storage work where a `LogError` is expected.
@inline(__always)
func mapped<R: ~Copyable>(_ body: () throws(StorageError) -> R) throws(LogError) -> R {
    do throws(StorageError) {
        return try body()
    } catch {
        throw .storage(error)
    }
}
