@testable import HoldfastModel

/// An item and what surrounds it, made up for a test.
struct Scene: Sendable {
    var item = Item(number: 7, id: "guide")
    var context = AffordanceContext(device: Device(), now: Scene.now)

    /// 2025-03-02 14:05 UTC.
    static let now: Int64 = 1_740_924_300_000_000
    static let minute: Int64 = 60_000_000
    static let hour: Int64 = 3_600_000_000
    static let day: Int64 = 86_400_000_000
    static let digest = Digest(sha256: [UInt8](repeating: 1, count: 32))
    static let newerDigest = Digest(sha256: [UInt8](repeating: 2, count: 32))
    static let broken = Failure(.transient, "timeout")

    /// Nothing on the device, 48 MB to be had, online.
    init() {
        item.catalogue.size = 48_000_000
        item.catalogue.isSizeExact = true
        context.device.session = 1
        network { $0.link = .known(.internet) }
    }

    var affordance: Affordance { HoldfastModel.affordance(of: item, in: context) }

    // The network.

    mutating func network(_ change: (inout ConnectivityChanged) -> Void) {
        var connectivity = ConnectivityChanged()
        connectivity.isMetered = false
        change(&connectivity)
        context.device.connectivity = connectivity
        context.device.isConnectivityCurrent = true
    }

    mutating func offline() { network { $0.link = .known(.none) } }

    mutating func unknown() { context.device.isConnectivityCurrent = false }

    mutating func metered() {
        network {
            $0.link = .known(.internet)
            $0.isMetered = true
            $0.interfaces = [Interface(.cellular)]
        }
    }

    /// Volume 3 is not there.
    mutating func loseVolume() {
        var volume = Device.Volume(id: 3)
        volume.isAvailable = false
        context.device.volumes = [volume]
    }

    mutating func slow() {
        network {
            $0.link = .known(.internet)
            $0.quality = .known(.slow)
        }
    }

    // The machines.

    mutating func want(_ blockers: Blocker...) {
        item.intent = Intent(request: 8, reason: .known(.user), priority: 0, place: 0)
        item.transfer = .ready
        context.blockers = blockers
    }

    /// In a paused group.
    mutating func join(title: String? = nil) {
        item.group = 50
        context.groupID = "album"
        context.groupTitle = title
    }

    mutating func install(_ change: (inout Installed) -> Void = { _ in }) {
        var installed = Installed(
            bytes: 48_000_000, digest: Scene.digest, trust: .known(.expected), publishedAt: Scene.now - 3 * Scene.day,
            published: 20, volume: 0)
        change(&installed)
        item.installed = installed
    }

    mutating func partial(_ bytes: Int64 = 12_000_000, of total: Int64? = 48_000_000) {
        item.staging = Staging(durableBytes: bytes, total: total)
    }

    static let attempt = Attempt(id: 9, source: 0, fromByte: 0, reservedBytes: 0, startedAt: now - minute)

    mutating func receive() {
        want()
        partial()
        item.transfer = .receiving(Scene.attempt)
        context.bytesPerSecond = 300_000
    }

    mutating func fail(_ failure: Failure = Scene.broken, needs: Need = .user) {
        want()
        item.transfer = .failed(failure, needs: .known(needs))
    }

    /// "offline_pin/ring | Offline | Updating · 12 MB of 48 MB | Open | Pause update, Remove": a row as the table has it.
    var line: String { line(in: context.phrases) }

    func line(in phrases: Phrases) -> String {
        var scene = self
        scene.context.phrases = phrases
        let shown = scene.affordance
        let icon = shown.icon.map { icon in
            icon.symbol.rawValue + (icon.style == .filled ? "" : "/\(icon.style.rawValue)")
                + (icon.badge.map { "+\($0.rawValue)" } ?? "")
        }
        let words = { (action: Action) in action.label + (action.asks ? "?" : "") }
        let secondary = shown.secondary.map(words).joined(separator: ", ")
        return [
            icon ?? "–", shown.label.isEmpty ? "–" : shown.label, shown.detail ?? "–", shown.primary.map(words) ?? "–",
            secondary.isEmpty ? "–" : secondary,
        ].joined(separator: " | ")
    }
}
