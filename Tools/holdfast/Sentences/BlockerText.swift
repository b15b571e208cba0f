import HoldfastModel

/// Why an item waits, one text a code, and when that ends by itself.
enum BlockerText {
    /// Without a full stop: `needs 48 MB, and 12 MB are free`.
    static func text(_ blocker: Blocker, now: Int64, _ zone: TimeZoneRules) -> String {
        let end = blocker.until.map { LocalTime.brief($0, now: now, zone) }
        let until = end.map { " until \($0)" } ?? ""
        return switch blocker.code {
        case .offlineMode: "'work offline' is on" + until
        case .pausedAll: "all downloads are paused" + until
        case .pausedGroup: "its group is paused" + until
        case .checking: "the network has not been looked at; 'holdfast run' does"
        case .noNetwork: "no internet"
        case .localOnly: "the network has no internet"
        case .captivePortal: "the network asks for a sign-in"
        case .needsUnmetered: "waits for a network that is not metered"
        case .meteredUnknown: "it is not known whether the network is metered"
        case .roaming: "roaming is not allowed"
        case .lowData: "low data mode is on"
        case .linkTooSlow: "the network is too slow"
        case .consentNeeded: "somebody has to confirm it"
        case .authNeeded: "the server asks for a sign-in"
        case .noSpace: "not enough space" + need(blocker, "free")
        case .quotaFull: "the storage limit is reached" + need(blocker, "allowed")
        case .volumeMissing: "its storage is not connected"
        case .scheduleClosed: "outside the times allowed" + until
        case .notBefore: "does not start before \(end ?? "its time")"
        case .needsCharging: "waits for power"
        case .batteryLow: "the battery is low"
        case .lowPowerMode: "the battery saver is on"
        case .backoff: "tries again at \(end ?? "its time")"
        case .removalInProgress: "its file is being removed"
        case .hostSlotsFull: "other downloads from its host run"
        case .slotsFull: "other downloads run"
        }
    }

    private static func need(_ blocker: Blocker, _ limit: String) -> String {
        let parts = [
            blocker.needBytes.map { "needs \(ByteText.format($0))" },
            blocker.limitBytes.map { "\(ByteText.format($0, roundsDown: true)) are \(limit)" },
        ].compactMap { $0 }
        return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    }
}

extension JSONLine {
    mutating func add(_ key: String, blockers: [Blocker]) {
        add(key, each: blockers) { line, blocker in
            line.add("code", "\(blocker.code)")
            line.add("needBytes", blocker.needBytes)
            line.add("limitBytes", blocker.limitBytes)
            line.add("until", time: blocker.until)
        }
    }
}
