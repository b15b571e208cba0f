/// What the records tell of a request from a moment on: how much it moved, and how long that took.
struct RequestWork: Sendable {
    var bytes: Int64 = 0
    /// Time in which it moved them.
    var microseconds: Int64 = 0
    /// When it ran first.
    var ran: Int64?
    /// When its last byte had come; `nil` where that is not recorded.
    var whole: Int64?
    /// It was met or failed for good: no more was to come.
    var isSettled = false
    /// Bytes of the attempt open at the moment that had moved by then, beyond those counted.
    var anticipated: Int64 = 0

    private var meter: AttemptMeter?
    private var counted: Int64

    /// - Parameters:
    ///   - records: the item's, in order, from the moment on.
    ///   - open: the attempt open at the moment, and when its bytes were last counted.
    init(_ records: [Record], request: UInt64, open: (meter: AttemptMeter, counted: Int64)?, at moment: Int64) {
        meter = open?.meter
        counted = open?.counted ?? moment
        if open != nil { ran = moment }
        for record in records {
            switch record.event {
            case .contentPublished:
                isSettled = true
                return
            case .downloadCancelled, .deletionRequested, .downloadRequested: return
            default: take(record, request, moment)
            }
        }
    }

    private mutating func take(_ record: Record, _ request: UInt64, _ moment: Int64) {
        switch record.event {
        case .transferStarted(let payload):
            guard payload.request == request else { return }
            meter = AttemptMeter(record.position, fromByte: max(0, payload.fromByte))
            counted = record.recordedAt
            ran = ran ?? record.recordedAt
            whole = nil
        case .verificationFailed: whole = nil
        case .downloadFailed: isSettled = true
        case .retryRequested: isSettled = false
        default:
            guard let count = meter?.count(record.event) else { return }
            add(count, at: record.recordedAt, moment)
            if case .transferCompleted = record.event { whole = record.recordedAt }
        }
    }

    private mutating func add(_ count: AttemptMeter.Count, at time: Int64, _ moment: Int64) {
        if counted < moment {
            // The first count of the open attempt: part of it lies before the moment.
            anticipated =
                count.isBelated
                ? count.bytes : count.bytes.share(moment.clampedDifference(counted), of: time.clampedDifference(counted))
            bytes = bytes.clampedSum(count.bytes.clampedDifference(anticipated))
            if !count.isBelated { microseconds = max(0, time.clampedDifference(moment)) }
        } else {
            bytes = bytes.clampedSum(count.bytes)
            if !count.isBelated { microseconds = microseconds.clampedSum(max(0, time.clampedDifference(counted))) }
        }
        counted = max(time, moment)
        if count.isLast { meter = nil }
    }
}
