internal import HoldfastLog

/// Reads a store, from any process and beside a running engine. It never writes and creates nothing, and shows only what is on disk.
public final class OfflineStore: Sendable {
    let log: EventLog
    /// As it was given.
    public let path: String
    let clock: any EngineClock
    /// The log belongs to an engine, which closes it.
    private let isLent: Bool

    init(log: EventLog, path: String, clock: any EngineClock, isLent: Bool) {
        self.log = log
        self.path = path
        self.clock = clock
        self.isLent = isLent
    }

    /// Opens the store in the directory, or a log file by itself, such as a backup.
    ///
    /// - Throws: `noStore`, `newerStore`, `damaged`, `permission`; `inUse` where this very process has it open already: beside an engine of
    ///   its own, a process reads through `OfflineEngine.store`.
    public static func open(
        at path: String, clock: any EngineClock = SystemClock()
    ) throws(HoldfastError) -> OfflineStore {
        do {
            let log = try EventLog.open(directory: path, options: .reading)
            return OfflineStore(log: log, path: path, clock: clock, isLent: false)
        } catch {
            throw HoldfastError(error)
        }
    }

    /// Releases the file. Reading afterwards throws `closed`. An engine's own store stays open until the engine is closed.
    public func close() {
        if !isLent { log.closeAndWait() }
    }

    /// Records in the log now.
    public func recordCount() throws(HoldfastError) -> UInt64 {
        do { return try snapshotCount() } catch { throw HoldfastError(error) }
    }

    /// From the same snapshots as everything else that is read: an engine in this process counts a commit a moment later.
    func snapshotCount() throws -> UInt64 { try log.lend { $0.count } }

    /// Lends the state at a point to `body`.
    ///
    /// At the head, and at any of the last 131,072 positions and more, that costs a fold of some ten thousand records, whatever the length
    /// of the log; earlier points fold it from its beginning.
    /// - Throws: `noSuchPosition` past the head, and what `body` throws, as `internal` unless it is a `HoldfastError`.
    public func read<Value>(
        at point: LogPoint = .head, _ body: (StateReader) throws -> Value
    ) throws(HoldfastError) -> Value {
        do {
            switch point {
            case .head:
                if let value = try readOverTables(after: nil, body) { return value }
                // The tables are being built, or were deleted and nobody has written since.
                return try readFolded(after: try snapshotCount(), isHead: true, body)
            case .beginning: return try readFolded(after: 0, body)
            case .position(let position):
                let count = try snapshotCount()
                guard position < count else { throw Self.past(position, count) }
                return try readPast(after: position + 1, body)
            }
        } catch {
            throw HoldfastError(error)
        }
    }

    /// Where a stored row or a later record cannot be read, the records before still tell what was: `body` then runs a second time.
    private func readPast<Value>(after count: UInt64, _ body: (StateReader) throws -> Value) throws -> Value {
        do {
            if let value = try readOverTables(after: count, body) { return value }
        } catch is DamagedRow {
        } catch LogError.unreadable {}
        return try readFolded(after: count, body)
    }

    static func past(_ position: UInt64, _ count: UInt64) -> HoldfastError {
        HoldfastError(
            .noSuchPosition,
            count == 0 ? "the log is empty" : "there is no position \(position): the head of the log is \(count - 1)")
    }

    /// More records are not folded within one snapshot, which holds back the reuse of the file's pages; it is never needed but while the
    /// tables are being built.
    private static let foldedOverTablesMax: UInt64 = 131_072

    /// A fold over the stored tables, with the past laid over them where need be; `nil` when the tables are of no use for that point.
    ///
    /// - Parameter count: number of records of the state; `nil` is the head, as it is now.
    func readOverTables<Value>(after count: UInt64?, _ body: (StateReader) throws -> Value) throws -> Value? {
        try log.lend { snapshot in
            let end = count ?? snapshot.count
            guard let past = try snapshot.pastRows(notAfter: end), end - past.count <= Self.foldedOverTablesMax else {
                return nil
            }
            return try SnapshotRows.with(snapshot) { stored in
                let rows = PastRowSource(past, over: stored)
                let tables = TableView(rows: rows, privateParts: PrivateParts(rows: rows))
                var fold = StateFold(over: tables)
                try snapshot.fold(past.count..<end, into: &fold)
                let tail = fold.finish()
                let view = tail.view(over: tables)
                let changes = TableChanges(log: log, coveredCount: snapshot.coveredCount, past: past, tail: tail)
                return try body(reader(of: view, after: end, isHead: count == nil, changes))
            }
        }
    }

    /// A fold of every record from the beginning, in memory, whatever the tables hold.
    package func readFolded<Value>(
        after count: UInt64, isHead: Bool = false, _ body: (StateReader) throws -> Value
    ) throws -> Value {
        var fold = StateFold()
        var failure: (any Error)?
        try log.scan(0..<count) { position, bytes throws(LogError) in
            do { try fold.apply(stored: bytes, at: position) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
        return try body(reader(folded: fold.finish(), after: count, isHead: isHead))
    }

    /// - Parameter rows: what all the records have changed.
    func reader(folded rows: Overlay, after count: UInt64, isHead: Bool = false) throws -> StateReader {
        let nothing = TableView(rows: NoRows(log: log), privateParts: PrivateParts(rows: NoRows(log: log)))
        return try reader(of: rows.view(over: nothing), after: count, isHead: isHead, nil)
    }

    /// At the head, what waits is told against the present, and partial files show progress; in the past against the time of the last record.
    private func reader(
        of view: some StateView, after count: UInt64, isHead: Bool, _ changes: TableChanges?
    ) throws -> StateReader {
        guard isHead else {
            let now = Now(wall: try view.device().lastRecordedAt, monotonic: 0)
            return try StateReader(view: view, recordCount: count, now: now, changes: changes)
        }
        let place = try view.device().contentVolume
        let outside = try place.id == 0 ? nil : place.placed.flatMap { try view.privatePart(at: $0)?.volumePath }
        let partials = PartialSizes(store: path, volume: outside.map { (place.id, $0) })
        return try StateReader(
            view: view, recordCount: count, now: clock.now(), changes: changes,
            receivedBytes: { partials.size(of: $0) })
    }
}

extension LogSnapshot {
    /// Folds the records of a range, in order.
    borrowing func fold(_ range: Range<UInt64>, into fold: inout StateFold) throws {
        var failure: (any Error)?
        try scan(range) { position, bytes throws(LogError) in
            do { try fold.apply(stored: bytes, at: position) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }
}
