/// Every reason why the item does not run now, in the order in which they are told; empty when it may start.
///
/// For a failed item it tells what the item needs where that is a reason of its own (`authNeeded`, `noSpace`); for one with an open
/// attempt, what speaks against going on. An item that nobody wants has no reasons.
/// - Throws: what reading the state throws.
package func blockers(
    of item: Item, in state: some StateView, at now: Now, slots: SlotUse
) throws -> [Blocker] {
    guard item.intent != nil else { return [] }
    let environment = try Environment(of: state, at: now)
    let policy = try environment.policy(for: item, in: state)
    let source = try state.source(of: item)
    if item.transfer.attempt != nil { return environment.running(item, source, policy) }
    let waiting = environment.waiting(item, source, policy)
    // A failed item would not take a slot that is free.
    return item.transfer.state == .failed ? waiting : waiting + environment.full(slots, source)
}

extension Environment {
    func policy(for item: Item, in state: some StateView) throws -> ItemPolicy {
        try ItemPolicy(of: item, over: settings, consents: device.consents, in: state)
    }

    /// All reasons but slots for an item without an open attempt.
    func waiting(_ item: Item, _ source: SourceFacts?, _ policy: ItemPolicy) -> [Blocker] {
        var blockers = switches(item, policy) + network(source, item, policy)
        if case .failed(_, .known(.auth)) = item.transfer { blockers.append(Blocker(.authNeeded)) }
        var storage = storage(starting: item)
        if case .failed(let failure, .known(.space)) = item.transfer {
            let isQuota = failure.class == .known(.quota)
            let lacking =
                isQuota
                ? Blocker(.quotaFull, limitBytes: settings.quotaBytes)
                : Blocker(.noSpace, limitBytes: device.contentVolume.freeBytes)
            if !storage.contains(where: { $0.code == lacking.code }) {
                storage.insert(lacking, at: isQuota ? storage.count(where: { $0.code == .noSpace }) : 0)
            }
        }
        let conditions = conditions(item, policy)
        blockers += storage + conditions.schedule
        if let notBefore = item.intent?.notBefore, notBefore > now.wall {
            blockers.append(Blocker(.notBefore, until: notBefore))
        }
        blockers += conditions.power
        if let until = backoffEnd(item, source) { blockers.append(Blocker(.backoff, until: until)) }
        if item.removal != .none { blockers.append(Blocker(.removalInProgress)) }
        return blockers
    }

    /// What speaks against going on with an open attempt. A file that is whole needs neither network nor room any more.
    func running(_ item: Item, _ source: SourceFacts?, _ policy: ItemPolicy) -> [Blocker] {
        if item.transfer.state.isFinishing {
            return storageWhileRunning.filter { $0.code == .volumeMissing }
        }
        let conditions = conditions(item, policy)
        return switches(item, policy) + network(source, item, policy) + storageWhileRunning + conditions.schedule
            + conditions.power
    }

    func full(_ slots: SlotUse, _ source: SourceFacts?) -> [Blocker] {
        var blockers: [Blocker] = []
        if let host = source?.host, slots.byHost[host] ?? 0 >= settings.maxPerHost {
            blockers.append(Blocker(.hostSlotsFull))
        }
        if slots.running >= settings.maxConcurrent { blockers.append(Blocker(.slotsFull)) }
        return blockers
    }

    /// The later of the item's own wait and that of its host; `nil` when neither lasts.
    private func backoffEnd(_ item: Item, _ source: SourceFacts?) -> Int64? {
        var end = source.flatMap { heldHosts[$0.host] }
        if item.transfer.state == .backoff, let own = waitEnd(of: item, at: now, device: device), own > now.wall {
            end = max(own, end ?? own)
        }
        return end
    }
}

extension BlockerCode {
    /// All codes in the order in which the reasons are told.
    package static let tellingOrder: [BlockerCode] = {
        var codes = allCases.filter { $0 != .checking }
        codes.insert(.checking, at: codes.firstIndex(of: .noNetwork) ?? 0)
        return codes
    }()
}
