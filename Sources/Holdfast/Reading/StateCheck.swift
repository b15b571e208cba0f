internal import Glibc
internal import HoldfastLog

/// Folds all records anew, in one walk, and holds what is stored against it: the state's rows, what is kept of the past, and private parts.
///
/// The walk stops at every position of which rows are kept. What the records up to the next one change is folded by itself, over the
/// state so far: that is what the kept rows must undo.
struct StateCheck: ~Copyable {
    private let store: OfflineStore
    private var log: EventLog { store.log }
    /// What the records since `foldStart` change over `base`.
    private var fold = StateFold()
    private var foldStart: UInt64 = 0
    private var base: any StateView = EmptyState()
    /// Of each table, at `foldStart`.
    private var rows = StateTable.allCases.map { _ in FoldedRows() }
    private let sha = SHA256()
    /// Records that were walked over.
    private var count: UInt64 = 0
    private var privateRowCount: UInt64 = 0
    private let isAbandoned: () -> Bool

    /// Records of one snapshot: a snapshot for each would cost more than the check.
    private static let batch: UInt64 = 4_096
    /// Stands before the digest in a record that has one, in this one form.
    private static let digestKey: Int32 = 10

    /// - Parameter isAbandoned: asked now and then; the check ends early, and its result is worth nothing.
    init(_ store: OfflineStore, isAbandoned: @escaping () -> Bool) {
        self.store = store
        self.isAbandoned = isAbandoned
    }

    /// - Throws: `UnreadableRecord` at the first record that the fold cannot read, `CancellationError` when it was abandoned.
    mutating func run(_ result: inout StoreVerification) throws {
        try checkPast(&result)
        try compareTables(&result)
        // Commits that come meanwhile are checked too, until rows and records can be counted in one snapshot.
        while true {
            try walk(to: try store.snapshotCount(), &result)
            let isDone = try log.lend { [count, privateRowCount] snapshot in
                guard snapshot.count == count else { return false }
                try snapshot.checkPrivateRows(privateRowCount, &result)
                return true
            }
            if isDone { return }
        }
    }

    /// A writer may lengthen the newest span, and drop the oldest, while records are folded.
    private mutating func checkPast(_ result: inout StoreVerification) throws {
        var wanted: UInt64 = 0
        while let next = try log.lend({ [wanted] in try $0.pastCounts().first { $0 >= wanted } }) {
            try walk(to: next, &result)
            goOn()
            // Damaged rows were found already, where the log was checked against itself.
            while let span = try log.lend({ try $0.pastSpanRows(from: next) }) {
                if span.end > count {
                    try walk(to: span.end, &result)
                } else {
                    if let table = goOn(past: span.tables) {
                        result.add(
                            .derived, nil,
                            "the rows of \(table.name) that are kept of position \(next) are not a fold of the records")
                    }
                    break
                }
            }
            wanted = max(count, next + 1)
        }
    }

    /// Begins a new fold over everything so far.
    /// - Returns: a table of which the rows kept since the last time are wrong.
    @discardableResult
    private mutating func goOn(past images: [[Overlay.Change]]? = nil) -> StateTable? {
        var wrong: StateTable?
        for (table, changes) in zip(StateTable.allCases, fold.changes()) {
            let isRight = rows[table.rawValue].advance(by: changes, past: images?[table.rawValue])
            if !isRight { wrong = wrong ?? table }
        }
        if count > foldStart {
            base = Self.view(fold.withRows { $0 }, over: base)
            fold = StateFold(over: base)
            foldStart = count
        }
        return wrong
    }

    private static func view(_ rows: Overlay, over base: some StateView) -> any StateView { rows.view(over: base) }

    /// A flush may move the position while records are folded: folds on until both agree in one snapshot.
    private mutating func compareTables(_ result: inout StoreVerification) throws {
        while true {
            try walk(to: try log.coveredCount, &result)
            goOn()
            let isDone = try log.lend { [count, rows] snapshot in
                guard snapshot.coveredCount == count else { return false }
                for table in StateTable.allCases {
                    if let difference = try rows[table.rawValue].difference(from: table, in: snapshot) {
                        result.add(.state, nil, "\(table.name) is not a fold of the records: \(difference)")
                    }
                }
                return true
            }
            if isDone { return }
        }
    }

    private mutating func walk(to end: UInt64, _ result: inout StoreVerification) throws {
        while count < end {
            if isAbandoned() { throw CancellationError() }
            let range = count..<min(end, count + Self.batch)
            let log = log
            try log.lend { snapshot in
                var failure: (any Error)?
                try snapshot.scanWithPrivateRows(range) { position, bytes, privateRow throws(LogError) in
                    do {
                        try fold.apply(stored: bytes, at: position)
                        try checkPrivatePart(of: bytes, privateRow, at: position, &result)
                    } catch { failure = error }
                    return failure == nil
                }
                if let failure { throw failure }
            }
            count = range.upperBound
        }
    }

    private mutating func checkPrivatePart(
        of record: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer?, at position: UInt64,
        _ result: inout StoreVerification
    ) throws {
        if row != nil { privateRowCount += 1 }
        // Most records have none of either, and most of those not even a byte that could be the digest's key.
        if row == nil, let start = record.baseAddress, memchr(start, Self.digestKey, record.count) == nil { return }
        switch (try Record.privateDigest(in: record), row.map { sha.privateRow($0) }) {
        case (nil, nil): break
        case (_?, nil): result.privatePartsErased += 1
        case (let expected?, let found?) where expected == found: result.privatePartsIntact += 1
        default:
            result.add(
                .privatePart, position..<(position + 1), "the private part is not what the record was written with")
        }
    }
}

extension SHA256 {
    /// `SHA-256(0x02 || salt || private bytes)`, as records hold it.
    borrowing func privateRow(_ row: UnsafeRawBufferPointer) -> Digest {
        begin()
        add(2)
        add(row)
        return Digest(sha256: finish().bytes)
    }
}

extension LogSnapshot {
    /// A row whose key was damaged is found by no record, and its record would pass for one whose private part was erased.
    fileprivate borrowing func checkPrivateRows(_ found: UInt64, _ result: inout StoreVerification) throws {
        if let position = try privateRowPastEnd(), position < .max {
            return result.add(.privatePart, position..<(position + 1), "there is a private part, and no such record")
        }
        let stored = try privateRowCount()
        if stored != found {
            result.add(.privatePart, nil, "\(stored) private parts are stored, of which records have \(found)")
        }
    }
}
