import Holdfast
import HoldfastModel

/// Sums over the tables of attempts and removals that the state keeps: of those that a later state has and an earlier one had not.
struct LedgerFigures {
    private(set) var attempts = UsageCounts()
    private(set) var resumed: Int64 = 0
    private(set) var saved: Int64 = 0
    private(set) var removals = Statistics.Removals()
    private(set) var days = DayFigures()

    private var reasons: [Failure.Key: Statistics.Reason] = [:]
    private var causes: [Interruption: Int64] = [:]
    private var countsOfHosts: [String?: UsageCounts] = [:]

    private let items: Set<UInt64>?
    /// What had ended in the earlier state.
    private var endedAttempts: Set<UInt64> = []
    private var deletions: [UInt64: Deletion] = [:]

    private struct Interruption: Hashable {
        var cause: Open<InterruptCause>
        var blocker: Open<BlockerCode>?
    }

    init(_ filter: ItemFilter?) { items = filter.map { Set($0.numbers) } }

    /// What this state knows is not counted.
    init(upTo reader: StateReader, _ filter: ItemFilter?) throws {
        self.init(filter)
        for attempt in try reader.attempts() { endedAttempts.insert(attempt.id) }
        for deletion in try reader.deletions() { deletions[deletion.position] = deletion }
    }

    mutating func add(_ reader: StateReader, _ zone: TimeZoneRules) throws {
        var hosts = AttemptHosts()
        try reader.view.walkLedger(EndedAttempt.self, from: nil) { ended in
            guard items?.contains(ended.item) ?? true, !endedAttempts.contains(ended.id) else { return true }
            add(ended, host: try hosts.host(of: ended, in: reader.view), zone)
            return true
        }
        try reader.view.walkLedger(Deletion.self, from: nil) { deletion in
            if items?.contains(deletion.item) ?? true { add(deletion) }
            return true
        }
    }

    private mutating func add(_ ended: EndedAttempt, host: String?, _ zone: TimeZoneRules) {
        attempts.add(ended)
        countsOfHosts[host, default: UsageCounts()].add(ended)
        days.change(ended.endedAt, zone) { $0.counts.add(ended) }
        // What asked to go on and got nothing saved nothing.
        if ended.fromByte > 0, ended.bytes > 0 {
            resumed += 1
            saved &+= ended.fromByte
        }
        if let failure = ended.failure {
            reasons[Failure.Key(failure), default: Statistics.Reason(failure: failure, count: 0)].count += 1
        }
        if ended.outcome == .known(.interrupted) {
            let cause = ended.cause ?? .known(.connectivityLost)
            causes[Interruption(cause: cause, blocker: ended.blocker), default: 0] += 1
        }
    }

    private mutating func add(_ deletion: Deletion) {
        let before = deletions[deletion.position]
        if before == nil { removals.requested += 1 }
        guard before?.outcome != deletion.outcome else { return }
        if deletion.outcome == .known(.undone) { removals.undone += 1 }
        guard deletion.outcome == .known(.deleted) else { return }
        removals.deleted += 1
        removals.freedBytes &+= deletion.freedBytes ?? 0
    }

    /// The most frequent first.
    var failures: [Statistics.Reason] {
        reasons.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.value)
    }

    var interruptions: [(cause: Open<InterruptCause>, blocker: Open<BlockerCode>?, count: Int64)] {
        causes.map { (cause: $0.key.cause, blocker: $0.key.blocker, count: $0.value) }
            .sorted { left, right in
                if left.count != right.count { return left.count > right.count }
                return (left.cause.rawValue, left.blocker?.rawValue ?? 0)
                    < (right.cause.rawValue, right.blocker?.rawValue ?? 0)
            }
    }

    var hosts: [Statistics.Host] {
        countsOfHosts.map { Statistics.Host(name: $0.key, counts: $0.value) }.sorted { left, right in
            guard let first = left.name else { return false }
            return right.name.map { first < $0 } ?? true
        }
    }
}

extension Failure {
    /// What failures are told apart by.
    fileprivate struct Key: Hashable, Comparable {
        var kind: UInt64
        var code: String
        var httpStatus: UInt64

        init(_ failure: Failure) {
            kind = failure.class.rawValue
            code = failure.code
            httpStatus = failure.httpStatus ?? 0
        }

        static func < (left: Key, right: Key) -> Bool {
            (left.kind, left.httpStatus, left.code) < (right.kind, right.httpStatus, right.code)
        }
    }
}
