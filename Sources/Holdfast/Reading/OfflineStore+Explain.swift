internal import HoldfastLog

extension OfflineStore {
    /// Explains an item at a point; `nil` when it was not registered then. At the head it costs a few look-ups in the subject index.
    public func explain(
        _ id: String, at point: LogPoint = .head, phrases: Phrases = Phrases()
    ) throws(HoldfastError) -> Explanation? {
        try read(at: point) { reader in
            guard let report = try reader.report(on: id, phrases: phrases), reader.recordCount > 0 else { return nil }
            let running = try reader.runningAttempts()
            return try log.lend { snapshot in
                let trail = Trail(
                    end: reader.recordCount, item: report.item, device: reader.environment(), running: running)
                let own: [Blocker?] = report.blockers.isEmpty || report.item.standsStill ? [nil] : []
                let reasons = try (own + report.blockers).map { blocker in
                    Explanation.Reason(
                        blocker: blocker,
                        position: try blocker.map { try trail.origin(of: $0.code, in: snapshot) }
                            ?? trail.originOfState(in: snapshot))
                }
                let positions = try trail.events(from: reasons.compactMap(\.position), in: snapshot)
                return Explanation(
                    report: report, position: reader.recordCount - 1, reasons: reasons,
                    events: try positions.map { try snapshot.storedRecord(at: $0) })
            }
        }
    }
}

extension Item {
    /// Nothing from outside makes it go on.
    fileprivate var standsStill: Bool {
        switch transfer {
        case .held, .failed: true
        default: false
        }
    }
}

extension StateReader {
    /// Positions of the open attempts' `transferStarted`, at most a few.
    fileprivate func runningAttempts() throws -> [UInt64] {
        var attempts: [UInt64] = []
        try view.walk(.running) { key in
            if let attempt = try view.item(key.number)?.transfer.attempt { attempts.append(attempt.id) }
            return attempts.count < 16
        }
        return attempts
    }
}

/// Goes back from a state to the records that made it so.
private struct Trail {
    /// Number of records that the state is a fold of.
    let end: UInt64
    let item: Item
    let device: Device
    let running: [UInt64]

    func origin(of code: BlockerCode, in snapshot: borrowing LogSnapshot) throws -> UInt64? {
        switch code {
        case .offlineMode:
            return try last("device", snapshot) { if case .offlineModeSet = $0 { true } else { false } }
        case .pausedAll:
            return try last("settings", snapshot) { if case .downloadPaused = $0 { true } else { false } }
        case .pausedGroup:
            guard let group = item.group else { return nil }
            return try snapshot.last(ofSubject: group, before: end) {
                if case .downloadPaused = $0 { true } else { false }
            }
        case .checking:
            if let session = device.session { return session }
            return try last("session", snapshot) { if case .sessionClosed = $0 { true } else { false } }
        case .noNetwork, .localOnly, .captivePortal, .needsUnmetered, .meteredUnknown, .roaming, .lowData,
            .linkTooSlow:
            return try last("device", snapshot) { if case .connectivityChanged = $0 { true } else { false } }
        case .noSpace: return try last("device", snapshot) { if case .storageMeasured = $0 { true } else { false } }
        case .volumeMissing:
            return try last("device", snapshot) { if case .volumeAvailabilityChanged = $0 { true } else { false } }
        case .quotaFull: return try setting("storage.quotaBytes", snapshot)
        case .scheduleClosed: return try setting("schedule.windows", snapshot)
        case .notBefore: return item.intent?.request
        case .consentNeeded: return try setting("network.confirmBytes", snapshot)
        case .backoff: return try backoff(snapshot)
        case .authNeeded: return try lastOfItem(snapshot) { if case .downloadFailed = $0 { true } else { false } }
        case .removalInProgress: return removalRequest
        case .slotsFull, .hostSlotsFull: return running.max()
        case .needsCharging, .batteryLow, .lowPowerMode:
            return try last("device", snapshot) { if case .powerChanged = $0 { true } else { false } }
        }
    }

    /// The record that gave the item the state it has.
    func originOfState(in snapshot: borrowing LogSnapshot) throws -> UInt64? {
        if let removalRequest { return removalRequest }
        switch item.transfer {
        case .held: return try lastOfItem(snapshot) { if case .downloadPaused = $0 { true } else { false } }
        case .failed: return try lastOfItem(snapshot) { if case .downloadFailed = $0 { true } else { false } }
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

    private var removalRequest: UInt64? {
        switch item.removal {
        case .none: nil
        case .pending(let requested, _, _), .running(let requested, _), .failed(let requested, _, _): requested
        }
    }

    private func backoff(_ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        if case .backoff(_, _, _, let scheduled) = item.transfer { return scheduled }
        // The host of another item asked for quiet.
        guard let hold = device.hostHolds.max(by: { $0.until < $1.until }) else { return nil }
        return try snapshot.last(ofSubject: hold.item, before: end) {
            if case .retryScheduled = $0 { true } else { false }
        }
    }

    /// The last change of a setting in the narrowest scope in which it stands.
    private func setting(_ key: String, _ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        let scopes = [item.settingCount > 0 ? item.number : nil, item.group, try snapshot.subjectNumber("settings")]
        for scope in scopes {
            guard let scope else { continue }
            var isSet = false
            let position = try snapshot.last(ofSubject: scope, before: end) { event in
                guard case .settingChanged(let change) = event, change.key == key else { return false }
                isSet = change.new != nil
                return true
            }
            if isSet { return position }
        }
        return nil
    }

    private func lastOfItem(_ snapshot: borrowing LogSnapshot, _ matches: (Event) -> Bool) throws -> UInt64? {
        try snapshot.last(ofSubject: item.number, before: end, matches)
    }

    private func last(_ subject: String, _ snapshot: borrowing LogSnapshot, _ matches: (Event) -> Bool) throws
        -> UInt64?
    {
        try snapshot.subjectNumber(subject).flatMap { try snapshot.last(ofSubject: $0, before: end, matches) }
    }
}

extension LogSnapshot {
    /// Position of a subject's last matching record before `end`.
    fileprivate borrowing func last(
        ofSubject subject: UInt64, before end: UInt64, _ matches: (Event) -> Bool
    ) throws -> UInt64? {
        var end = end
        var step = 64
        while true {
            let positions = try positions(ofSubject: subject, in: 0..<end, isReverse: true, limit: step)
            for position in positions where matches(try Record(stored: try record(at: position), at: position).event) {
                return position
            }
            guard let oldest = positions.last, positions.count == step else { return nil }
            end = oldest
            step = 4096
        }
    }
}
