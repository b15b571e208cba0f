/// Works out one plan.
struct Planner<State: StateView> {
    let state: State
    let environment: Environment
    /// Items whose file is open: none of them is removed.
    let open: Set<UInt64>
    var plan = Plan()
    var slots = SlotUse()
    private var looks = 0
    /// Bytes that must be freed for the first item that lacks nothing but room.
    private var wantedRoom: Int64 = 0
    /// A removal is under way: what it frees is not known to be free yet.
    private var isFreeing = false

    init(state: State, environment: Environment, open: Set<UInt64> = []) {
        self.state = state
        self.environment = environment
        self.open = open
    }

    private var now: Int64 { environment.now.wall }

    mutating func due(at time: Int64?) {
        guard let time, time > now else { return }
        plan.nextDue = min(plan.nextDue ?? time, time)
    }

    mutating func lookAtRunning() throws {
        var running: [(item: Item, attempt: Attempt, source: SourceFacts?)] = []
        var kept = SlotUse()
        try state.walk(.running) { key in
            guard let item = try state.item(key.number), let attempt = item.transfer.attempt else { return true }
            let source = try state.source(of: item)
            slots.add(source?.host)
            let policy = try environment.policy(for: item, in: state)
            let blockers = environment.running(item, source, policy)
            lookAtEnds(of: policy)
            // Not known yet is no reason to throw away a connection that works.
            if let first = blockers.first(where: { $0.code != .checking }), item.transfer.state != .publishing {
                let (cause, blocker) = Self.cause(first.code)
                plan.actions.append(.interrupt(item: item.number, attempt: attempt.id, cause, blocker: blocker))
            } else if item.transfer.state.isFinishing {
                kept.add(source?.host)
            } else {
                running.append((item, attempt, source))
            }
            return true
        }
        preempt(running, besides: &kept)
    }

    /// Where fewer may run than do, those that started last make way: the others are further on.
    private mutating func preempt(
        _ running: [(item: Item, attempt: Attempt, source: SourceFacts?)], besides kept: inout SlotUse
    ) {
        for (item, attempt, source) in running.sorted(by: { $0.attempt.id < $1.attempt.id }) {
            if environment.full(kept, source).isEmpty {
                kept.add(source?.host)
            } else {
                plan.actions.append(.interrupt(item: item.number, attempt: attempt.id, .preempted, blocker: nil))
            }
        }
    }

    /// When a running transfer may lose what lets it run.
    private mutating func lookAtEnds(of policy: ItemPolicy) {
        for consent in policy.consents { due(at: consent.expiresAt) }
        let offset = environment.device.utcOffsetInSeconds
        due(at: policy.settings.windows.nextChange(after: now, utcOffsetInSeconds: offset))
    }

    private static func cause(_ code: BlockerCode) -> (InterruptCause, BlockerCode?) {
        switch code {
        case .noNetwork, .localOnly: (.connectivityLost, nil)
        case .volumeMissing: (.volumeLost, nil)
        default: (.blocked, code)
        }
    }

    mutating func lookAtRemovals() throws {
        var count = 0
        try state.walk(.removal) { key in
            count += 1
            if key.order == .max, let item = try state.item(key.number), item.removal.state == .running,
                !item.isStorageAway(on: environment.device)
            {
                isFreeing = true
            }
            guard count <= planLookMax, key.order < .max, let item = try state.item(key.number) else { return false }
            if isRemovalDue(item.removal, at: environment.now) {
                // A file on a volume that is away cannot be deleted: that waits.
                guard !open.contains(item.number), !item.isStorageAway(on: environment.device) else { return true }
                plan.actions.append(.remove(item: item.number))
                isFreeing = true
            } else {
                due(at: key.order)
            }
            return true
        }
    }

    mutating func lookAtSwitches() {
        due(at: environment.device.offlineMode?.until)
        due(at: environment.device.pausedAll?.until)
    }

