extension Device {
    static let volumeCountMax = 64

    /// Folds an event about the machine around the items.
    mutating func fold(_ record: Record) {
        switch record.event {
        case .sessionOpened(let payload):
            session = record.position
            lastSession = record.position
            bootID = payload.bootID
            isConnectivityCurrent = false
        case .sessionClosed:
            session = nil
            isConnectivityCurrent = false
        case .connectivityChanged(let payload): fold(payload, record)
        case .offlineModeSet(let payload):
            offlineMode = payload.isEnabled ? Switch(until: payload.until) : nil
        case .storageMeasured(let payload):
            withVolume(payload.volume) {
                $0.freeBytes = max(0, payload.freeBytes)
                $0.capacityBytes = max(0, payload.capacityBytes)
            }
        case .volumeAvailabilityChanged(let payload):
            withVolume(payload.volume) { $0.isAvailable = payload.isAvailable }
        case .unknown:
            if unreadable == nil { unreadable = record.position }
        default: break
        }
    }

    private mutating func fold(_ payload: ConnectivityChanged, _ record: Record) {
        if payload.hasInternet, !(connectivity?.hasInternet ?? false) {
            internetSince = record.position
            internetSinceAt = record.recordedAt
        }
        connectivity = payload
        connectivityChangedAt = record.recordedAt
        isConnectivityCurrent = session != nil
    }

    private mutating func withVolume(_ id: UInt64, _ body: (inout Volume) -> Void) {
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
