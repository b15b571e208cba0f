import HoldfastModel

/// 5: which file is installed changes only where one is published or deleted.
package struct InstalledChanges: LogCheck {
    package let invariant = Invariant.installedChanges

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        guard let before = step.before, let after = step.after,
            before.installed?.published != after.installed?.published
                || before.installed?.digest != after.installed?.digest
        else { return nil }
        switch step.record.event {
        case .contentPublished, .contentDeleted: return nil
        default: return "what is installed changed at \(step.eventName)"
        }
    }
}

/// 6: every deletion goes back to somebody who asked for it, or to a rule that is named.
package struct DeletionsTraced: LogCheck {
    package let invariant = Invariant.deletionsTraced
    private var requests: [UInt64: Record] = [:]

    package init() {}

    package mutating func problem(in step: FoldStep) -> String? {
        if let cause = step.record.cause, cause >= step.record.position {
            return "record \(step.record.position) has a cause that is not before it"
        }
        switch step.record.event {
        case .deletionRequested: requests[step.record.position] = step.record
        case .contentDeleted:
            guard let cause = step.record.cause, let request = requests[cause] else {
                return "nobody asked for the deletion at \(step.record.position)"
            }
            switch request.actor.kind.known {
            case .user?, .app?, .tool?: return nil
            case .policy? where request.actor.rule != nil: return nil
            default: return "the deletion at \(step.record.position) goes back to \(request.actor) without a rule"
            }
        default: break
        }
        return nil
    }
}
