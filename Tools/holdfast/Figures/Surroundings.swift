import Holdfast
import HoldfastModel

/// The machine around the items over a part of the history: its network, its engines, its clock.
///
/// Made from the table `timeline`, whose entries say since when something was so. Where the clock was set back the entries before
/// and after are apart, so that no stretch has less than no length, and what lies between is counted once for each time it happened.
struct Surroundings: Sendable {
    private(set) var network: [NetworkSpan] = []
    private(set) var sessions: [SessionSpan] = []
    private(set) var clockFalls: [ClockFall] = []

    private let range: AskedRange
    /// What is so from the moment on that `open` begins with.
    private var open: NetworkSpan

    init(_ range: AskedRange, _ looking: Looking) throws(ToolFailure) {
        self.range = range
        open = NetworkSpan(from: range.from, until: range.from, kind: .noEngine)
        guard !range.positions.isEmpty else { return }
        let entries = try looking.read(at: range.end) { try $0.timeline() }
        let falls = try looking.attempt { try looking.store.clockFalls() }.filter(range.positions.contains)
        var left = falls[...]
        var last: TimelineEntry?
        for entry in entries {
            while let fall = left.first, fall <= entry.position {
                try take(fallAt: fall, looking)
                left.removeFirst()
            }
            if entry.position < range.positions.lowerBound {
                begin(entry, at: range.from)
                sessions = entry.isSessionOpen ? [session(at: range.from)] : []
            } else {
                let begins = try Self.beginsSession(entry, after: last, looking)
                if begins, last?.isSessionOpen == true { try die(before: entry.position, looking) }
                take(entry, begins: begins)
            }
            last = entry
        }
        for fall in left { try take(fallAt: fall, looking) }
        try finish(last, looking)
    }

    private func session(at time: Int64) -> SessionSpan { SessionSpan(from: time, until: time) }

    private mutating func begin(_ entry: TimelineEntry, at time: Int64) {
        open = NetworkSpan(
            from: time, until: time, kind: NetworkSpan.Kind(entry), network: entry.isCurrent ? entry.network : nil,
            isOfflineMode: entry.isOfflineMode, position: entry.position)
    }

    private mutating func take(_ entry: TimelineEntry, begins: Bool) {
        close(at: entry.recordedAt)
        begin(entry, at: entry.recordedAt)
        if begins {
            sessions.append(session(at: entry.recordedAt))
        } else if !entry.isSessionOpen, let last = sessions.indices.last, sessions[last].end == .open {
            end(last, .closed, at: entry.recordedAt)
        }
    }

    /// The session before had not been closed: after its last record nobody looked.
    private mutating func die(before position: UInt64, _ looking: Looking) throws(ToolFailure) {
        guard position > 0 else { return }
        let time = max(range.from, try looking.record(at: position - 1).record.recordedAt)
        close(at: time)
        open = NetworkSpan(
            from: time, until: time, kind: .noEngine, isOfflineMode: open.isOfflineMode, position: position - 1)
        if let last = sessions.indices.last, sessions[last].end == .open { end(last, .died, at: time) }
    }

    private mutating func take(fallAt position: UInt64, _ looking: Looking) throws(ToolFailure) {
        let after = try looking.record(at: position).record.recordedAt
        let before =
            position > range.positions.lowerBound ? try looking.record(at: position - 1).record.recordedAt : after
        clockFalls.append(ClockFall(position: position, before: before, after: after))
        close(at: before)
        open.from = after
        guard let last = sessions.indices.last, sessions[last].end == .open else { return }
        // One session, in two pieces.
        sessions[last].until = before
        sessions[last].goesOn = true
        sessions.append(session(at: after))
    }

    private mutating func close(at time: Int64) {
        open.until = max(open.from, time)
        guard open.length > 0 else { return }
        if let last = network.last, last.kind == open.kind, last.network == open.network,
            last.isOfflineMode == open.isOfflineMode, last.until == open.from
        {
            network[network.count - 1].until = open.until
        } else {
            network.append(open)
        }
    }

    private mutating func end(_ index: Int, _ end: SessionSpan.End, at time: Int64) {
        sessions[index].end = end
        sessions[index].until = max(sessions[index].from, time)
    }

    private mutating func finish(_ last: TimelineEntry?, _ looking: Looking) throws(ToolFailure) {
        let lastRecord = try looking.record(at: range.positions.upperBound - 1).record.recordedAt
        let count = try looking.recordCount()
        let isAtHead = range.positions.upperBound == count
        let isDead = last?.isSessionOpen == true && isAtHead ? try !looking.isWorkedNow() : false
        if isDead, range.until > lastRecord {
            close(at: lastRecord)
            open = NetworkSpan(
                from: lastRecord, until: lastRecord, kind: .noEngine, isOfflineMode: open.isOfflineMode,
                position: range.positions.upperBound - 1)
        }
        close(at: range.until)
        guard let index = sessions.indices.last, sessions[index].end == .open else { return }
        end(index, isDead ? .died : .open, at: isDead ? lastRecord : range.until)
    }

    /// Whether the entry is that of a `sessionOpened`. Only opening and closing take what is known of the network away.
    private static func beginsSession(
        _ entry: TimelineEntry, after last: TimelineEntry?, _ looking: Looking
    ) throws(ToolFailure) -> Bool {
        guard entry.isSessionOpen, !entry.isCurrent else { return false }
        guard let last, last.isSessionOpen else { return true }
        if last.isCurrent { return true }
        return try looking.record(at: entry.position).record.event.typeName == EventType.sessionOpened.name
    }
}

extension Surroundings {
    /// A session that the clock's fall cut in two pieces is one.
    var sessionCount: Int { sessions.count { !$0.goesOn } }

    /// How long it was so, in microseconds.
    func length(of kind: NetworkSpan.Kind) -> Int64 {
        network.reduce(0) { $1.kind == kind ? $0 + $1.length : $0 }
    }
}
