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
        settings = try Settings(of: nil, in: state)
        self.now = now
        var hosts: [String: Int64] = [:]
        // One that ends later than any can was set before the clock was set back.
        let latest = now.wall.clampedSum(RetryRule.waitMaxInMicroseconds)
        for hold in device.hostHolds where hold.until > now.wall && hold.until <= latest {
            guard let item = try state.item(hold.item), let source = try state.source(of: item) else { continue }
            hosts[source.host] = max(hosts[source.host] ?? hold.until, hold.until)
        }
        heldHosts = hosts
    }

    /// Reasons that hold for every item, whatever it is.
    var general: [Blocker] {
        var blockers: [Blocker] = []
        if let mode = device.offlineMode, mode.isOn(at: now.wall) {
            blockers.append(Blocker(.offlineMode, until: mode.until))
        }
        if let pause = device.pausedAll, pause.isOn(at: now.wall) {
            blockers.append(Blocker(.pausedAll, until: pause.until))
        }
        return blockers
    }

    /// What the network lacks for the source. An item without a usable source lacks nothing: it starts, and fails for all to see.
    func network(_ source: SourceFacts?, _ item: Item, _ settings: Settings) -> [Blocker] {
        guard let source, source.reach != .loopback else { return [] }
        guard device.isConnectivityCurrent, let connectivity = device.connectivity else { return [Blocker(.checking)] }
        switch (connectivity.link.known, source.reach) {
        case (Link.none?, _), (nil, _): return [Blocker(.noNetwork)]
        case (.local?, .link), (.internet?, .link): return []
        case (.local?, _): return [Blocker(connectivity.isCaptive == true ? .captivePortal : .localOnly)]
        case (.internet?, _): break
        }
        var blockers = connectivity.isCaptive == true ? [Blocker(.captivePortal)] : []
        blockers += cost(connectivity, item, settings)
        if isTooSlow(connectivity.quality, settings) { blockers.append(Blocker(.linkTooSlow)) }
        return blockers
    }

    private func cost(_ connectivity: ConnectivityChanged, _ item: Item, _ settings: Settings) -> [Blocker] {
        var blockers: [Blocker] = []
        let allowsMetered = item.intent?.allowsMetered ?? settings.allowsMetered
        if connectivity.isMetered == true, !allowsMetered { blockers.append(Blocker(.needsUnmetered)) }
        if connectivity.isMetered == nil, !allowsMetered, settings.unknownMetered == .block {
            blockers.append(Blocker(.meteredUnknown))
        }
        if connectivity.isRoaming == true, !settings.allowsRoaming { blockers.append(Blocker(.roaming)) }
        if connectivity.isLowData == true, !settings.allowsLowData { blockers.append(Blocker(.lowData)) }
        return blockers
    }

    /// Slow ends where 1,000 kbit/s begin; a moderate link is taken to reach 10 Mbit/s. A good link, or one not judged, is never too slow.
    private func isTooSlow(_ quality: Open<Quality>?, _ settings: Settings) -> Bool {
        switch quality?.known {
        case .unusable: settings.minDownlinkBps > 0
        case .slow: settings.minDownlinkBps > 125_000
        case .moderate: settings.minDownlinkBps > 1_250_000
        case .good, nil: false
        }
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
        if let free = device.contentVolume.freeBytes {
            let available = free.clampedDifference(settings.keepFreeBytes).clampedDifference(totals.reservedBytes)
            if available < need ?? 0 { blockers.append(Blocker(.noSpace, needBytes: need, limitBytes: free)) }
        }
        if let quota = settings.quotaBytes {
            let left = quota.clampedDifference(totals.committedBytes)
            if left < need ?? 1 { blockers.append(Blocker(.quotaFull, needBytes: need, limitBytes: quota)) }
        }
        return blockers
    }

    /// What the storage lacks while attempts run: their bytes are counted already.
    var storageWhileRunning: [Blocker] {
        var blockers: [Blocker] = []
        if let free = device.contentVolume.freeBytes, free < settings.keepFreeBytes {
            blockers.append(Blocker(.noSpace, limitBytes: free))
        }
        if let quota = settings.quotaBytes, totals.committedBytes > quota {
            blockers.append(Blocker(.quotaFull, limitBytes: quota))
        }
        return blockers + missingVolume
    }

    private var missingVolume: [Blocker] { device.contentVolume.isAvailable ? [] : [Blocker(.volumeMissing)] }
}

extension Totals {
    /// What counts against the quota: installed, unfinished and reserved bytes.
    public var committedBytes: Int64 { usedBytes.clampedSum(partialBytes).clampedSum(reservedBytes) }
}
