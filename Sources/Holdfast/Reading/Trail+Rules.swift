internal import HoldfastLog

// What people set, paused and agreed to.
extension Trail {
    /// The change by which a setting came to hold the item up; `nil` where it has done so from the start.
    ///
    /// - Parameter blocks: whether a value does.
    func setting(
        _ key: String, _ snapshot: borrowing LogSnapshot, _ blocks: (String) -> Bool
    ) throws -> UInt64? {
        var standing = SettingKey.named(key)?.standard ?? ""
        var cause: UInt64?
        for scope in [try snapshot.subjectNumber("settings"), item.group, item.number] {
            guard let scope else { continue }
            let wider = standing
            var isLast = true
            var isReturn = false
            let change = try last(ofSubject: scope, snapshot) { event in
                guard case .settingChanged(let change) = event, change.key == key else { return false }
                if isLast { (standing, isReturn) = (change.new ?? wider, change.new == nil) }
                isLast = false
                return blocks(change.new ?? wider) && !blocks(change.old ?? wider)
            }
            if !blocks(standing) {
                cause = nil
            } else if !isLast, let change {
                // Where the wider scope's value counts again, it may have come to hold the item up later than that.
                let own = scope == item.group ? latest(change, try joined(scope, snapshot)) : change
                cause = isReturn ? latest(cause, own) : own
            } else if !isLast, !isReturn, scope == item.group, !blocks(wider) {
                cause = try joined(scope, snapshot)
            }
        }
        return cause
    }

    /// The pause of a group or of all, or the record by which the item came under it.
    func pause(_ subject: UInt64?, _ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        guard let subject else { return nil }
        let paused = try last(ofSubject: subject, snapshot) { if case .downloadPaused = $0 { true } else { false } }
        let member = subject == item.group ? try joined(subject, snapshot) : nil
        // One that the pause itself took back is no reason beside it.
        let end = try consentEnd(.pause, snapshot) { $0 == nil || $0 != paused }
        return latest(paused, member, end)
    }

    /// The record by which the item came into its group.
    private func joined(_ group: UInt64, _ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        try last(ofSubject: group, snapshot) { event in
            if case .groupMembersChanged(let change) = event { change.added.contains(item.number) } else { false }
        }
    }

    /// The record that took back, for the item's request, its group or all, what took such a thing in.
    ///
    /// - Parameter counts: whether one with this cause does.
    func consentEnd(
        _ kind: ConsentKind, _ snapshot: borrowing LogSnapshot, where counts: (UInt64?) -> Bool = { _ in true }
    ) throws -> UInt64? {
        var end: UInt64?
        for scope in [item.number, item.group, try snapshot.subjectNumber("settings")] {
            guard let scope else { continue }
            var isTakenBack = false
            let position = try lastRecord(ofSubject: scope, snapshot) { record in
                guard case .consentRecorded(let consent) = record.event,
                    consent.kind.known.map(kind.takenInBy.contains) ?? false
                else { return false }
                isTakenBack = !consent.isGiven && counts(record.cause)
                return true
            }
            let isOld = scope == item.number && position ?? 0 < item.intent?.request ?? 0
            if isTakenBack, !isOld { end = latest(end, position) }
        }
        return end
    }
}
