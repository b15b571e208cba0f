import HoldfastModel

/// A removal does not begin while it can be undone.
package struct RemovalWaits: LogCheck {
    package let invariant: Invariant? = nil
    private var ends: [UInt64: Int64] = [:]

    /// A window that ends later was opened before the clock was set back: longer than a day there is none.
    private static let windowMax: Int64 = 86_400_000_000

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        switch step.record.event {
        case .deletionRequested(let payload): ends[step.number] = payload.undoUntil
        case .deletionUndone: ends[step.number] = nil
        case .deletionStarted:
            guard let end = ends.removeValue(forKey: step.number), end > step.wall, end <= step.wall + Self.windowMax
            else { return nil }
            return "a removal starts at \(step.wall), and can be undone until \(end)"
        default: break
        }
        return nil
    }
}

/// An answer that was refused says nothing of the bytes that are there.
package struct RefusedIsForgotten: LogCheck {
    package let invariant: Invariant? = nil

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        guard case .responseReceived(let response) = step.record.event, response.isRefused == true,
            let before = step.before, let after = step.after, before.staging != after.staging
        else { return nil }
        return "an answer that was refused changes what is known of the bytes of \(before.id)"
    }
}

/// What a person has pinned does not make way.
package struct PinnedStays: LogCheck {
    package let invariant: Invariant? = nil
    private var pinned: Set<UInt64> = []

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        switch step.record.event {
        case .contentPinned: pinned.insert(step.number)
        case .contentUnpinned: pinned.remove(step.number)
        case .deletionRequested(let payload) where payload.reason == .known(.evicted) && pinned.contains(step.number):
            return "pinned content is removed to make room"
        default: break
        }
        return nil
    }
}

/// The sum of the bytes that are there is the sum over the items.
package struct UsedBytesAddUp: LogCheck {
    package let invariant: Invariant? = nil
    private var bytes: [UInt64: Int64] = [:]
    private var sum: Int64 = 0

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        if let item = step.after {
            let used = item.installed.map { $0.isMissing ? 0 : $0.bytes } ?? 0
            sum += used - (bytes.updateValue(used, forKey: step.number) ?? 0)
        }
        return step.totals.usedBytes == sum
            ? nil : "\(sum) bytes are installed, \(step.totals.usedBytes) are counted after \(step.eventName)"
    }
}

/// Only failures use up the tries of a request, and being offline is none.
package struct BudgetIsForFailures: LogCheck {
    package let invariant: Invariant? = nil

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        guard let before = step.before?.intent, let after = step.after?.intent, before.request == after.request,
            after.failures > before.failures
        else { return nil }
        if case .transferFailed(let payload) = step.record.event, payload.failure.class != .known(.offline) {
            return nil
        }
        return "\(before.failures) failures became \(after.failures) at \(step.eventName)"
    }
}

/// A request that is withdrawn takes its partial file along, unless that is to be kept.
package struct CancelDiscards: LogCheck {
    package let invariant: Invariant? = nil
    private var due: UInt64?

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        if let number = due {
            due = nil
            guard case .partialDiscarded = step.record.event, step.number == number else {
                return "a cancel leaves a partial file that was not to be kept"
            }
        }
        if case .downloadCancelled(let payload) = step.record.event, !payload.keepsPartial, step.before?.staging != nil
        {
            due = step.number
        }
        return nil
    }
}

/// What is proven has the digest that was promised, unless only its size counts.
package struct ProofIsKept: LogCheck {
    package let invariant: Invariant? = nil

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        guard case .contentVerified(let payload) = step.record.event, step.verifyPolicy != "sizeOnly",
            let promised = step.before?.catalogue.expectedDigest, promised != payload.digest
        else { return nil }
        return "attempt \(payload.attempt) proves \(payload.digest), promised was \(promised)"
    }
}