    mutating func lookAtQueue(from start: IndexKey?) throws {
        // Timers count also while nothing can start: the list of waits is what wakes the caller.
        var waited = start == nil ? try waited() : []
        guard environment.letsSomeStart, environment.device.contentVolume.isAvailable, hasSlot else { return }
        waited.sort()
        var next = 0
        try state.walk(.ready, from: start) { key in
            var queued = key
            queued.index = .wanted
            while next < waited.count, waited[next] < queued, hasSlot {
                try consider(waited[next].number)
                next += 1
            }
            guard hasSlot, looks < planLookMax else {
                if hasSlot { plan.continuesAt = key }
                return false
            }
            try consider(key.number)
            return hasSlot
        }
        while next < waited.count, hasSlot, looks < 2 * planLookMax {
            try consider(waited[next].number)
            next += 1
        }
    }

    /// One removal at a time makes way: only when it is through is known what is free.
    mutating func lookAtStorage() {
        guard environment.settings.eviction != nil, !isFreeing, environment.device.contentVolume.isAvailable else {
            return
        }
        let need = max(wantedRoom, environment.excess)
        if need > 0 { plan.actions.append(.evict(needBytes: need)) }
    }

    private var hasSlot: Bool { slots.running < environment.settings.maxConcurrent }

    private mutating func consider(_ number: UInt64) throws {
        looks += 1
        guard let item = try state.item(number), isReady(item, at: environment.now, device: environment.device) else {
            return
        }
        let source = try state.source(of: item)
        guard environment.full(slots, source).isEmpty else { return }
        let policy = try environment.policy(for: item, in: state)
        let blockers = environment.waiting(item, source, policy)
        guard blockers.isEmpty else {
            if wantedRoom == 0, blockers.allSatisfy({ $0.code == .noSpace || $0.code == .quotaFull }) {
                wantedRoom = environment.shortfall(need: max(1, need(of: item)))
            }
            // Worth waking up for only where time alone takes them all away.
            let ends = blockers.compactMap(\.until)
            if ends.count == blockers.count { due(at: ends.max()) }
            return
        }
        guard fits(item) else {
            if wantedRoom == 0 { wantedRoom = environment.shortfall(need: plan.neededBytes.clampedSum(need(of: item))) }
            return
        }
        slots.add(source?.host)
        plan.actions.append(.start(item: number))
        plan.neededBytes = plan.neededBytes.clampedSum(need(of: item))
    }

    private func need(of item: Item) -> Int64 {
        max(0, (item.catalogue.size ?? 0).clampedDifference((item.staging?.durableBytes ?? 0)))
    }

    private func fits(_ item: Item) -> Bool {
        plan.neededBytes == 0 || environment.storage(need: plan.neededBytes.clampedSum(need(of: item))).isEmpty
    }

    /// Items whose wait has passed, as entries of the queue. Sets when the next wait ends.
    private mutating func waited() throws -> [IndexKey] {
        var found: [IndexKey] = []
        var seen: Set<UInt64> = []
        let since = environment.device.internetSince
        // Waits that are still to come are looked at too, but few: a clock that was set back ends them.
        for (index, laterMax) in [(ItemIndex.backoff, 64), (.heldUntil, 1), (.networkBackoff, 0)] {
            var later = 0
            var count = 0
            try state.walk(index) { key in
                count += 1
                let isDue =
                    index == .networkBackoff ? since.map { key.order < Int64(clamping: $0) } ?? false : key.order <= now
                guard count <= planLookMax, isDue || later < laterMax else { return false }
                if !isDue { later += 1 }
                guard let item = try state.item(key.number), let intent = item.intent else { return true }
                due(at: waitEnd(of: item, at: environment.now, device: environment.device) ?? intent.notBefore)
                let isPassed = isReady(item, at: environment.now, device: environment.device)
                if isPassed, intent.notBefore ?? now <= now, seen.insert(key.number).inserted {
                    found.append(
                        IndexKey(
                            index: .wanted, order: -intent.priority, place: intent.place, number: key.number))
                }
                return true
            }
        }
        return found
    }
}
