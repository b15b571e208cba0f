extension Decider {
    /// Chooses what makes way, all of it or nothing: half of what is needed would only lose content.
    mutating func evict(_ needBytes: Int64, sparing spared: Set<UInt64>) throws {
        guard let rule = try Settings(of: nil, in: state).eviction, needBytes > 0 else { return note(.unchanged) }
        let victims = try victims(by: rule, for: needBytes, sparing: spared)
        guard !victims.isEmpty else { return note(.nothingToEvict) }
        let planned = filled(EvictionPlanned()) {
            $0.needBytes = needBytes
            $0.rule = .known(rule)
            $0.victims = victims.map { EvictionVictim(item: $0.number, bytes: $0.installed?.bytes ?? 0) }
        }
        let actor = Record.Actor(.policy, rule: "eviction.\(rule)")
        let plan = add(.device, .evictionPlanned(planned))
        decision.events[decision.events.count - 1].actor = actor
        for item in victims {
            let event = filled(DeletionRequested()) {
                $0.reason = .known(.evicted)
                $0.rule = "\(rule)"
            }
            add(item, .deletionRequested(event), cause: plan)
            decision.events[decision.events.count - 1].actor = actor
        }
    }

    private func victims(by rule: EvictionRule, for needBytes: Int64, sparing spared: Set<UInt64>) throws -> [Item] {
        var candidates: [Item] = []
        // Files elsewhere give no room where it is needed, and on a volume that is away none at all.
        let volume = try state.device().contentVolume
        guard volume.isAvailable else { return [] }
        try state.walkItems(after: nil) { item in
            if item.mayMakeWay, item.installed?.volume == volume.id, !spared.contains(item.number) {
                candidates.append(item)
            }
            return true
        }
        candidates.sort { $0.makesWay(before: $1, by: rule) }
        var freed: Int64 = 0
        var victims: [Item] = []
        for item in candidates.prefix(Self.victimCountMax) {
            guard freed < needBytes else { break }
            freed = freed.clampedSum(item.installed?.bytes ?? 0)
            victims.append(item)
        }
        return freed >= needBytes ? victims : []
    }

    private static var victimCountMax: Int { 500 }
}

extension Item {
    /// Sound, not pinned, not wanted anew, not being removed, and worth it: an empty or a missing file frees nothing.
    var mayMakeWay: Bool {
        guard let installed, installed.bytes > 0, !installed.isMissing else { return false }
        return !isPinned && intent == nil && removal == .none
    }

    /// A total order: where the rule makes no difference, the older file goes first, and then the one registered earlier.
    func makesWay(before other: Item, by rule: EvictionRule) -> Bool {
        guard let own = installed, let others = other.installed else { return false }
        func key(_ item: Item, _ file: Installed) -> (Int64, UInt64, UInt64) {
            switch rule {
            case .lru: (file.openedAt ?? file.publishedAt, file.published, item.number)
            case .oldest: (file.publishedAt, file.published, item.number)
            case .largest: (-file.bytes, file.published, item.number)
            }
        }
        return key(self, own) < key(other, others)
    }
}
