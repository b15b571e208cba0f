/// Follows recorded history, and beside it what would have been under other settings.
///
/// Whatever the changed settings do not touch happens as recorded, and when it was recorded. A download parts from the records where the
/// scheduler's own rules (`blockers`) say something else under the changed settings: it would not have been let go on, or it would have
/// gone on where it waited. From there on its recorded bytes move whenever those rules let them, as fast as they did.
///
/// Feed it the records in order. It keeps the state and what it needs of each request that goes another way; it reads no clock.
package struct WhatIf {
    /// Walks the records of an item from a position on, within the history, until `body` returns false.
    package typealias ItemRecords = (_ item: UInt64, _ from: UInt64, _ body: (Record) -> Bool) throws -> Void

    let changes: ChangedSettings
    let sources: RecordedSources
    let itemRecords: ItemRecords
    let start: UInt64
    var state: MemoryState
    /// By item number.
    var courses: [UInt64: Course] = [:]
    /// Attempts that the records show running, by item number.
    var attempts: [UInt64: RecordedAttempt] = [:]
    /// Microseconds since 1970 UTC; `nil` before the first record.
    var clock: Int64?
    /// When to look again although nothing is recorded.
    var nextDue: Int64?
    var table = ByteTable()
    var unknowns: Set<WhatIfUnknown> = []
    var report: WhatIfReport

    /// Moments between two records at which the rules are asked.
    static let momentCountMax = 10_000

    /// - Parameters:
    ///   - changes: stand from the first record on that is taken.
    ///   - state: before that record.
    ///   - start: its position.
    ///   - privatePart: at a position; `nil` where it was erased.
    package init(
        _ changes: ChangedSettings, over state: MemoryState, from start: UInt64,
        privatePart: @escaping (UInt64) throws -> PrivatePart?, itemRecords: @escaping ItemRecords
    ) throws {
        self.changes = changes
        self.state = state
        self.start = start
        self.itemRecords = itemRecords
        sources = RecordedSources(part: privatePart)
        report = WhatIfReport(positions: start..<start)
        report.changes = changes.listed
        if changes.keys.contains(where: UntoldSetting.contains) { unknowns.insert(.settingNotModelled) }
        if start > 0 {
            clock = state.device().lastRecordedAt
            report.began = clock
            try adoptRunning()
            try look(touched: nil)
        }
    }

    /// Attempts that were open already.
    private mutating func adoptRunning() throws {
        let (state, time) = (state, clock ?? 0)
        try state.walk(.running) { key in
            guard let item = state.item(key.number), let attempt = item.transfer.attempt,
                !item.transfer.state.isFinishing
            else { return true }
            let meter = AttemptMeter(attempt.id, fromByte: attempt.fromByte, durable: item.staging?.durableBytes)
            attempts[key.number] = RecordedAttempt(meter: meter, counted: time)
            return true
        }
    }

    /// Takes the next record.
    package mutating func take(_ record: Record, privatePart: PrivatePart? = nil) throws {
        if clock == nil {
            clock = record.recordedAt
            report.began = record.recordedAt
        }
        var died = false
        if case .sessionOpened = record.event, state.device().session != nil { died = true }
        if died { try processDied() }
        try advance(to: record.recordedAt, isAlive: !died)
        report.positions = start..<(record.position &+ 1)
        report.ended = record.recordedAt

        let number: UInt64? = if case .number(let number) = record.subject { number } else { nil }
        if let number { try count(record, of: number) }
        if case .transferStarted = record.event, let number { try recordedStart(of: number, record) }
        state.apply(record, privatePart: privatePart)
        if case .transferStarted(let payload) = record.event, let number,
            state.item(number)?.transfer.attempt?.id == record.position
        {
            let meter = AttemptMeter(record.position, fromByte: max(0, payload.fromByte))
            attempts[number] = RecordedAttempt(meter: meter, counted: record.recordedAt)
        }
        if let number { follow(record, number) }
        try look(touched: record.event.isOfOneItem ? number : nil)
    }

    /// Ends the history.
    package consuming func finish() -> WhatIfReport {
        let time = clock ?? 0
        var isCut = false
        for course in courses.values {
            if !course.isOver { isCut = true }
            report.items.append(course.told(at: time, isEnd: true))
        }
        if isCut { unknowns.insert(.historyEnds) }
        report.items.sort { ($0.parted, $0.request) < ($1.parted, $1.request) }
        if !report.items.isEmpty {
            unknowns.insert(.outcome)
            if changes.keys.contains(where: { $0.hasPrefix("storage.") }) { unknowns.insert(.freeSpace) }
        }
        if report.items.contains(where: { $0.bytes.contains { $0.after > $0.before } }) { unknowns.insert(.speed) }
        if sources.isAssumed { unknowns.insert(.sourceErased) }
        if state.device().unreadable != nil { unknowns.insert(.unreadable) }
        report.bytes = table.listed
        report.unknowns = WhatIfUnknown.allCases.filter(unknowns.contains)
        return report
    }
}

/// An attempt that the records show running.
struct RecordedAttempt {
    var meter: AttemptMeter
    /// When its bytes were last counted.
    var counted: Int64
    /// Time since then, by the network that it ran over.
    var times: [NetworkClass: Int64] = [:]
    /// The process was gone before its end was written.
    var isCut = false
}

extension Event {
    /// Concerns nothing but its item: what holds others up stays as it is, in the records and beside them.
    fileprivate var isOfOneItem: Bool {
        switch self {
        case .storeCreated, .recoveryCompleted, .featureDeclared, .itemRegistered, .itemAmended, .sizeResolved,
            .downloadRequested, .downloadReprioritised, .retryRequested, .responseReceived, .transferCheckpointed,
            .contentVerified, .contentOpened, .contentPinned, .contentUnpinned, .noteAdded, .auditCompleted:
            true
        default: false
        }
    }
}
