package import HoldfastModel

/// 11 and 15: checks of one state, at a moment when everything that can run has run.
package enum MomentCheck {
    /// 11: items that nothing keeps from starting, and that have not started.
    package static func unstarted(in state: some StateView, at now: Now) throws -> [String] {
        let slots = try SlotUse(in: state)
        var found: [String] = []
        try state.walk(.wanted) { key in
            guard let item = try state.item(key.number), isReady(item, at: now, device: try state.device()) else {
                return true
            }
            if try blockers(of: item, in: state, at: now, slots: slots).isEmpty { found.append(item.id) }
            return true
        }
        return found
    }

    /// 15: every item can be removed, unless it is just being put in its place, and offers a way on where it stands still.
    package static func deadEnds(in state: some StateView, at now: Now, next: UInt64) throws -> [Violation] {
        var found: [Violation] = []
        try state.walkItems(after: nil) { item in
            if !item.isPublishing {
                do {
                    let remove = Command.remove(item: item.id, reason: .user, isImmediate: true)
                    _ = try decide(remove, in: state, context: DecisionContext(now: now, next: next))
                } catch let refusal as Refusal {
                    found.append(Violation(.wayForward, "\(item.id) cannot be removed: \(refusal)"))
                }
            }
            let reasons = try blockers(of: item, in: state, at: now, slots: SlotUse(in: state))
            let context = try AffordanceContext(of: item, in: state, blockers: reasons, now: now.wall)
            let shown = affordance(of: item, in: context)
            found += problem(item, offers: shown.actions.map(\.code)).map { [$0] } ?? []
            return true
        }
        return found
    }

    /// What is wrong with what is offered for the item.
    package static func problem(_ item: Item, offers actions: [ActionCode]) -> Violation? {
        let endings: Set<ActionCode> = [.remove, .removeAgain, .discard, .cancel, .undo]
        if item.installed != nil, item.intent == nil, item.removal == .none, endings.isDisjoint(with: actions) {
            return Violation(.wayForward, "\(item.id) is installed and offers \(actions), no removal")
        }
        switch item.transfer {
        case .failed, .held, .backoff:
            return actions.isEmpty ? Violation(.wayForward, "\(item.id) stands still and offers nothing") : nil
        default: return nil
        }
    }
}

extension Item {
    var isPublishing: Bool { if case .publishing = transfer { true } else { false } }
}
