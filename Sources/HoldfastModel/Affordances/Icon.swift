/// A picture of the Material Symbols set and how it is drawn.
public struct Icon: Sendable, Hashable {
    public var symbol: Symbol
    public var style: Style
    /// A second, small symbol at its corner.
    public var badge: Symbol?

    public init(_ symbol: Symbol, _ style: Style = .filled, badge: Symbol? = nil) {
        self.symbol = symbol
        self.style = style
        self.badge = badge
    }

    @nonexhaustive
    public enum Style: String, Sendable, CaseIterable {
        case filled, outline, dim
        /// Inside a ring that shows the progress; without a progress the ring turns.
        case ring
        /// With a dot that says that something newer exists.
        case dot
    }

    /// The raw value is the name in Material Symbols.
    @nonexhaustive
    public enum Symbol: String, Sendable, CaseIterable {
        case batteryAlert = "battery_alert"
        case captivePortal = "captive_portal"
        case cloudOff = "cloud_off"
        case cloudSync = "cloud_sync"
        case delete = "delete"
        case download = "download"
        case downloading = "downloading"
        case error = "error"
        case fileDownloadOff = "file_download_off"
        case help = "help"
        case lock = "lock"
        case lockClock = "lock_clock"
        case networkCheck = "network_check"
        case offlinePin = "offline_pin"
        case pauseCircle = "pause_circle"
        case schedule = "schedule"
        case sdCardAlert = "sd_card_alert"
        case syncProblem = "sync_problem"
        case wifi = "wifi"
    }
}
