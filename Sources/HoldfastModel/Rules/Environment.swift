/// What blockers depend on besides the item, read once for many items.
struct Environment {
    let device: Device
    let totals: Totals
    let settings: Settings
    let now: Now
    /// Hosts that asked for quiet, and until when.
    let heldHosts: [String: Int64]

    init(of state: some StateView, at now: Now) throws {
        device = try state.device()
        totals = try state.totals()
        settings = try state.generalSettings()
        self.now = now
        heldHosts = try state.heldHosts(of: device, at: now)
    }

    /// What the person switched off, for all or for the item's group.
    func switches(_ item: Item, _ policy: ItemPolicy) -> [Blocker] {
        var blockers: [Blocker] = []
        if isOffline { blockers.append(Blocker(.offlineMode, until: device.offlineMode?.until)) }
        guard !item.passesPauses(at: now.wall) else { return blockers }
        if isPaused { blockers.append(Blocker(.pausedAll, until: device.pausedAll?.until)) }
        if let pause = policy.group?.paused, pause.isOn(at: now.wall) {
            blockers.append(Blocker(.pausedGroup, until: pause.until))
        }
        return blockers
    }

    /// Some item may start, as far as the switches for all go.
    var letsSomeStart: Bool { !isOffline && (!isPaused || totals.letPast > 0) }

    private var isOffline: Bool { device.offlineMode?.isOn(at: now.wall) ?? false }
    private var isPaused: Bool { device.pausedAll?.isOn(at: now.wall) ?? false }

    /// What the network lacks for the source. An item without a usable source lacks nothing: it starts, and fails for all to see.
    func network(_ source: SourceFacts?, _ item: Item, _ policy: ItemPolicy) -> [Blocker] {
        guard let source, source.reach != .loopback else { return [] }
        guard device.isConnectivityCurrent, let connectivity = device.connectivity else { return [Blocker(.checking)] }
        switch (connectivity.link.known, source.reach) {
        case (Link.none?, _), (nil, _): return [Blocker(.noNetwork)]
        case (.local?, .link), (.internet?, .link): return []
        case (.local?, _): return [Blocker(connectivity.isCaptive == true ? .captivePortal : .localOnly)]
        case (.internet?, _): break
        }
        let portal = connectivity.isCaptive == true ? [Blocker(.captivePortal)] : []
        return portal + cost(connectivity, item, policy)
    }

    private func cost(_ connectivity: ConnectivityChanged, _ item: Item, _ policy: ItemPolicy) -> [Blocker] {
        let settings = policy.settings
        var blockers: [Blocker] = []
        func add(_ code: BlockerCode, unless kind: ConsentKind) {
            if !policy.agrees(to: kind, bytes: item.catalogue.size, at: now.wall) { blockers.append(Blocker(code)) }
        }
        let allowsMetered = item.intent?.allowsMetered ?? settings.allowsMetered
        let isRoaming = connectivity.isRoaming == true
        if connectivity.isMetered == true, !allowsMetered { add(.needsUnmetered, unless: .metered) }
        if connectivity.isMetered == nil, !allowsMetered, settings.unknownMetered == .block {
            add(.meteredUnknown, unless: .metered)
        }
        if isRoaming, !settings.allowsRoaming { add(.roaming, unless: .roaming) }
        if connectivity.isLowData == true, !settings.allowsLowData { add(.lowData, unless: .lowData) }
        if connectivity.quality?.known?.isSlower(than: settings.minDownlinkBps) ?? false {
            add(.linkTooSlow, unless: .slow)
        }
        let isCostly = connectivity.isMetered == true || isRoaming
        if isCostly, let limit = settings.confirmBytes, let size = item.catalogue.size, size >= limit {
            add(.consentNeeded, unless: .large)
        }
        return blockers
    }

    /// What the item's own times and the device's power say.
    ///
    /// A battery that is low and its saver hold up only what nobody waits for: what the app or a rule asked for, not what a person did.
    func conditions(_ item: Item, _ policy: ItemPolicy) -> (schedule: [Blocker], power: [Blocker]) {
        var schedule: [Blocker] = []
        var power: [Blocker] = []
        let (settings, bytes, offset) = (policy.settings, item.catalogue.size, device.utcOffsetInSeconds)
        if !settings.windows.isOpen(at: now.wall, utcOffsetInSeconds: offset),
            !policy.agrees(to: .schedule, bytes: bytes, at: now.wall)
        {
            let opens = settings.windows.nextChange(after: now.wall, utcOffsetInSeconds: offset)
            schedule.append(Blocker(.scheduleClosed, until: opens))
        }
        guard let state = device.power, !policy.agrees(to: .power, bytes: bytes, at: now.wall) else {
            return (schedule, power)
        }
        let isOnBattery = state.source == .known(.battery)
        let isAutomatic = [.known(.auto), .known(.update)].contains(item.intent?.reason)
        if isOnBattery, settings.needsCharging { power.append(Blocker(.needsCharging)) }
        if isAutomatic, state.isBatteryLow { power.append(Blocker(.batteryLow)) }
        if isAutomatic, state.isLowPowerMode { power.append(Blocker(.lowPowerMode)) }
        return (schedule, power)
    }

