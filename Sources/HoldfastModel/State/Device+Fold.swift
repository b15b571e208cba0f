extension SessionOpened {
    func fold(into device: inout Device, _ head: borrowing RecordHead) {
        device.session = head.position
        device.lastSession = head.position
        device.bootID = bootID
        device.isConnectivityCurrent = false
    }
}

extension SessionClosed {
    func fold(into device: inout Device, _ head: borrowing RecordHead) {
        device.session = nil
        device.isConnectivityCurrent = false
    }
}

extension ConnectivityChanged {
    func fold(into device: inout Device, _ head: borrowing RecordHead) {
        if hasInternet, !(device.connectivity?.hasInternet ?? false) {
            device.internetSince = head.position
            device.internetSinceAt = head.recordedAt
        }
        device.connectivity = self
        device.connectivityChangedAt = head.recordedAt
        device.isConnectivityCurrent = device.session != nil
    }
}

extension OfflineModeSet {
    func fold(into device: inout Device, _ head: borrowing RecordHead) {
        device.offlineMode = isEnabled ? Device.Switch(until: until) : nil
    }
}

extension StorageMeasured: DevicePayload {
    func fold(into device: inout Device, _ head: borrowing RecordHead) {
        device.withVolume(volume) {
            $0.freeBytes = max(0, freeBytes)
            $0.capacityBytes = max(0, capacityBytes)
        }
    }
}

extension VolumeAvailabilityChanged {
    func fold(into device: inout Device, _ head: borrowing RecordHead) {
        let (position, hasPath) = (head.position, head.hasPrivatePart)
        device.withVolume(volume) {
            $0.isAvailable = isAvailable
            if hasPath { $0.placed = position }
        }
    }
}

extension PowerChanged {
    func fold(into device: inout Device, _ head: borrowing RecordHead) { device.power = self }
}

extension TimeZoneChanged {
    func fold(into device: inout Device, _ head: borrowing RecordHead) {
        // No place on Earth is further from UTC than 14 hours.
        device.utcOffsetInSeconds = min(max(utcOffsetInSeconds, -86_399), 86_399)
    }
}

extension Device {
    static let volumeCountMax = 64

    mutating func meetUnreadable(at position: UInt64) {
        if unreadable == nil { unreadable = position }
    }

    fileprivate mutating func withVolume(_ id: UInt64, _ body: (inout Volume) -> Void) {
        if let place = volumes.firstIndex(where: { $0.id >= id }) {
            if volumes[place].id != id {
                guard volumes.count < Self.volumeCountMax else { return }
                volumes.insert(Volume(id: id), at: place)
            }
            body(&volumes[place])
        } else if volumes.count < Self.volumeCountMax {
            var volume = Volume(id: id)
            body(&volume)
            volumes.append(volume)
        }
    }

    /// Past holds are dropped on the way; of too many, those that end first.
    mutating func holdHost(of item: UInt64, until: Int64, at now: Int64) {
        hostHolds.removeAll { $0.item == item || $0.until <= now }
        hostHolds.append(HostHold(item: item, until: until))
        if hostHolds.count > Self.holdCountMax,
            let first = hostHolds.indices.min(by: { hostHolds[$0].until < hostHolds[$1].until })
        {
            hostHolds.remove(at: first)
        }
    }

    mutating func releaseHost(of item: UInt64) { hostHolds.removeAll { $0.item == item } }
}

extension ConnectivityChanged {
    /// The internet can be used. A link of a kind unknown to this program is no internet.
    var hasInternet: Bool { link == .known(.internet) && isCaptive != true }
}
