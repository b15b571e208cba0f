/// A kind of network as far as it matters for what bytes cost.
public struct NetworkClass: Sendable, Hashable {
    public var kind: Kind
    /// `nil` where it was not known.
    public var isMetered: Bool?
    public var isRoaming: Bool

    public init(_ kind: Kind, isMetered: Bool? = nil, isRoaming: Bool = false) {
        self.kind = kind
        self.isMetered = isMetered
        self.isRoaming = isRoaming
    }

    /// In the order in which they are told.
    @nonexhaustive
    public enum Kind: UInt8, Sendable, CaseIterable {
        case wifi, cellular, wired, vpn, other
        /// No interface was recorded.
        case unknown
        /// From this machine itself: over no network.
        case thisMachine
    }
}

extension NetworkClass: Comparable {
    public static func < (left: NetworkClass, right: NetworkClass) -> Bool { left.order < right.order }

    private var order: (UInt8, UInt8, UInt8) {
        (kind.rawValue, isMetered.map { $0 ? 1 : 0 } ?? 2, isRoaming ? 1 : 0)
    }
}

extension NetworkClass {
    /// The network that a source was, or would have been, reached over.
    init(_ connectivity: ConnectivityChanged?, _ reach: SourceFacts.Reach?) {
        guard reach != .loopback else {
            self.init(.thisMachine)
            return
        }
        self.init(
            Kind(connectivity?.interfaces ?? []), isMetered: connectivity?.isMetered,
            isRoaming: connectivity?.isRoaming ?? false)
    }
}

extension NetworkClass.Kind {
    /// The first that is no tunnel counts: bytes in a tunnel move over what carries it.
    fileprivate init(_ interfaces: [Interface]) {
        guard let carrier = interfaces.first(where: { $0.kind != .known(.vpn) }) ?? interfaces.first else {
            self = .unknown
            return
        }
        self =
            switch carrier.kind.known {
            case .wifi: .wifi
            case .cellular: .cellular
            case .wired: .wired
            case .vpn: .vpn
            case .other, nil: .other
            }
    }
}

/// Bytes that moved over a kind of network.
public struct NetworkBytes: Sendable, Equatable {
    public var network: NetworkClass
    /// As recorded.
    public var before: Int64
    /// Under the changed settings.
    public var after: Int64
}

/// Sums of bytes by network, before and after.
struct ByteTable: Sendable {
    private var before: [NetworkClass: Int64] = [:]
    private var after: [NetworkClass: Int64] = [:]

    mutating func addBefore(_ bytes: Int64, _ network: NetworkClass) {
        before[network] = (before[network] ?? 0).clampedSum(bytes)
    }

    mutating func addAfter(_ bytes: Int64, _ network: NetworkClass) {
        after[network] = (after[network] ?? 0).clampedSum(bytes)
    }

    /// In order of the networks; without those over which nothing moved.
    var listed: [NetworkBytes] {
        Set(before.keys).union(after.keys).sorted().map {
            NetworkBytes(network: $0, before: before[$0] ?? 0, after: after[$0] ?? 0)
        }.filter { $0.before != 0 || $0.after != 0 }
    }
}
