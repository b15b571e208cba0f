internal import HoldfastLog

/// Decides, numbers, encodes and folds, in one synchronous step, and queues the records for the disk.
///
/// State may run ahead of the disk by what is queued; nobody outside is told before it is durable. Owned by the engine's actor.
final class Sequencer {
    let log: EventLog
    let privateParts: PrivateParts
    private let tables: TableView
    private let rebuildProgress: (@Sendable (UInt64, UInt64) -> Void)?
    /// Changed rows since the last flush was begun.
    private var active = Overlay()
    /// Rows that a flush in flight is writing.
    private var frozen: Overlay?
    /// Number of records that the tables cover once the flush in flight is through.
    private var coveredCount: UInt64
    private var salts: Salts
    private var lastRecordedAt: Int64 = 0
    /// What was queued last; when it is durable, so is everything before it.
    private(set) var lastSubmission: Submission?

    /// A flush is begun at this many records; an append that could pass twice as many waits for it.
    static let flushCount: UInt64 = 32_768
    /// More records than any decision has.
    private static let decisionCountMax: UInt64 = 1_024
    /// A fall of the wall clock up to this much, in microseconds, is smoothed over; a larger one begins a new segment.
    private static let ratchetMax: Int64 = 5_000_000

    /// - Parameter rebuildProgress: called with (done, all) records while a long tail is folded.
    init(
        log: EventLog, addresses: @escaping @Sendable () -> [InterfaceAddress],
        salts: Salts = Salts(), rebuildProgress: (@Sendable (UInt64, UInt64) -> Void)? = nil
    ) throws {
        self.log = log
        self.salts = salts
        self.rebuildProgress = rebuildProgress
        let rows = LiveRows(log: log)
        privateParts = PrivateParts(rows: rows)
        tables = TableView(rows: rows, privateParts: privateParts, addresses: addresses)
        coveredCount = try log.read { $0.coveredCount }
        try foldTail()
    }

    /// State at the last queued record.
    var state: OverlayView<OverlayView<TableView>> {
        active.view(over: (frozen ?? Overlay()).view(over: tables))
    }

    var unflushedCount: UInt64 { log.nextPosition - coveredCount }
    var isFlushDue: Bool { frozen == nil && unflushedCount >= Self.flushCount }
    /// The log counts what is not on disk: also what a flush is just writing.
    var mustWaitForFlush: Bool { log.unflushedCount >= LogLimits.tailMax - Int(Self.decisionCountMax) }

    /// What a command came to: the positions it got, and a wait for the disk.
    struct Appended {
        var positions: Range<UInt64>
        var note: Decision.Note?
        /// `nil` when nothing was appended.
        var submission: Submission?
        /// See `Decision.continuesAfter`.
        var continuesAfter: UInt64?
    }

    /// Decides a command on the state as it is now and queues its events.
    ///
    /// - Parameters:
    ///   - id: makes the command idempotent: given again, it appends nothing and returns the first result.
    ///   - traffic: what open attempts have received.
    func perform(
        _ command: Command, by actor: Record.Actor, id: String?, now: Now, traffic: [UInt64: Traffic] = [:]
    ) throws -> Appended {
        if let id, let known = try log.command(id) {
            return Appended(positions: known.positions, submission: known.submission)
        }
        var context: DecisionContext { DecisionContext(now: now, next: log.nextPosition, traffic: traffic) }
        var decision = try decide(command, in: state, context: context)
        guard !decision.events.isEmpty else {
            return Appended(
                positions: log.nextPosition..<log.nextPosition, note: decision.note,
                continuesAfter: decision.continuesAfter)
        }
        if now.wall < lastRecordedAt - Self.ratchetMax {
            // The jump comes first, so that the decided positions hold only after deciding again behind it.
            try markClockJump(now: now)
            decision = try decide(command, in: state, context: context)
        }
        return try append(decision, by: actor, id: id, now: now)
    }

    private func markClockJump(now: Now) throws {
        let fall = (lastRecordedAt - now.wall) / 1000
        let context = DecisionContext(now: now, next: log.nextPosition)
        let jump = try decide(.clockFell(byMilliseconds: fall), in: state, context: context)
        lastRecordedAt = now.wall
        _ = try append(jump, by: .system, id: nil, now: now)
    }

