import HoldfastModel

/// 12: requests are met, withdrawn or pending; none is lost, none counted twice.
package struct RequestsAddUp: LogCheck {
    package let invariant = Invariant.requestsAddUp
    private var requested: Int64 = 0

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        if case .downloadRequested = step.record.event { requested += 1 }
        let totals = step.totals
        if totals.requested != requested { return "\(requested) requests were made, \(totals.requested) are counted" }
        let sum = totals.completed + totals.cancelled + totals.wanted
        return sum == requested
            ? nil
            : "\(requested) requests are \(totals.completed) met, \(totals.cancelled) withdrawn, \(totals.wanted) pending"
    }
}

/// 13: nothing starts that would pass the quota. One that is lowered takes nothing away.
package struct QuotaHolds: LogCheck {
    package let invariant = Invariant.quotaHolds

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        guard case .transferStarted = step.record.event, let quota = step.quota else { return nil }
        let committed = step.totals.committedBytes
        return committed <= quota ? nil : "\(committed) bytes are committed over a quota of \(quota)"
    }
}

/// 14, in the log: nothing starts for an item that nobody wants. `RequestWatch` looks at the wire.
package struct CancelledIsSilent: LogCheck {
    package let invariant = Invariant.cancelledIsSilent
    private var wanted: Set<UInt64> = []

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        switch step.record.event {
        case .downloadRequested: wanted.insert(step.number)
        case .downloadCancelled, .contentPublished, .deletionRequested: wanted.remove(step.number)
        case .transferStarted where !wanted.contains(step.number):
            return "attempt \(step.record.position) starts for an item that nobody wants"
        default: break
        }
        return nil
    }
}
