import Holdfast
import HoldfastModel

/// What no table keeps and single records tell: how long downloads took, what was thrown away, how much storage was used.
struct RecordFigures: Sendable {
    /// From the request to the file's being there, in microseconds, ascending.
    private(set) var waits: [Int64] = []
    private(set) var discardedBytes: Int64 = 0
    /// Waits that were begun after a failure, and tries that somebody asked for.
    private(set) var scheduledRetries: Int64 = 0
    private(set) var requestedRetries: Int64 = 0
    /// When downloads were asked for, in microseconds since 1970 UTC.
    private(set) var requests: [Int64] = []
    /// Bytes of all files before the first record, and after each change.
    private(set) var usedBefore: Int64 = 0
    private(set) var used: [(time: Int64, bytes: Int64)] = []

    static let types: Set<EventType> = [
        .downloadRequested, .transferStarted, .contentPublished, .contentImported, .contentDeleted, .contentMissing,
        .partialDiscarded, .retryScheduled, .retryRequested,
    ]

    /// By position, until their downloads are done.
    private var requestTimes: [UInt64: Int64] = [:]
    private var requestOfAttempt: [UInt64: UInt64] = [:]
    /// Bytes of each item's file.
    private var files: [UInt64: Int64] = [:]
    private var total: Int64 = 0

    init() {}

    /// - Parameter installed: items and the bytes of their files before the first record.
    init(installed: [(item: UInt64, bytes: Int64)]) {
        for (item, bytes) in installed {
            files[item] = bytes
            total &+= bytes
        }
        usedBefore = total
    }

    /// - Parameter lookUp: finds a record before the range.
    mutating func take(_ record: Record, _ lookUp: (UInt64) throws(ToolFailure) -> Record) throws(ToolFailure) {
        let item = if case .number(let number) = record.subject { number } else { record.position }
        switch record.event {
        case .downloadRequested:
            requests.append(record.recordedAt)
            requestTimes[record.position] = record.recordedAt
        case .transferStarted(let event): requestOfAttempt[record.position] = event.request
        case .partialDiscarded(let event): discardedBytes &+= max(0, event.bytes)
        case .retryScheduled: scheduledRetries += 1
        case .retryRequested: requestedRetries += 1
        case .contentPublished(let event):
            keep(event.bytes, of: item, at: record.recordedAt)
            try measure(event, at: record, lookUp)
        case .contentImported(let event): keep(event.bytes, of: item, at: record.recordedAt)
        case .contentDeleted, .contentMissing: keep(0, of: item, at: record.recordedAt)
        default: break
        }
    }

    mutating func finish() { waits.sort() }

    private mutating func keep(_ bytes: Int64, of item: UInt64, at time: Int64) {
        total = total &+ bytes &- (files.updateValue(bytes, forKey: item) ?? 0)
        used.append((time, total))
    }

    private mutating func measure(
        _ published: ContentPublished, at record: Record, _ lookUp: (UInt64) throws(ToolFailure) -> Record
    ) throws(ToolFailure) {
        guard published.attempt < record.position else { return }
        var request = requestOfAttempt.removeValue(forKey: published.attempt)
        if request == nil, case .transferStarted(let event) = try lookUp(published.attempt).event {
            request = event.request
        }
        guard let request, request < published.attempt else { return }
        var time = requestTimes.removeValue(forKey: request)
        if time == nil {
            let asked = try lookUp(request)
            if case .downloadRequested = asked.event { time = asked.recordedAt }
        }
        guard let time else { return }
        waits.append(max(0, record.recordedAt.subtractingClamped(time)))
    }
}

extension RecordFigures {
    /// The smallest wait that so many of a hundred do not exceed; `nil` without any.
    func percentile(_ percent: Int) -> Int64? {
        waits.isEmpty ? nil : waits[max(0, (waits.count * percent + 99) / 100 - 1)]
    }
}
