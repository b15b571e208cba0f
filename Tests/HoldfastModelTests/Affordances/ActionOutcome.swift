@testable import HoldfastModel

/// What an action promises: the words on its button.
enum ActionOutcome {
    /// Says what is wrong after the action; `nil` when the promise was kept.
    static func complaint(_ code: ActionCode, before: ActionTrial, after: ActionTrial) throws -> String? {
        if let complaint = kept(code, before.item, after.item) { return complaint }
        let item = after.item
        switch code {
        case .open, .openSignIn, .signIn, .freeSpace, .manageDownloads, .raiseLimit, .chooseStorage, .why:
            return nil
        case .download, .downloadWhenFaster, .repair, .update:
            return readiness(after)
        case .downloadOverMetered, .downloadWhileRoaming:
            return try blocked(after, by: costs + [.consentNeeded]) ?? readiness(after)
        case .downloadInLowData: return try blocked(after, by: [.lowData]) ?? readiness(after)
        case .downloadLarge: return try blocked(after, by: [.consentNeeded]) ?? readiness(after)
        case .pause: return item.transfer.state == .held ? nil : "is not held"
        case .resume: return readiness(after)
        case .resumeGroup: return try blocked(after, by: [.pausedGroup])
        case .downloadOnlyThis: return try blocked(after, by: [.pausedAll, .pausedGroup])
        case .confirm: return try blocked(after, by: [.consentNeeded])
        case .resumeAll: return try blocked(after, by: [.pausedAll])
        case .retry: return try blocked(after, by: [.notBefore]) ?? readiness(after)
        case .downloadFirst: return try after.queue.first == after.id ? nil : "is not first"
        case .goOnline: return try blocked(after, by: [.offlineMode])
        case .allowMetered: return try blocked(after, by: [.needsUnmetered, .meteredUnknown])
        case .allowRoaming: return try blocked(after, by: [.roaming])
        case .allowLowData: return try blocked(after, by: [.lowData])
        case .allowSlow: return try blocked(after, by: [.linkTooSlow])
        case .waitForUnmetered: return try waits(after)
        case .waitForFaster:
            let isPatient = try after.settings.minDownlinkBps > 125_000 && !after.agrees(to: .slow)
            return isPatient ? nil : "takes a slow connection"
        case .ignoreSchedule: return try blocked(after, by: [.scheduleClosed])
        case .ignorePower: return try blocked(after, by: [.needsCharging, .batteryLow, .lowPowerMode])
        case .cancel, .discard: return item.transfer == .idle ? nil : "goes on"
        case .remove: return item.removal.state == .pending && item.staging == nil ? nil : "is not being removed"
        case .removeAgain: return isRemovalDue(item.removal, at: after.now) ? nil : "is not due to be removed"
        case .undo: return item.removal == .none ? nil : "is still being removed"
        }
    }

    private static func readiness(_ after: ActionTrial) -> String? {
        isReady(after.item, at: after.now, device: after.state.device()) ? nil : "is not ready"
    }

    static let costs: [BlockerCode] = [.needsUnmetered, .meteredUnknown, .roaming, .lowData]

    private static func blocked(_ after: ActionTrial, by codes: [BlockerCode]) throws -> String? {
        let standing = try after.blockers.filter { codes.contains($0) }
        return standing.isEmpty ? nil : "still waits: \(standing)"
    }

    /// Nothing over a connection that costs something, whatever the request allowed.
    private static func waits(_ after: ActionTrial) throws -> String? {
        let settings = try after.settings
        let allows = after.item.intent?.allowsMetered ?? settings.allowsMetered
        let isAgreed = try [ConsentKind.metered, .roaming, .lowData].contains { try after.agrees(to: $0) }
        return allows || settings.allowsRoaming || settings.allowsLowData || isAgreed
            ? "uses a costly connection" : nil
    }

    /// No action takes away more than it says: the file, what was received, the request and its place.
    private static func kept(_ code: ActionCode, _ before: Item, _ after: Item) -> String? {
        if before.installed != after.installed { return "changes the installed file" }
        let discards: Set<ActionCode> = [.discard, .remove, .removeAgain]
        if discards.contains(code) {
            if after.staging != nil { return "keeps the partial" }
        } else if (after.staging?.durableBytes ?? 0) < (before.staging?.durableBytes ?? 0) {
            return "loses bytes"
        }
        if discards.contains(code) || code == .cancel { return after.intent == nil ? nil : "is still wanted" }
        guard let intent = before.intent else { return nil }
        if after.intent?.request != intent.request { return "loses the request" }
        if code != .downloadFirst, after.intent?.priority != intent.priority || after.intent?.place != intent.place {
            return "loses its place"
        }
        return nil
    }
}
