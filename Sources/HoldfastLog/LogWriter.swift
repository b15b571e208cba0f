import HoldfastLMDB

/// What the writer thread keeps while it fills a group: the tree's running edge and a hash context.
final class LogWriter: @unchecked Sendable {
    // Every method runs on the environment's writer thread, inside its transaction, and nothing else touches the
    // properties after init; so no two threads ever use them at once.
    private var stack = TreeStack()
    private var isChanged = false
    private let sha = SHA256()
    private let tables: LogTables
    private let path: String
    private let fault: LogFault?
    private let past: PastLimits

    init(tables: LogTables, path: String, _ options: LogOptions) {
        self.tables = tables
        self.path = path
        fault = options.fault
        past = options.past
    }

    var hooks: GroupHooks {
        var hooks = GroupHooks(
            begin: { [self] transaction throws(StorageError) in try begin(&transaction) },
            finish: { [self] transaction throws(StorageError) in try finish(&transaction) })
        if let fault {
            hooks.fault = { step throws(StorageError) in
                switch step {
                case .begun: try fault(.groupBegun)
                case .written: try fault(.groupWritten)
                case .committed: try fault(.groupCommitted)
                }
            }
        }
        return hooks
    }

    /// Starts from what is on disk, so that a group can run again and a failed one leaves nothing behind.
    private func begin(_ transaction: inout WriteTransaction) throws(StorageError) {
        guard let stored = try transaction.value(tables.meta, Layout.MetaKey.stack), let stack = TreeStack(stored)
        else {
            throw .damaged(path: path, detail: "its tree has no running edge")
        }
        self.stack = stack
        isChanged = false
    }

    private func finish(_ transaction: inout WriteTransaction) throws(StorageError) {
        if isChanged { try transaction.put(tables.meta, Layout.MetaKey.stack, stack.bytes) }
    }

    func append(
        _ records: [NewRecord], at first: UInt64, _ transaction: inout WriteTransaction
    ) throws(StorageError) {
        try fault?(.appendStarted)
        guard first == stack.size else {
            throw .rejected(detail: "records for position \(first) came when the log held \(stack.size)")
        }
        isChanged = true
        var position = first
        // By index: a record that is taken out of its array counts as held once more, piece by piece.
        for index in records.indices {
            let leaf = try withBytes(of: records[index].bytes) { bytes throws(StorageError) in
                try withKey(position) { key throws(StorageError) in
                    try transaction.append(tables.records, key, bytes)
                }
                return sha.leaf(bytes)
            }
            if let row = records[index].privateRow {
                try withBytes(of: row) { bytes throws(StorageError) in
                    try withKey(position) { key throws(StorageError) in
                        try transaction.append(tables.privateRows, key, bytes)
                    }
                }
            }
            try stack.append(leaf, sha) { node, hash throws(StorageError) in
                if node.level >= Layout.storedLevelMin {
                    try transaction.put(tables.tree, Layout.key(of: node), hash.bytes)
                }
            }
            position += 1
        }
        try fault?(.appendWritten)
    }

    func flush(_ flush: PreparedFlush, _ transaction: inout WriteTransaction) throws(StorageError) {
        try fault?(.flushStarted)
        guard flush.count <= stack.size else {
            throw .rejected(detail: "a flush of \(flush.count) records came when the log held \(stack.size)")
        }
        if let derived = flush.derived {
            let covered = try transaction.value(tables.meta, Layout.MetaKey.covered)?.number(at: 0) ?? 0
            guard covered == derived.range.lowerBound else {
                throw gap(from: derived.range.lowerBound, covered: covered)
            }
            try derived.write(&transaction, tables, sha)
        }
        var past = try PastRecorder(flush, of: stack.size, past, tables, &transaction)
        for (number, (table, changes)) in flush.changes.enumerated() {
            try write(changes, number, table, flush, &past, &transaction)
        }
        try past.finish(flush, &transaction)
        try fault?(.flushWritten)
    }

    /// A flush may be queued on top of one that is just failing. Rows that skip records would leave tables wrong for
    /// ever, with fingerprints that agree. Tables that are further on than their reader saw do not agree among themselves.
    private func gap(from first: UInt64, covered: UInt64) -> StorageError {
        covered > first
            ? .damaged(path: path, detail: "some of its tables cover \(covered) records and others \(first)")
            : .rejected(detail: "a flush from position \(first) came when the tables covered \(covered) records")
    }

    private func write(
        _ changes: [TableChange], _ number: Int, _ projection: PreparedFlush.Projection, _ flush: PreparedFlush,
        _ past: inout PastRecorder, _ transaction: inout WriteTransaction
    ) throws(StorageError) {
        let metaKey = Layout.MetaKey.table(projection.name)
        var state = try transaction.value(tables.meta, metaKey).flatMap { TableState($0) } ?? TableState()
        guard state.coveredCount == flush.first else { throw gap(from: flush.first, covered: state.coveredCount) }
        for change in changes {
            try withBytes(of: change.key) { key throws(StorageError) in
                let old = try transaction.value(projection.table, key)
                if let old {
                    if let new = change.value, new.withUnsafeBytes({ $0.isEqual(to: old) }) { return }
                    let hash = Fingerprint.rowHash(projection.name, key, old, sha)
                    state.fingerprint.subtract(hash)
                    state.rowCount &-= 1
                    try past.keep(number, key, old, hash, &transaction)
                }
                guard let value = change.value else {
                    if old != nil { _ = try transaction.remove(projection.table, key) }
                    return
                }
                try withBytes(of: value) { value throws(StorageError) in
                    let hash = Fingerprint.rowHash(projection.name, key, value, sha)
                    state.fingerprint.add(hash)
                    state.rowCount &+= 1
                    if old == nil, past.isKeeping {
                        let none = UnsafeRawBufferPointer(start: nil, count: 0)
                        let empty = value.isEmpty ? hash : Fingerprint.rowHash(projection.name, key, none, sha)
                        try past.keep(number, key, nil, empty, &transaction)
                    }
                    try transaction.put(projection.table, key, value)
                }
            }
        }
        state.coveredCount = flush.count
        try transaction.put(tables.meta, metaKey, state.bytes)
    }
}

/// A flush that has been checked and sorted, ready for the writer thread.
struct PreparedFlush: Sendable {
    struct Projection: Sendable {
        var name: String
        var table: Table
    }

    /// Number of records that the caller's tables covered before.
    var first: UInt64
    /// Number of records that they cover with it.
    var count: UInt64
    /// Nil when the log's own tables already cover `count`.
    var derived: DerivedRows?
    var changes: [(Projection, [TableChange])]

    var sizeInBytes: Int {
        changes.reduce(derived?.sizeInBytes ?? 0) { sum, table in
            table.1.reduce(sum) { $0 + $1.key.count + ($1.value?.count ?? 0) }
        }
    }
}
