import HoldfastModel

/// 1: at most one open attempt an item.
package struct OneOpenAttempt: LogCheck {
    package let invariant = Invariant.oneOpenAttempt
    private var open: [UInt64: UInt64] = [:]

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        if case .transferStarted = step.record.event {
            defer { open[step.number] = step.record.position }
            return open[step.number].map { "attempt \(step.record.position) starts while \($0) is open" }
        }
        if let attempt = step.record.event.endedAttempt, open[step.number] == attempt { open[step.number] = nil }
        guard let item = step.after else { return nil }
        return item.transfer.attempt?.id == open[step.number]
            ? nil : "the state has attempt \(item.transfer.attempt.map { "\($0.id)" } ?? "none") open, the log \(open)"
    }
}

/// 2: each attempt has exactly one end, and each completion exactly one verdict.
package struct OneEnd: LogCheck {
    package let invariant = Invariant.oneEnd
    private var started: Set<UInt64> = []
    private var ended: Set<UInt64> = []
    private var completed: Set<UInt64> = []
    private var judged: Set<UInt64> = []

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        let event = step.record.event
        switch event {
        case .transferStarted: started.insert(step.record.position)
        case .transferCompleted(let payload):
            if !completed.insert(payload.attempt).inserted { return "attempt \(payload.attempt) completes twice" }
        case .contentVerified(let payload):
            if !completed.contains(payload.attempt) {
                return "attempt \(payload.attempt) is proven before it is complete"
            }
            if !judged.insert(payload.attempt).inserted { return "attempt \(payload.attempt) is judged twice" }
        default: break
        }
        guard let attempt = event.endedAttempt else { return nil }
        if !started.contains(attempt) { return "attempt \(attempt) ends without a start" }
        return ended.insert(attempt).inserted ? nil : "attempt \(attempt) ends twice"
    }

    package func problemAtEnd(isClosed: Bool) -> String? {
        let open = started.subtracting(ended).sorted()
        return isClosed && !open.isEmpty ? "attempts \(open) have no end" : nil
    }
}

/// 3: the durable bytes of an item fall only where they are given up, and then that is written down.
package struct DurableBytesFall: LogCheck {
    package let invariant = Invariant.durableBytesFall
    private var durable: [UInt64: Int64] = [:]

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        let known = durable[step.number] ?? 0
        var told: Int64?
        switch step.record.event {
        case .transferCheckpointed(let payload): told = payload.durableBytes
        case .transferInterrupted(let payload): told = payload.durableBytes
        case .transferFailed(let payload): told = payload.durableBytes
        case .partialDiscarded, .contentPublished:
            durable[step.number] = 0
            return nil
        default: break
        }
        durable[step.number] = max(known, told ?? 0)
        let (before, after) = (step.before?.staging?.durableBytes ?? 0, step.after?.staging?.durableBytes ?? 0)
        if after < before { return "\(before) durable bytes became \(after) at \(step.eventName)" }
        if case .transferCheckpointed(let payload) = step.record.event, payload.durableBytes < known {
            return "\(payload.durableBytes) bytes are durable after \(known) were"
        }
        return nil
    }
}

/// 4: what is published was verified by the same attempt.
package struct PublishedAfterVerified: LogCheck {
    package let invariant = Invariant.publishedAfterVerified
    private var verified: [UInt64: (attempt: UInt64, digest: Digest)] = [:]

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        switch step.record.event {
        case .contentVerified(let payload): verified[step.number] = (payload.attempt, payload.digest)
        case .contentPublished(let payload):
            guard let known = verified[step.number], known.attempt == payload.attempt, known.digest == payload.digest
            else { return "attempt \(payload.attempt) publishes what it has not verified" }
        default: break
        }
        return nil
    }
}

extension Event {
    /// The attempt that the event ends.
    var endedAttempt: UInt64? {
        switch self {
        case .transferInterrupted(let payload): payload.attempt
        case .transferFailed(let payload): payload.attempt
        case .verificationFailed(let payload): payload.attempt
        case .contentPublished(let payload): payload.attempt
        default: nil
        }
    }
}