    private func append(_ decision: Decision, by actor: Record.Actor, id: String?, now: Now) throws -> Appended {
        let first = log.nextPosition
        var named: [String: UInt64] = [:]
        var records: [Record] = []
        var encoded: [NewRecord] = []
        lastRecordedAt = max(lastRecordedAt, now.wall)
        for (index, event) in decision.events.enumerated() {
            let position = first + UInt64(index)
            let subject = try resolve(event.subject, at: position, named: &named)
            var record = Record(
                position: position, subject: subject, recordedAt: lastRecordedAt, actor: event.actor ?? actor,
                cause: event.cause, event: event.event)
            if now.wall != lastRecordedAt { record.wallClock = now.wall }
            if index == 0, let id { record.command = .init(id: id, count: UInt64(decision.events.count)) }
            encoded.append(encode(&record, privatePart: event.privatePart))
            records.append(record)
        }
        let submission = try log.submit(encoded, at: first)
        lastSubmission = submission
        let base: any StateView = (frozen ?? Overlay()).view(over: tables)
        do {
            defer { active.settle() }
            for (record, event) in zip(records, decision.events) {
                try active.fold(record, privatePart: event.privatePart, over: base)
            }
        } catch {
            // The commit has failed already: whoever waits for it hears why, and then the overlay is dropped.
            if !log.isBroken { try takeUp(after: error) }
        }
        return Appended(
            positions: first..<(first + UInt64(records.count)), note: decision.note, submission: submission,
            continuesAfter: decision.continuesAfter)
    }

    /// Where the fold met a stored row that cannot be read, the tables are built anew from the log, which has what was queued.
    private func takeUp(after error: any Error) throws {
        guard error is DamagedRow else { throw FoldFailure(cause: error) }
        rebuildProgress?(0, log.nextPosition)
        do {
            try rebuildTables()
        } catch {
            if !log.isBroken { throw FoldFailure(cause: error) }
        }
    }

    /// Records are queued that the state could not take up: the two have parted, and nothing more may be decided.
    struct FoldFailure: Error {
        let cause: any Error
    }

    private func encode(_ record: inout Record, privatePart: PrivatePart?) -> NewRecord {
        var row: [UInt8]?
        if let privatePart {
            let bytes = privatePart.row(salt: salts.next())
            record.privateDigest = bytes.withUnsafeBytes { SHA256().privateRow($0) }
            row = bytes
        }
        let beginsSegment = if case .clockJumped = record.event { true } else { false }
        let keys = RecordKeys(
            record.subject, command: record.command, recordedAt: record.recordedAt, beginsSegment: beginsSegment)
        return NewRecord(bytes: record.encode(), keys: keys, privateRow: row)
    }

    private func resolve(
        _ subject: NewSubject, at position: UInt64, named: inout [String: UInt64]
    ) throws -> Record.Subject {
        let text: String
        switch subject {
        case .number(let number): return .number(number)
        case .newItem(let id): text = "item:\(id)"
        case .newGroup(let id): text = "group:\(id)"
        case .session: text = "session"
        case .device: text = "device"
        case .settings: text = "settings"
        }
        if let number = try named[text] ?? log.subjectNumber(text) { return .number(number) }
        named[text] = position
        return .first(text)
    }

    // MARK: Flushing

    /// Queues the changed rows for the tables, in one transaction with the position they cover.
    func beginFlush() throws -> Submission? {
        let count = log.nextPosition
        guard frozen == nil, count > coveredCount else { return nil }
        let submission = try log.flush(tables: changes(), covering: count)
        frozen = active
        active = Overlay()
        coveredCount = count
        return submission
    }

    private func changes() -> [[TableChange]] {
        active.changes().map { $0.map { TableChange(key: $0.key, value: $0.value) } }
    }

    /// The flush is on disk: the tables have what the frozen rows had.
    func endFlush() { frozen = nil }

    // MARK: Starting over

    /// Falls back to what the log holds, after a commit failed: everything that was queued is gone.
    func startOver() throws {
        try log.resynchronise()
        active = Overlay()
        frozen = nil
        coveredCount = try log.read { $0.coveredCount }
        try foldTail()
    }

    /// Throws the tables away and builds them anew from the records, after everything that is queued.
    func rebuildTables() throws {
        try log.discardTables()
        try startOver()
    }

    /// Folds the records that the tables do not cover yet, flushing on the way so that a long tail (a rebuild) stays bounded.
    private func foldTail() throws {
        lastRecordedAt = try state.device().lastRecordedAt
        let end = try log.storedCount
        let first = coveredCount
        var next = first
        while next < end {
            let stop = min(end, next + Self.flushCount)
            var fold = StateFold(active, over: tables)
            var failure: (any Error)?
            try log.scan(next..<stop) { position, bytes throws(LogError) in
                do { try fold.apply(stored: bytes, at: position) } catch { failure = error }
                return failure == nil
            }
            if let failure { throw failure }
            active = fold.finish()
            next = stop
            if end - first > Self.flushCount { rebuildProgress?(next, end) }
            if next < end || stop - coveredCount >= Self.flushCount { try flushNow(covering: next) }
        }
        lastRecordedAt = try state.device().lastRecordedAt
    }

    private func flushNow(covering count: UInt64) throws {
        try log.flush(tables: changes(), covering: count).wait()
        active = Overlay()
        coveredCount = count
    }
}