    /// What the storage lacks for an item that is to start.
    func storage(starting item: Item) -> [Blocker] {
        let durable = item.staging?.durableBytes ?? 0
        let need = item.catalogue.size.map { max(0, $0.clampedDifference(durable)) }
        return storage(need: need) + missingVolume
    }

    /// - Parameter need: bytes that are neither written nor reserved yet; `nil` while unknown.
    func storage(need: Int64?) -> [Blocker] {
        var blockers: [Blocker] = []
        if let available, available < need ?? 0 {
            blockers.append(Blocker(.noSpace, needBytes: need, limitBytes: device.contentVolume.freeBytes))
        }
        if let left = quotaLeft, left < need ?? 1 {
            blockers.append(Blocker(.quotaFull, needBytes: need, limitBytes: settings.quotaBytes))
        }
        return blockers
    }

    /// Bytes that must be freed before so many can come; 0 when there is room.
    func shortfall(need: Int64) -> Int64 {
        [available, quotaLeft].compactMap { $0 }.map { need.clampedDifference($0) }.reduce(0, max)
    }

    /// Bytes by which what stands on the device is over its limits. What is reserved counts for the quota alone: part of it may be written
    /// already, and would be counted twice.
    var excess: Int64 {
        let overDisk = freeBytes.map { settings.keepFreeBytes.clampedDifference($0) } ?? 0
        let overQuota = quotaLeft.map { Int64(0).clampedDifference($0) } ?? 0
        return max(0, overDisk, overQuota)
    }

    /// Bytes that may still be written: `nil` before the first measurement.
    private var available: Int64? {
        freeBytes.map {
            $0.clampedDifference(settings.keepFreeBytes).clampedDifference(totals.reservedBytes)
        }
    }

    /// `nil` without a quota.
    private var quotaLeft: Int64? { settings.quotaBytes.map { $0.clampedDifference(totals.committedBytes) } }

    /// What the storage lacks while attempts run: their bytes are counted already.
    var storageWhileRunning: [Blocker] {
        var blockers: [Blocker] = []
        if let free = freeBytes, free < settings.keepFreeBytes {
            blockers.append(Blocker(.noSpace, limitBytes: free))
        }
        if let quota = settings.quotaBytes, totals.committedBytes > quota {
            blockers.append(Blocker(.quotaFull, limitBytes: quota))
        }
        return blockers + missingVolume
    }

    /// What was free on a volume that is away tells nothing.
    private var freeBytes: Int64? {
        let volume = device.contentVolume
        return volume.isAvailable ? volume.freeBytes : nil
    }

    private var missingVolume: [Blocker] { device.contentVolume.isAvailable ? [] : [Blocker(.volumeMissing)] }
}

extension Totals {
    /// What counts against the quota: installed, unfinished and reserved bytes.
    public var committedBytes: Int64 { usedBytes.clampedSum(partialBytes).clampedSum(reservedBytes) }
}

extension Item {
    /// A person agreed that it comes although its group or everything is paused.
    func passesPauses(at now: Int64) -> Bool {
        intent?.consents.contains { $0.kind == .known(.pause) && $0.holds(bytes: catalogue.size, at: now) } ?? false
    }
}

extension Quality {
    /// Slow ends where 1,000 kbit/s begin; a moderate link is taken to reach 10 Mbit/s. A good link is never too slow.
    package func isSlower(than bytesPerSecond: Int64) -> Bool {
        switch self {
        case .unusable: bytesPerSecond > 0
        case .slow: bytesPerSecond > 125_000
        case .moderate: bytesPerSecond > 1_250_000
        case .good: false
        }
    }
}

extension PowerChanged {
    /// On the battery, with less than 15 % left.
    package var isBatteryLow: Bool { source == .known(.battery) && levelInBasisPoints.map { $0 < 1_500 } ?? false }
}

extension StateView {
    /// Hosts that asked for quiet, by `SourceFacts.host`, and until when.
    func heldHosts(of device: Device, at now: Now) throws -> [String: Int64] {
        var hosts: [String: Int64] = [:]
        // One that ends later than any can was set before the clock was set back.
        let latest = now.wall.clampedSum(RetryRule.waitMaxInMicroseconds)
        for hold in device.hostHolds where hold.until > now.wall && hold.until <= latest {
            guard let item = try item(hold.item), let source = try source(of: item) else { continue }
            hosts[source.host] = max(hosts[source.host] ?? hold.until, hold.until)
        }
        return hosts
    }
}
