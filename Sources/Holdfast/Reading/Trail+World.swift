internal import HoldfastLog

// What was observed of the world: the first record of those that all say the same, up to the present one.
extension Trail {
    func observed(
        _ snapshot: borrowing LogSnapshot, _ holds: (ConnectivityChanged) -> Bool
    ) throws -> UInt64? {
        // What an earlier session saw was forgotten when this one opened.
        try first("device", since: device.session ?? 0, snapshot) { event in
            if case .connectivityChanged(let seen) = event { holds(seen) } else { nil }
        }
    }

    static func lacks(_ code: BlockerCode, _ seen: ConnectivityChanged) -> Bool {
        switch code {
        case .noNetwork: seen.link == .known(.none) || seen.link.known == nil
        case .localOnly: seen.link == .known(.local) && seen.isCaptive != true
        default: seen.isCaptive == true && seen.link != .known(.none)
        }
    }

    /// What a connection costs is no reason by itself: a rule and a missing consent belong to it.
    func cost(_ code: BlockerCode, _ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        let seen = try observed(snapshot) { Self.costs(code, $0, minimum: policy.settings.minDownlinkBps) }
        switch code {
        case .needsUnmetered:
            return latest(seen, try metered(snapshot), try consentEnd(.metered, snapshot))
        case .meteredUnknown:
            let rule = try setting("network.unknownMetered", snapshot) { $0 == "block" }
            return latest(seen, rule, try metered(snapshot), try consentEnd(.metered, snapshot))
        case .roaming:
            let rule = try setting("network.allowRoaming", snapshot) { $0 != "true" }
            return latest(seen, rule, try consentEnd(.roaming, snapshot))
        case .lowData:
            let rule = try setting("network.allowLowData", snapshot) { $0 != "true" }
            return latest(seen, rule, try consentEnd(.lowData, snapshot))
        case .linkTooSlow:
            let quality = device.connectivity?.quality?.known
            let rule = try setting("network.minDownlinkBps", snapshot) { value in
                Int64(value).map { quality?.isSlower(than: $0) ?? false } ?? false
            }
            return latest(seen, rule, try consentEnd(.slow, snapshot))
        default:
            let size = item.catalogue.size ?? 0
            let rule = try setting("network.confirmBytes", snapshot) { value in Int64(value).map { size >= $0 } ?? false
            }
            return latest(seen, rule, try consentEnd(.large, snapshot))
        }
    }

    /// The request's own permission stands above the setting.
    private func metered(_ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        if item.intent?.allowsMetered == false { return item.intent?.request }
        return try setting("network.allowMetered", snapshot) { $0 != "true" }
    }

    private static func costs(_ code: BlockerCode, _ seen: ConnectivityChanged, minimum: Int64) -> Bool {
        guard seen.link == .known(.internet) else { return false }
        return switch code {
        case .needsUnmetered: seen.isMetered == true
        case .meteredUnknown: seen.isMetered == nil
        case .roaming: seen.isRoaming == true
        case .lowData: seen.isLowData == true
        case .linkTooSlow: seen.quality?.known?.isSlower(than: minimum) ?? false
        default: seen.isMetered == true || seen.isRoaming == true
        }
    }

    func power(_ code: BlockerCode, _ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        let seen = try first("device", snapshot) { event in
            guard case .powerChanged(let power) = event else { return nil }
            return switch code {
            case .needsCharging: power.source == .known(.battery)
            case .batteryLow: power.isBatteryLow
            default: power.isLowPowerMode
            }
        }
        let rule = code == .needsCharging ? try setting("power.needsCharging", snapshot) { $0 == "true" } : nil
        return latest(seen, rule, try consentEnd(.power, snapshot))
    }

    func schedule(_ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        let offset = device.utcOffsetInSeconds
        let rule = try setting("schedule.windows", snapshot) { value in
            ScheduleWindows(value).map { !$0.isOpen(at: now.wall, utcOffsetInSeconds: offset) } ?? false
        }
        return latest(rule, try consentEnd(.schedule, snapshot))
    }

    func volume(_ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        let place = device.contentVolume.id
        return try first("device", snapshot) { event in
            guard case .volumeAvailabilityChanged(let change) = event, change.volume == place else { return nil }
            return !change.isAvailable
        }
    }

    /// Too little was measured, or more is to be kept free, or running downloads have reserved what there is.
    func space(_ blocker: Blocker, _ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        let need = blocker.needBytes ?? 0
        let place = device.contentVolume
        func lacks(_ free: Int64, keeping kept: Int64) -> Bool { free.clampedDifference(kept) < need }
        guard let free = place.freeBytes, free >= 0 else { return try failure(snapshot) }
        guard lacks(free, keeping: general.keepFreeBytes) else {
            let isReserved = lacks(free, keeping: general.keepFreeBytes.clampedSum(totals.reservedBytes))
            return try isReserved ? running().max() : failure(snapshot)
        }
        let measured = try first("device", snapshot) { event in
            guard case .storageMeasured(let measure) = event, measure.volume == place.id else { return nil }
            return lacks(measure.freeBytes, keeping: general.keepFreeBytes)
        }
        let rule = try setting("storage.keepFreeBytes", snapshot) { value in
            Int64(value).map { lacks(free, keeping: $0) } ?? false
        }
        return latest(measured, rule)
    }

    /// The limit, or what running downloads have reserved of it. What filled it over time is no one record.
    func quota(_ blocker: Blocker, _ snapshot: borrowing LogSnapshot) throws -> UInt64? {
        let held = totals.committedBytes.clampedSum(blocker.needBytes ?? 0)
        guard let limit = general.quotaBytes else { return try failure(snapshot) }
        if held <= limit, case .failed = item.transfer { return try failure(snapshot) }
        if held.clampedDifference(totals.reservedBytes) <= limit, let newest = try running().max() { return newest }
        return try setting("storage.quotaBytes", snapshot) { value in Int64(value).map { held > $0 } ?? false }
    }
}
