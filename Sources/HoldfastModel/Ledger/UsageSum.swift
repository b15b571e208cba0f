/// What a transfer goes over, as far as it is known.
public struct UsedNetwork: Sendable, Hashable {
    /// Of the first interface; `nil` when none, or none of a known kind, was known.
    public var kind: InterfaceKind?
    public var isMetered: Bool?

    public init(kind: InterfaceKind? = nil, isMetered: Bool? = nil) {
        self.kind = kind
        self.isMetered = isMetered
    }
}

/// What bytes are counted for: a day and a network.
public struct UsageKey: Sendable, Hashable {
    /// Days since 1970-01-01 UTC, of the attempt's end.
    public var day: Int64
    public var network: UsedNetwork

    public init(day: Int64, network: UsedNetwork) {
        self.day = day
        self.network = network
    }

    static let dayInMicroseconds: Int64 = 86_400_000_000

    /// The day of a time in microseconds since 1970 UTC.
    public static func day(of time: Int64) -> Int64 {
        time / dayInMicroseconds - (time % dayInMicroseconds < 0 ? 1 : 0)
    }
}

/// Sums over attempts that ended.
public struct UsageCounts: Sendable, Equatable {
    /// Completed, interrupted and failed ones.
    public var attempts: Int64 = 0
    public var completed: Int64 = 0
    public var interrupted: Int64 = 0
    /// Those whose file was whole and wrong are among them.
    public var failed: Int64 = 0
    /// Bytes of content.
    public var bytes: Int64 = 0
    /// Bytes on the wire, and those of them over a metered connection, of the attempts of which they were counted.
    public var wireBytes: Int64 = 0
    public var meteredBytes: Int64 = 0
    /// Attempts of which nobody counted the bytes on the wire.
    public var unmeasured: Int64 = 0

    public init() {}

    /// Wraps around instead of trapping on numbers that no honest log holds.
    package mutating func add(_ ended: EndedAttempt) {
        attempts &+= 1
        switch ended.outcome {
        case .known(.completed): completed &+= 1
        case .known(.interrupted): interrupted &+= 1
        case .known(.wrong), .known(.failed), .unknown: failed &+= 1
        }
        bytes &+= ended.bytes
        wireBytes &+= ended.wireBytes ?? 0
        meteredBytes &+= ended.meteredBytes ?? 0
        if ended.wireBytes == nil { unmeasured &+= 1 }
    }

    mutating func add(_ other: UsageCounts) {
        attempts &+= other.attempts
        completed &+= other.completed
        interrupted &+= other.interrupted
        failed &+= other.failed
        bytes &+= other.bytes
        wireBytes &+= other.wireBytes
        meteredBytes &+= other.meteredBytes
        unmeasured &+= other.unmeasured
    }
}

/// What was transferred by the attempts that ended on one day and had started over one network.
package struct UsageSum: FieldGroup {
    package var key = UsageKey(day: 0, network: UsedNetwork())
    package var counts = UsageCounts()
    var unknownFields = UnknownFields()

    package init() {}

    init(_ key: UsageKey) { self.key = key }

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "attempts", &counts.attempts)
        try coder.field(2, "completed", &counts.completed)
        try coder.field(3, "interrupted", &counts.interrupted)
        try coder.field(4, "failed", &counts.failed)
        try coder.field(5, "bytes", &counts.bytes)
        try coder.field(6, "wireBytes", &counts.wireBytes)
        try coder.field(7, "meteredBytes", &counts.meteredBytes)
        try coder.field(8, "unmeasured", &counts.unmeasured)
    }
}

extension UsageKey: Comparable {
    public static func < (left: UsageKey, right: UsageKey) -> Bool {
        (left.day, left.network.kindByte, left.network.meteredByte)
            < (right.day, right.network.kindByte, right.network.meteredByte)
    }

    /// No key of the day is before it.
    static func first(of day: Int64) -> UsageKey {
        UsageKey(day: day, network: UsedNetwork(kind: InterfaceKind(rawValue: 0), isMetered: false))
    }

    init(_ ended: EndedAttempt) { self.init(day: Self.day(of: ended.endedAt), network: ended.network) }

    /// - Returns: `nil` when these are not the bytes of a key.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 10 else { return nil }
        let day = bytes[..<8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let kind = InterfaceKind(rawValue: bytes[8])
        guard kind != nil || bytes[8] == UsedNetwork.unknownByte else { return nil }
        guard [0, 1, UsedNetwork.unknownByte].contains(bytes[9]) else { return nil }
        let isMetered = bytes[9] == UsedNetwork.unknownByte ? nil : bytes[9] == 1
        self.init(
            day: Int64(bitPattern: day ^ 1 << 63), network: UsedNetwork(kind: kind, isMetered: isMetered))
    }
}

extension UsedNetwork {
    static let unknownByte: UInt8 = 0xff
    fileprivate var kindByte: UInt8 { kind?.rawValue ?? Self.unknownByte }
    fileprivate var meteredByte: UInt8 { isMetered.map { $0 ? 1 : 0 } ?? Self.unknownByte }
}

extension UsageSum: LedgerRow {
    package static var table: StateTable { .usage }

    package static func bytes(of key: UsageKey) -> [UInt8] {
        StateTable.bigEndian(UInt64(bitPattern: key.day) ^ 1 << 63) + [key.network.kindByte, key.network.meteredByte]
    }

    package var row: [UInt8] { CBORWriter.bytes { encode(into: &$0) } }

    package init(row: UnsafeRawBufferPointer, key bytes: [UInt8]) throws {
        self = try decodeRow(row)
        guard let found = UsageKey(bytes) else { throw CodingFailure.outOfRange(offset: 0) }
        key = found
    }

    package static func rows(in ledger: borrowing Ledger) -> [UsageSum] {
        ledger.usage.values.sorted { $0.key < $1.key }
    }
    package static func row(_ key: UsageKey, in ledger: borrowing Ledger) -> UsageSum? { ledger.usage[key] }
}
