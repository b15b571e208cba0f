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

    private let request: UInt64
    private let moment: Int64
    private var meter: AttemptMeter?
    private var counted: Int64

    /// - Parameter open: the attempt open at the moment, and when its bytes were last counted.
    init(_ request: UInt64, open: (meter: AttemptMeter, counted: Int64)?, at moment: Int64) {
        self.request = request
        self.moment = moment
        meter = open?.meter
        counted = open?.counted ?? moment
        if open != nil { ran = moment }
    }

    /// Takes the item's next record; false once the request is over.
    mutating func take(_ record: Record) -> Bool {
        switch record.event {
        case .contentPublished:
            isSettled = true
            return false
        case .downloadCancelled, .deletionRequested, .contentImported, .downloadRequested: return false
        case .transferStarted(let payload):
            guard payload.request == request else { return true }
            meter = AttemptMeter(record.position, fromByte: max(0, payload.fromByte))
            counted = record.recordedAt
            ran = ran ?? record.recordedAt
            whole = nil
        case .verificationFailed: whole = nil
        case .downloadFailed: isSettled = true
        case .retryRequested: isSettled = false
        default:
            guard let count = meter?.count(record.event) else { return true }
            add(count, at: record.recordedAt)
            if case .transferCompleted = record.event { whole = record.recordedAt }
        }
        return true
    }

    private mutating func add(_ count: AttemptMeter.Count, at time: Int64) {
        if counted < moment {
            // The first count of the open attempt: part of it lies before the moment.
            anticipated =
                count.isBelated
                ? count.bytes
                : count.bytes.share(moment.clampedDifference(counted), of: time.clampedDifference(counted))
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
