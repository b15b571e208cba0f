import HoldfastLMDB

/// Keeps what a flush is about to overwrite: the images of `past@1`. It lives as long as the flush.
///
/// Images only save time: where they cannot be carried on, all are dropped and a new chain of spans begins.
struct PastRecorder {
    private let tables: LogTables
    private let projections: [PreparedFlush.Projection]
    /// Nil when this flush keeps no images.
    private var span: PastSpan?
    /// Every key of a new span lies behind all others; in one that goes on, an image that is there stands.
    private var isNew = false
    /// A row was too large to be kept.
    private var isSpoiled = false
    private var key: [UInt8] = []
    private var value: [UInt8] = []

    /// - Parameter count: records in the log, to which a rebuild may still have a long way.
    init(
        _ flush: PreparedFlush, of count: UInt64, _ limits: PastLimits, _ tables: LogTables,
        _ transaction: inout WriteTransaction
    ) throws(StorageError) {
        self.tables = tables
        projections = flush.changes.map(\.0)
        guard !projections.isEmpty else { return }
        let names = PastSpan.names(of: projections.map(\.name))
        var last: PastSpan?
        if try Self.trim(before: flush.count, limits, tables, &transaction) {
            last = try Self.last(transaction, tables)
        }
        let fingerprint = try fingerprint(transaction)
        if let found = last, found.end != flush.first || found.names != names || found.tables != fingerprint {
            last = nil
        }
        let isFar = count - flush.count > limits.recordsMax
        guard !isFar, let found = last else {
            if try transaction.rowCount(tables.past) > 0 { try transaction.clear(tables.past) }
            if !isFar, flush.first < flush.count { begin(PastSpan(from: flush.first, of: names)) }
            return
        }
        if found.end - found.start < limits.spanMin || flush.first == flush.count {
            span = found
        } else {
            begin(PastSpan(from: flush.first, of: names))
        }
    }

    private mutating func begin(_ span: PastSpan) {
        self.span = span
        isNew = true
    }

    /// Whether images are kept at all.
    var isKeeping: Bool { span != nil }

    /// Keeps a row that is about to change, or nil for one that is not there yet. The bytes are copied before anything
    /// is written.
    /// - Parameter hash: see `PastSpan.add`.
    mutating func keep(
        _ table: Int, _ rowKey: UnsafeRawBufferPointer, _ old: UnsafeRawBufferPointer?, _ hash: Hash,
        _ transaction: inout WriteTransaction
    ) throws(StorageError) {
        guard let start = span?.start else { return }
        guard rowKey.count <= StorageLimits.keySizeMax - 9, (old?.count ?? 0) < StorageLimits.valueSizeMax else {
            span = nil
            isSpoiled = true
            return
        }
        key.removeAll(keepingCapacity: true)
        key.append(number: start)
        key.append(UInt8(truncatingIfNeeded: table))
        key.append(contentsOf: rowKey)
        if !isNew, try transaction.value(tables.past, key) != nil { return }
        value.removeAll(keepingCapacity: true)
        value.append(old == nil ? 0 : 1)
        if let old { value.append(contentsOf: old) }
        try withBytes(of: key) { key throws(StorageError) in
            try withBytes(of: value) { value throws(StorageError) in
                if isNew {
                    try transaction.append(tables.past, key, value)
                } else {
                    try transaction.put(tables.past, key, value)
                }
            }
        }
        span?.add(hash, isRow: old != nil)
    }

    /// After the tables and their states were written.
    func finish(_ flush: PreparedFlush, _ transaction: inout WriteTransaction) throws(StorageError) {
        if isSpoiled { try transaction.clear(tables.past) }
        guard var span else { return }
        span.end = flush.count
        span.tables = try fingerprint(transaction)
        try transaction.put(tables.past, span.key, span.value)
    }

    /// Over all rows of the caller's tables, as `meta` has it.
    private func fingerprint(_ transaction: borrowing WriteTransaction) throws(StorageError) -> Fingerprint {
        var sum = Fingerprint()
        for projection in projections {
            let row = try transaction.value(tables.meta, Layout.MetaKey.table(projection.name))
            sum.add(row.flatMap { TableState($0) }?.fingerprint ?? Fingerprint())
        }
        return sum
    }

    // MARK: Stored spans

    /// Drops spans that ended too long ago.
    /// - Returns: false when a row cannot be read; then nothing can be carried on.
    private static func trim(
        before count: UInt64, _ limits: PastLimits, _ tables: LogTables, _ transaction: inout WriteTransaction
    ) throws(StorageError) -> Bool {
        while let first = try edge(transaction, tables, isLast: false) {
            guard let span = try span(of: first, transaction, tables) else { return false }
            guard count > span.end, count - span.end > limits.recordsMax else { return true }
            try remove(span.start, tables, &transaction)
        }
        return true
    }

    private static func last(
        _ transaction: borrowing WriteTransaction, _ tables: LogTables
    ) throws(StorageError) -> PastSpan? {
        guard let key = try edge(transaction, tables, isLast: true) else { return nil }
        return try span(of: key, transaction, tables)
    }

    private static func edge(
        _ transaction: borrowing WriteTransaction, _ tables: LogTables, isLast: Bool
    ) throws(StorageError) -> [UInt8]? {
        guard let cursor = try transaction.cursor(tables.past) else { return nil }
        return (isLast ? try cursor.last() : try cursor.first()).map { Array($0.key) }
    }

    /// The span to which a row belongs.
    private static func span(
        of key: [UInt8], _ transaction: borrowing WriteTransaction, _ tables: LogTables
    ) throws(StorageError) -> PastSpan? {
        let start = Array(key.prefix(8))
        guard let value = try transaction.value(tables.past, start) else { return nil }
        return start.withUnsafeBytes { PastSpan(key: $0, value: value) }
    }

    private static func remove(
        _ start: UInt64, _ tables: LogTables, _ transaction: inout WriteTransaction
    ) throws(StorageError) {
        while true {
            let keys = try firstKeys(of: start, transaction, tables)
            for key in keys {
                try withBytes(of: key) { key throws(StorageError) in
                    _ = try transaction.remove(tables.past, key)
                }
            }
            if keys.count < removalStep { return }
        }
    }

    private static let removalStep = 4096

    private static func firstKeys(
        of start: UInt64, _ transaction: borrowing WriteTransaction, _ tables: LogTables
    ) throws(StorageError) -> [[UInt8]] {
        var keys: [[UInt8]] = []
        guard let cursor = try transaction.cursor(tables.past) else { return [] }
        var row = try cursor.seek(start)
        while let found = row, found.key.number(at: 0) == start, keys.count < removalStep {
            keys.append(Array(found.key))
            row = try cursor.next()
        }
        return keys
    }
}
