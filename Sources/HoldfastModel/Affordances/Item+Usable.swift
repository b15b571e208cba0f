extension Item {
    /// Whether its file can be opened now: proven, undamaged, on a place that is there, its licence not at an end, and
    /// not on its way out. Only then may anything say "Offline".
    ///
    /// - Parameter now: Microseconds since 1970 UTC.
    public func isUsable(on device: Device, at now: Int64) -> Bool {
        guard let installed, installed.isSound, !isStorageAway(on: device), !isExpired(at: now) else { return false }
        return switch removal {
        case .none, .failed: true
        case .pending, .running: false
        }
    }

    func isStorageAway(on device: Device) -> Bool {
        installed.map { !device.isAvailable($0.volume) } ?? false
    }

    func isExpired(at now: Int64) -> Bool {
        installed != nil && (catalogue.expiresAt.map { $0 <= now } ?? false)
    }
}
