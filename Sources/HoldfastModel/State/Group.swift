/// Items that belong together: an album, a course, a map with its parts.
public struct Group: Sendable, Equatable {
    /// Position of the record that named it.
    public let number: UInt64
    /// The app's own name of the group: text of at most 255 bytes that cannot be erased.
    public let id: String
    /// Position of the event whose private part holds the title; `nil` without one.
    public var details: UInt64?
    /// Set while its downloads are paused.
    public var paused: Device.Switch?
    /// Settings that stand for this group.
    public var settingCount: UInt64 = 0
    /// What a person agreed to for its items.
    public var consents: [Consent] = []
    public var totals = GroupTotals()

    public init(number: UInt64, id: String) {
        self.number = number
        self.id = id
    }
}

/// Sums over the items of a group, kept by the fold.
public struct GroupTotals: Sendable, Equatable {
    public var items: Int64 = 0
    /// Items whose file stands on the device, sound or not.
    public var installed: Int64 = 0
    /// Of those, the ones that are missing or corrupt.
    public var damaged: Int64 = 0
    public var wanted: Int64 = 0
    public var running: Int64 = 0
    public var failed: Int64 = 0
    /// Items that are held one by one.
    public var held: Int64 = 0
    public var removing: Int64 = 0
    /// Bytes of installed files.
    public var usedBytes: Int64 = 0
    /// Bytes of unfinished files.
    public var partialBytes: Int64 = 0
    /// Bytes of all items whose size is known, and how many items are of unknown size.
    public var knownBytes: Int64 = 0
    public var unknownSizes: Int64 = 0

    public init() {}

    /// Wraps around instead of trapping on numbers that no honest log holds: adding and taking away stay each other's inverse.
    mutating func add(_ facets: borrowing ItemFacets, _ sign: Int64) {
        func count(_ isSo: Bool) -> Int64 { isSo ? sign : 0 }
        items &+= sign
        installed &+= count(facets.isInstalled)
        damaged &+= count(facets.isDamaged)
        wanted &+= count(facets.wanted != nil)
        running &+= count(facets.isRunning)
        failed &+= count(facets.isFailed)
        held &+= count(facets.isPaused)
        removing &+= count(facets.removal != nil)
        usedBytes &+= sign &* facets.usedBytes
        partialBytes &+= sign &* facets.partialBytes
        knownBytes &+= sign &* (facets.size ?? 0)
        unknownSizes &+= count(facets.size == nil)
    }
}
