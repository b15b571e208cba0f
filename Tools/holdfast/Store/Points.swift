import Holdfast
import HoldfastModel

extension Looking {
    enum Side {
        /// A session stands for its first record.
        case lower
        /// A session stands for its last record.
        case upper
    }

    /// The position that a point stands for. A time is turned into one, and the choice is told.
    func point(_ point: PointInTime?, _ side: Side = .upper) throws(ToolFailure) -> LogPoint {
        switch point {
        case nil, .head: return .head
        case .position(let position):
            guard let position = UInt64(exactly: position) else { return .beginning }
            let count = try recordCount()
            guard position < count else { throw past(position, count) }
            return .position(position)
        case .time(let time): return try self.point(at: time)
        case .session(let number):
            let sessions = try self.sessions()
            // The number is the caller's: as far from zero as a number can be, it must not overflow.
            let (index, overflows) =
                number > 0
                ? (number - 1, false) : (sessions.count - 1).addingReportingOverflow(number)
            guard !overflows, sessions.indices.contains(index) else {
                let count = PluralText.count(sessions.count, "session")
                throw ToolFailure(.notFound, "there is no session:\(number); the log has \(count).")
            }
            let range = sessions[index]
            return .position(side == .lower ? range.lowerBound : range.upperBound)
        }
    }

    /// Number of records that the state at a point is a fold of.
    func count(_ point: LogPoint) throws(ToolFailure) -> UInt64 {
        switch point {
        case .head: try recordCount()
        case .position(let position): position + 1
        case .beginning: 0
        }
    }

    func past(_ position: UInt64, _ count: UInt64) -> ToolFailure {
        ToolFailure(
            .notFound,
            count == 0
                ? "there is no position \(position): the log is empty."
                : "there is no position \(position): the head of the log is \(count - 1).")
    }

    private func point(at time: Int64) throws(ToolFailure) -> LogPoint {
        let chosen = try attempt { try store.position(at: time) }
        let asked = LocalTime.text(time, zone)
        guard let position = chosen.position else {
            note("\(asked) is before the first record: the empty state is meant.")
            return .beginning
        }
        let recorded = LocalTime.text(try record(at: position).record.recordedAt, zone)
        let doubt = chosen.isAmbiguous ? " The clock was set back: the last of the positions that fit was chosen." : ""
        note("\(asked) is position \(position), recorded at \(recorded).\(doubt)")
        return .position(position)
    }

    /// First and last position of each session, oldest first.
    private func sessions() throws(ToolFailure) -> [ClosedRange<UInt64>] {
        var starts: [UInt64] = []
        var ends: [UInt64: UInt64] = [:]
        for position in try attempt({ try store.positions(ofSubject: "session") }) {
            switch try record(at: position).record.event {
            case .sessionOpened: starts.append(position)
            case .sessionClosed: if let start = starts.last { ends[start] = position }
            default: break
            }
        }
        let count = try recordCount()
        guard count > 0 else { return [] }
        let head = count - 1
        return starts.enumerated().map { index, start in
            let next = index + 1 < starts.count ? starts[index + 1] - 1 : head
            return start...max(start, ends[start] ?? next)
        }
    }
}
