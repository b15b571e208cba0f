extension Decider {
    mutating func observe(_ new: ConnectivityChanged) throws {
        let device = try state.device()
        if device.isConnectivityCurrent, let old = device.connectivity, old.isSame(as: new) { return note(.unchanged) }
        add(.device, .connectivityChanged(new))
    }

    mutating func measure(_ new: StorageMeasured) throws {
        guard new.freeBytes >= 0, new.capacityBytes >= 0 else {
            throw Refusal(
                .valueOutOfRange, "A volume has no fewer than 0 bytes: \(new.freeBytes) free of \(new.capacityBytes).")
        }
        let device = try state.device()
        let old = device.volumes.first { $0.id == new.volume }
        guard old?.freeBytes != new.freeBytes || old?.capacityBytes != new.capacityBytes else {
            return note(.unchanged)
        }
        let position = add(.device, .storageMeasured(new))
        guard new.volume == device.contentVolume.id, new.freeBytes > old?.freeBytes ?? 0 else { return }
        try retryForSpace(freeBytes: new.freeBytes, cause: position)
    }

    /// More room is what a download that failed for want of it waits for. Each measurement gives each of them one try at most.
    private mutating func retryForSpace(freeBytes: Int64, cause: UInt64) throws {
        let settings = try Settings(of: nil, in: state)
        let totals = try state.totals()
        var left = freeBytes.clampedDifference(settings.keepFreeBytes).clampedDifference(totals.reservedBytes)
        var retries: [(Item, Intent)] = []
        try state.walk(.needsSpace) { key in
            guard let item = try state.item(key.number), let intent = item.intent else { return true }
            let need = max(0, (item.catalogue.size ?? 0).clampedDifference((item.staging?.durableBytes ?? 0)))
            guard left >= need, left > 0 else { return true }
            left = left.clampedDifference(need)
            retries.append((item, intent))
            return retries.count < Self.spaceRetryCountMax
        }
        for (item, intent) in retries { addRetry(item, intent, cause: cause) }
    }

    private static var spaceRetryCountMax: Int { 64 }

    mutating func volume(_ id: UInt64, isAvailable: Bool, path: String?) throws {
        let volumes = try state.device().volumes
        let standing = volumes.first { $0.id == id }
        guard standing != nil || volumes.count < Device.volumeCountMax else {
            throw Refusal(
                .valueOutOfRange,
                "A store knows \(Device.volumeCountMax) volumes at most. Put content on one that it knows already.")
        }
        // The store's own volume needs no record to be there.
        let known = standing?.isAvailable ?? (id == 0 ? true : nil)
        guard known != isAvailable || path != nil else { return note(.unchanged) }
        let event = filled(VolumeAvailabilityChanged()) {
            $0.volume = id
            $0.isAvailable = isAvailable
        }
        let part = path.map { path in filled(PrivatePart()) { $0.volumePath = path } }
        add(.device, .volumeAvailabilityChanged(event), privatePart: part)
    }
}

extension Decider {
    mutating func observe(_ power: PowerChanged) throws {
        if let level = power.levelInBasisPoints, !(0...10_000).contains(level) {
            throw Refusal(.valueOutOfRange, "A battery's level is 0...10000 basis points, this one \(level).")
        }
        guard try state.device().power != power else { return note(.unchanged) }
        add(.device, .powerChanged(power))
    }

    mutating func timeZone(_ offset: Int64) throws {
        guard (-86_399...86_399).contains(offset) else {
            throw Refusal(.valueOutOfRange, "Local time is less than a day from UTC, not \(offset) seconds.")
        }
        guard try state.device().utcOffsetInSeconds != offset else { return note(.unchanged) }
        add(.device, .timeZoneChanged(filled(TimeZoneChanged()) { $0.utcOffsetInSeconds = offset }))
    }
}

extension ConnectivityChanged {
    /// The same state of the network, however and after however many changes it was seen.
    func isSame(as other: ConnectivityChanged) -> Bool {
        var left = self
        left.rawChanges = other.rawChanges
        left.source = other.source
        left.settledInMilliseconds = other.settledInMilliseconds
        return left == other
    }
}
