internal import HoldfastLog

/// Reads a store, from any process and beside a running engine. It never writes and creates nothing, and shows only what is on disk.
public final class OfflineStore: Sendable {
    let log: EventLog
    /// As it was given.
    public let path: String
    private let clock: any EngineClock
    /// The log belongs to an engine, which closes it.
    private let isLent: Bool

    init(log: EventLog, path: String, clock: any EngineClock, isLent: Bool) {
        self.log = log
        self.path = path
        self.clock = clock
        self.isLent = isLent
    }

    /// Opens the store in the directory.
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
    /// At the head that costs a fold of what the tables do not cover yet, at most some ten thousand records; earlier points fold the log
    /// from its beginning.
    /// - Throws: `noSuchPosition` past the head, and what `body` throws, as `internal` unless it is a `HoldfastError`.
    public func read<Value>(
        at point: LogPoint = .head, _ body: (StateReader) throws -> Value
    ) throws(HoldfastError) -> Value {
        do {
            switch point {
            case .head: return try readHead(body)
            case .beginning: return try read(after: 0, body)
            case .position(let position):
                let count = try snapshotCount()
                guard position < count else { throw Self.past(position, count) }
                return try read(after: position + 1, body)
            }
        } catch {
            throw HoldfastError(error)
        }
    }

    static func past(_ position: UInt64, _ count: UInt64) -> HoldfastError {
        HoldfastError(
            .noSuchPosition,
            count == 0 ? "the log is empty" : "there is no position \(position): the head of the log is \(count - 1)")
    }

    private func readHead<Value>(_ body: (StateReader) throws -> Value) throws -> Value {
        try log.lend { snapshot in
            try SnapshotRows.with(snapshot) { rows in
                let tables = TableView(rows: rows, privateParts: PrivateParts(rows: rows))
                var fold = StateFold(over: tables)
                try snapshot.fold(snapshot.coveredCount..<snapshot.count, into: &fold)
                let tail = fold.finish()
                let partials = PartialSizes(directory: path)
                let reader = try StateReader(
                    view: tail.view(over: tables), recordCount: snapshot.count, now: clock.now(),
                    receivedBytes: { partials.size(of: $0) })
                return try body(reader)
            }
        }
    }

    /// A fold from the beginning, in memory. What waits is told against the time of the last record folded.
    private func read<Value>(after count: UInt64, _ body: (StateReader) throws -> Value) throws -> Value {
        var fold = StateFold()
        var failure: (any Error)?
        try log.scan(0..<count) { position, bytes throws(LogError) in
            do { try fold.apply(bytes, at: position) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
        let state = MemoryState(fold)
        let parts = PrivateParts(rows: LiveRows(log: log))
        let now = Now(wall: state.device().lastRecordedAt, monotonic: 0)
        let past = PastState(state: state, privateParts: parts)
        return try body(StateReader(view: past, recordCount: count, now: now))
    }
}

extension LogSnapshot {
    /// Folds the records of a range, in order.
    borrowing func fold(_ range: Range<UInt64>, into fold: inout StateFold) throws {
        var failure: (any Error)?
        try scan(range) { position, bytes throws(LogError) in
            do { try fold.apply(bytes, at: position) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }
}
