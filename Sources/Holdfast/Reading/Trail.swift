internal import HoldfastLog

/// Goes back from the state of an item to the records that made it so.
struct Trail {
    /// Number of records that the state is a fold of.
    let end: UInt64
    let item: Item
    let device: Device
    let totals: Totals
    let view: any StateView
    let policy: ItemPolicy
    /// For what stands for all, whatever was set for the item.
    let general: Settings
    let now: Now

    init(_ item: Item, in view: any StateView, end: UInt64, now: Now) throws {
        (self.item, self.view, self.end, self.now) = (item, view, end, now)
        device = try view.device()
        totals = try view.totals()
        general = try Settings(of: nil, in: view)
        policy = try ItemPolicy(of: item, over: general, consents: device.consents, in: view)
    }

    /// The record since which the reason has held; of several that it takes, the last. `nil` where a rule stands behind it that nobody set.
    func origin(of blocker: Blocker, in snapshot: borrowing LogSnapshot) throws -> UInt64? {
        switch blocker.code {
        case .offlineMode: try last("device", snapshot) { if case .offlineModeSet = $0 { true } else { false } }
        case .pausedAll: try pause(snapshot.subjectNumber("settings"), snapshot)
        case .pausedGroup: try pause(item.group, snapshot)
        case .checking: try checking(snapshot)
        case .noNetwork, .localOnly, .captivePortal: try observed(snapshot) { Self.lacks(blocker.code, $0) }
        case .needsUnmetered, .meteredUnknown, .roaming, .lowData, .linkTooSlow, .consentNeeded:
            try cost(blocker.code, snapshot)
        case .authNeeded: try failure(snapshot)
        case .noSpace: try space(blocker, snapshot)
        case .quotaFull: try quota(blocker, snapshot)
        case .volumeMissing: try volume(snapshot)
        case .scheduleClosed: try schedule(snapshot)
        case .notBefore: item.intent?.request
        case .needsCharging, .batteryLow, .lowPowerMode: try power(blocker.code, snapshot)
        case .backoff: try backoff(blocker, snapshot)
        case .removalInProgress: item.removal.requested
        case .slotsFull: try slots("queue.maxConcurrent", running(), snapshot)
        case .hostSlotsFull: try slots("queue.maxPerHost", running(host: view.source(of: item)?.host), snapshot)
        }
    }

    /// The record that gave the item the state it has.
    func originOfState(in snapshot: borrowing LogSnapshot) throws -> UInt64? {
        if let requested = item.removal.requested { return requested }
        switch item.transfer {
        case .held: return try lastOfItem(snapshot) { if case .downloadPaused = $0 { true } else { false } }
        case .failed: return try failure(snapshot)
        case .backoff(_, _, _, let scheduled): return scheduled
        case .connecting(let attempt), .receiving(let attempt), .verifying(let attempt),
            .publishing(let attempt, _, _, _):
            return attempt.id
        case .idle, .ready: return item.intent?.request ?? item.installed?.published
        }
    }

    /// These positions, the item's last record and its request, each with its causes; newest first.
    func events(from positions: [UInt64], in snapshot: borrowing LogSnapshot) throws -> [UInt64] {
        var found: Set<UInt64> = []
        let own = try snapshot.positions(ofSubject: item.number, in: 0..<end, isReverse: true, limit: 1)
        for start in positions + own + (item.intent.map { [$0.request] } ?? []) {
            var next: UInt64? = start
            while let position = next, position < end, found.count < Explanation.eventCountMax,
                found.insert(position).inserted
            {
                let cause = try Record(stored: try snapshot.record(at: position), at: position).cause
                // A cause that is not before its effect is none.
                next = cause.flatMap { $0 < position ? $0 : nil }
            }
        }
        return found.sorted(by: >)
    }

    private func checking(_ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        if let session = device.session { return session }
        return try last("session", snapshot) { if case .sessionClosed = $0 { true } else { false } }
    }

    func failure(_ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        try lastOfItem(snapshot) { if case .downloadFailed = $0 { true } else { false } }
    }

    /// The item's own wait, or that of its host, whichever ends last.
    private func backoff(_ blocker: Blocker, _ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        if case .backoff(_, _, _, let scheduled) = item.transfer,
            waitEnd(of: item, at: now, device: device) == blocker.until
        {
            return scheduled
        }
        let host = try view.source(of: item)?.host
        for hold in device.hostHolds where hold.until == blocker.until {
            guard let other = try view.item(hold.item), try view.source(of: other)?.host == host else { continue }
            return try last(ofSubject: hold.item, snapshot) { event in
                guard case .retryScheduled(let retry) = event else { return false }
                return retry.basis == .known(.retryAfter)
            }
        }
        return nil
    }

    /// The attempt that took the last place, or the setting that left so few.
    private func slots(
        _ key: String, _ running: [UInt64], _ snapshot: borrowing LogSnapshot
    ) throws -> UInt64? {
        let limit = try setting(key, snapshot) { Int64($0).map { Int64(running.count) >= $0 } ?? false }
        return latest(running.max(), limit)
    }

    /// Positions of the open attempts' `transferStarted`; a few, since only so many may run.
    func running(host: String? = nil) throws -> [UInt64] {
        var attempts: [UInt64] = []
        try view.walk(.running) { key in
            guard let other = try view.item(key.number), let attempt = other.transfer.attempt else { return true }
            if try host == nil || view.source(of: other)?.host == host { attempts.append(attempt.id) }
            return attempts.count < 64
        }
        return attempts
    }

    func latest(_ positions: UInt64?...) -> UInt64? { positions.compactMap { $0 }.max() }
}
