/// What an affordance depends on besides the item.
///
/// Blockers and settings come in as results: they are computed where the scheduler computes them, so that the screen
/// and the scheduler can never disagree.
public struct AffordanceContext: Sendable {
    public var device: Device
    /// Why the item does not run, most important first; empty when nothing is in its way.
    public var blockers: [Blocker] = []
    /// The wall clock, in microseconds since 1970 UTC.
    public var now: Int64
    /// The item's title, for the accessibility text.
    public var title: String?
    /// Bytes of the file received so far, fresher than the last checkpoint.
    public var receivedBytes: Int64?
    public var bytesPerSecond: Int64?
    /// Items that start before this one; `itemsAheadMax` stands for as many or more.
    public var itemsAhead: Int?
    /// Bytes that may still be used on the item's volume.
    public var freeBytes: Int64?
    /// Bytes left of the storage quota; `nil` without a quota.
    public var quotaLeft: Int64?

    // The item's settings, its request's own permission included.
    public var allowsMetered = false
    public var allowsRoaming = false
    public var allowsLowData = false
    /// `network.unknownMetered` is `block`.
    public var blocksUnknownMetered = false
    /// Size in bytes from which a download over a metered or roaming connection is confirmed first.
    public var confirmLimit: Int64?

    /// Position up to which the view has shown the item; `nil` when the item just came into view.
    public var cursor: UInt64?
    /// When the installed file became outdated, in microseconds since 1970 UTC.
    public var staleSince: Int64?
    /// The catalogue does not offer the item any more.
    public var isWithdrawn = false
    /// How long before its end a licence is shown, in microseconds.
    public var expiryNotice: Int64 = 3 * 86_400_000_000
    /// What must be there for the item's source to answer.
    public var reach = SourceFacts.Reach.internet
    public var volumeName: String?
    /// The item's group, whose pause may hold it up.
    public var groupID: String?
    public var groupTitle: String?
    /// What was agreed to for the item's group or for all: no action of the item takes it back.
    public var standingConsents: Set<ConsentKind> = []
    public var phrases = Phrases()

    /// Beyond it nobody counts.
    public static let itemsAheadMax = 100

    public init(device: Device, blockers: [Blocker] = [], now: Int64) {
        self.device = device
        self.blockers = blockers
        self.now = now
    }
}
