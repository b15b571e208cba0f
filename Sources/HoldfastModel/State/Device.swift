/// What the log says about the machine around the items.
public struct Device: Sendable, Equatable {
    /// The last connectivity that was published; `nil` before the first.
    public var connectivity: ConnectivityChanged?
    /// False at rest: no session is open, or the open one has observed nothing yet. What was last known is then only history.
    public var isConnectivityCurrent = false
    /// Position of the last event that made the internet usable after it was not: it ends backoffs scheduled before it.
    public var internetSince: UInt64?
    /// recordedAt of the record at `internetSince`.
    public var internetSinceAt: Int64?
    /// recordedAt of the last `connectivityChanged`.
    public var connectivityChangedAt: Int64?
    public var offlineMode: Switch?
    /// "All downloads paused".
    public var pausedAll: Switch?
    /// In ascending order of their ids.
    public var volumes: [Volume] = []
    /// `Retry-After` answers that may still hold; each holds for the whole host of its item. At most `holdCountMax`.
    public var hostHolds: [HostHold] = []
    /// As last reported; `nil` before that.
    public var power: PowerChanged?
    /// How local time stands to UTC, as last seen.
    public var utcOffsetInSeconds: Int64 = 0
    /// What a person agreed to for all items.
    public var consents: [Consent] = []
    /// Position of the open session's `sessionOpened`; `nil` when the last one was closed.
    public var session: UInt64?
    /// Position of the last `sessionOpened`, open or closed.
    public var lastSession: UInt64?
    public var bootID: String?
    /// recordedAt of the last record folded.
    public var lastRecordedAt: Int64 = 0
    /// Types of events that this program cannot read stand in the log: nothing may act on it. Position of the first.
    public var unreadable: UInt64?

    public init() {}

    /// Something switched on, perhaps only until a time in microseconds since 1970 UTC.
    public struct Switch: Sendable, Equatable {
        /// `nil` for no end.
        public var until: Int64?
        public init(until: Int64? = nil) { self.until = until }

        public func isOn(at now: Int64) -> Bool { until.map { now < $0 } ?? true }
    }

    /// A place where content stands. Volume 0 is the store's own directory.
    public struct Volume: Sendable, Equatable {
        public var id: UInt64
        public var isAvailable = true
        /// As last measured; `nil` before that.
        public var freeBytes: Int64?
        public var capacityBytes: Int64?
        /// Position of the record that last told the folder's path, in its private part.
        public var placed: UInt64?

        public init(id: UInt64) { self.id = id }
    }

    /// The host of this item's source asked for quiet. The host itself is personal and stands in no row.
    public struct HostHold: Sendable, Equatable {
        public var item: UInt64
        /// Microseconds since 1970 UTC.
        public var until: Int64
    }

    static let holdCountMax = 64

    /// New content goes to the volume that was chosen last: the one whose path was told last.
    public var contentVolume: Volume {
        volumes.max { ($0.placed ?? 0, $0.id) < ($1.placed ?? 0, $1.id) } ?? Volume(id: 0)
    }

    /// The volume was there when somebody last looked. One that nobody has told of is the store's own.
    public func isAvailable(_ volume: UInt64) -> Bool { volumes.first { $0.id == volume }?.isAvailable ?? true }
}

/// Sums over all items, kept by the fold.
public struct Totals: Sendable, Equatable {
    public var items: Int64 = 0
    public var installed: Int64 = 0
    /// Bytes of installed files.
    public var usedBytes: Int64 = 0
    /// Bytes of unfinished files.
    public var partialBytes: Int64 = 0
    /// Bytes that open attempts may still need beyond what is in their partial files.
    public var reservedBytes: Int64 = 0
    public var wanted: Int64 = 0
    public var running: Int64 = 0
    public var failed: Int64 = 0
    public var paused: Int64 = 0
    /// Requests made, and how they ended: requested = completed + failed + cancelled + pending (vocabulary invariant 12).
    public var requested: Int64 = 0
    public var completed: Int64 = 0
    public var cancelled: Int64 = 0
    /// Wanted items with a consent to come although their group or everything is paused.
    public var letPast: Int64 = 0

    public init() {}
}

/// A feature of the app and what it needs.
public struct Feature: Sendable, Equatable {
    public let id: String
    public var needs: Open<FeatureNeed>
    public var contentItems: [String]
    public var whenUnmet: Open<WhenUnmet>

    public init(
        id: String, needs: FeatureNeed, contentItems: [String] = [], whenUnmet: WhenUnmet = .disable
    ) {
        self.id = id
        self.needs = .known(needs)
        self.contentItems = contentItems
        self.whenUnmet = .known(whenUnmet)
    }

    init(id: String, needs: Open<FeatureNeed>, contentItems: [String], whenUnmet: Open<WhenUnmet>) {
        self.id = id
        self.needs = needs
        self.contentItems = contentItems
        self.whenUnmet = whenUnmet
    }

    init(_ declared: FeatureDeclared) {
        self.init(
            id: declared.featureID, needs: declared.needs, contentItems: declared.contentItems,
            whenUnmet: declared.whenUnmet)
    }
}

extension FeatureDeclared {
    init(_ feature: Feature) {
        (featureID, needs) = (feature.id, feature.needs)
        (contentItems, whenUnmet) = (feature.contentItems, feature.whenUnmet)
    }
}

/// The time of a decision: the wall clock in microseconds since 1970 UTC, and a clock that never jumps, in microseconds since any start.
public struct Now: Sendable, Equatable {
    public var wall: Int64
    public var monotonic: Int64

    public init(wall: Int64, monotonic: Int64) {
        self.wall = wall
        self.monotonic = monotonic
    }

    /// How far the wall clock is ahead of the monotonic one, in microseconds: it changes when somebody sets the wall clock.
    package var wallLead: Int64 { wall.clampedDifference(monotonic) }
}
