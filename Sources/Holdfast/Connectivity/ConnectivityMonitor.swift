/// Tells what the device's links offer.
///
/// What lies behind them the engine finds out itself, by probes and by what transfers see; a system that knows of a sign-in page already
/// may say so in ``LinkFacts/isCaptive``.
public protocol ConnectivityMonitor: Sendable {
    /// What was last settled; `nil` before the first look.
    var settled: LinkFacts? { get }
    /// What is true this moment. Falls at once, rises only when settled: nothing may start beyond it.
    var gate: LinkLevel { get }
    /// Addresses of the interfaces, to tell on-link hosts.
    var addresses: [InterfaceAddress] { get }
    /// Every update from now on, beginning with the present state where it is known.
    func updates() -> AsyncStream<LinkUpdate>
    func shutdown() async
}

/// A step of the undamped gate, or a settled change.
@nonexhaustive
public enum LinkUpdate: Sendable, Equatable {
    case gate(LinkLevel)
    case settled(LinkChange)
}

/// What the links reach, in rising order.
public enum LinkLevel: String, Sendable, Comparable, CaseIterable {
    /// No interface carries traffic.
    case none
    /// Neighbours only.
    case local
    /// A default route exists; nothing is said about what lies behind it.
    case internet

    public static func < (left: LinkLevel, right: LinkLevel) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .local: 1
        case .internet: 2
        }
    }
}

/// The device's links at one moment.
public struct LinkFacts: Sendable, Equatable {
    public var link: LinkLevel
    /// Those that carry traffic, loopback left out; by name.
    public var interfaces: [LinkInterface]
    /// `nil` where the system cannot tell.
    public var isMetered: Bool?
    /// The person or the system asks for few bytes; `nil` where it cannot tell.
    public var isLowData: Bool?
    /// `nil` where the system cannot tell.
    public var isRoaming: Bool?
    /// The system knows of a sign-in page; `nil` where it cannot tell.
    public var isCaptive: Bool?
    /// How they came to be known. It makes no difference to what they are.
    public var source: LinkSource

    public init(link: LinkLevel, interfaces: [LinkInterface] = [], isMetered: Bool? = nil, source: LinkSource) {
        self.link = link
        self.interfaces = interfaces
        self.isMetered = isMetered
        self.source = source
    }

    public static func == (left: LinkFacts, right: LinkFacts) -> Bool {
        left.link == right.link && left.interfaces == right.interfaces && left.isMetered == right.isMetered
            && left.isLowData == right.isLowData && left.isRoaming == right.isRoaming
            && left.isCaptive == right.isCaptive
    }
}

/// Where an observation of the network comes from.
@nonexhaustive
public enum LinkSource: String, Sendable {
    /// The system told.
    case system
    /// It was looked at again without being told.
    case poll
    case probe, transfer
    /// The host or a person says so.
    case manual
}

public struct LinkInterface: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case wifi, cellular, wired, vpn
        case other(String)
    }

    public var name: String
    public var kind: Kind

    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }
}

/// A settled change, ready to become an event.
public struct LinkChange: Sendable, Equatable {
    public var facts: LinkFacts
    /// The link has come and gone too often lately.
    public var isIntermittent: Bool
    /// Changes seen since the last settled one, this one included.
    public var rawChanges: Int
    /// How long it held before it was believed.
    public var settledMilliseconds: Int64

    public init(facts: LinkFacts, isIntermittent: Bool, rawChanges: Int, settledMilliseconds: Int64) {
        self.facts = facts
        self.isIntermittent = isIntermittent
        self.rawChanges = rawChanges
        self.settledMilliseconds = settledMilliseconds
    }
}
