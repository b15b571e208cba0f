import Holdfast
import HoldfastModel

/// The part of the history that `--since` and `--until` ask for.
struct AskedRange: Sendable, Equatable {
    /// Records count by where they stand.
    var positions: Range<UInt64>
    /// Time counts from here to there, in microseconds since 1970 UTC. `until` is not before `from`.
    var from: Int64
    var until: Int64
    /// An engine works on the store, and its present is meant.
    var isPresent = false

    /// The state that its records were added to, and the state after them.
    var start: LogPoint { Self.point(positions.lowerBound) }
    var end: LogPoint { Self.point(positions.upperBound) }

    private static func point(_ count: UInt64) -> LogPoint { count == 0 ? .beginning : .position(count - 1) }
}

extension AskedRange {
    static let options: [OptionDescription] = [
        .value("since", nil, "TIME", "not earlier ('help times')"),
        .value("until", nil, "TIME", "not later"),
    ]
}

extension Looking {
    /// Without bounds: all records, up to the present where an engine works.
    func range(since: PointInTime?, until: PointInTime?) throws(ToolFailure) -> AskedRange {
        let low = if let since { try first(since) } else { UInt64(0) }
        let high = if let until { try count(point(until)) } else { try recordCount() }
        guard low < high else {
            let moment = high == 0 ? now : try record(at: high - 1).record.recordedAt
            return AskedRange(positions: min(low, high)..<high, from: moment, until: moment)
        }
        let last = try record(at: high - 1).record.recordedAt
        let isPresent = until == nil ? try isWorkedNow() : false
        var range = AskedRange(
            positions: low..<high, from: try record(at: low).record.recordedAt,
            until: isPresent ? max(now, last) : last,
            isPresent: isPresent)
        // What was so at a time that no record has is known all the same, between the first record and now.
        if case .time(let time) = until { range.until = max(last, min(time, now)) }
        if case .time(let time) = since, low > 0 { range.from = max(time, try record(at: low - 1).record.recordedAt) }
        range.until = max(range.from, range.until)
        return range
    }

    /// Whether a process works on the store at this moment.
    func isWorkedNow() throws(ToolFailure) -> Bool { isWorked(try read { $0.environment() }) }

    /// The first position that is not before the point.
    func first(_ point: PointInTime) throws(ToolFailure) -> UInt64 {
        if case .time(let time) = point {
            return try count(self.point(.time(time.subtractingClamped(1)), .lower))
        }
        let count = try count(self.point(point, .lower))
        return count == 0 ? 0 : count - 1
    }
}
