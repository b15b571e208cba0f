/// How an attempt ended. Persisted numbers: a case keeps its number for ever, a new case takes the next free one.
@nonexhaustive
public enum AttemptOutcome: UInt8, CaseIterable, Sendable {
    /// The file was proven and stands in its place.
    case completed = 0
    /// The file was whole and not the one that was expected.
    case wrong
    /// Without fault of its own.
    case interrupted
    case failed
}

/// One try to transfer an item that is over.
public struct EndedAttempt: FieldGroup {
    /// Position of the `transferStarted`.
    public var id: UInt64 = 0
    /// The item's number.
    public var item: UInt64 = 0
    /// Place of the address among the item's sources, from 0.
    public var source: UInt64 = 0
    /// Position of the record whose private part held the sources when the attempt ended.
    public var details: UInt64 = 0
    /// Microseconds since 1970 UTC.
    public var startedAt: Int64 = 0
    public var endedAt: Int64 = 0
    /// The byte that it began at.
    public var fromByte: Int64 = 0
    /// Bytes of content that it brought.
    public var bytes: Int64 = 0
    /// Bytes on the wire, and those of them over a metered connection; `nil` where nobody counted.
    public var wireBytes: Int64?
    public var meteredBytes: Int64?
    /// What it started over.
    public var network = UsedNetwork()
    public var outcome: Open<AttemptOutcome> = .known(.completed)
    /// Of an interrupted one.
    public var cause: Open<InterruptCause>?
    /// What stood in its way, for the cause `blocked`.
    public var blocker: Open<BlockerCode>?
    /// Of a failed one, or of one that brought a wrong file.
    public var failure: Failure?
    var unknownFields = UnknownFields()

    package init() {}

    /// There are many of these rows: what goes without saying takes no room.
    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "item", &item)
        try coder.field(2, "source", &source, unless: 0)
        try coder.field(3, "details", &details, unless: item)
        try coder.field(4, "startedAt", &startedAt)
        var duration = endedAt &- startedAt
        try coder.field(5, "durationInMicroseconds", &duration)
        endedAt = startedAt &+ duration
        try coder.field(6, "fromByte", &fromByte, unless: 0)
        try coder.field(7, "bytes", &bytes, unless: 0)
        var isMeasured = wireBytes != nil
        try coder.field(8, "isMeasured", &isMeasured, unless: true)
        var wire = wireBytes ?? bytes
        try coder.field(9, "wireBytes", &wire, unless: bytes)
        wireBytes = isMeasured ? wire : nil
        try coder.field(10, "meteredBytes", &meteredBytes)
        try coder.network(11, &network)
        try coder.field(13, "outcome", &outcome, unless: .known(.completed))
        try coder.field(14, "cause", &cause)
        try coder.field(15, "blocker", &blocker)
        try coder.field(16, "failure", &failure)
    }
}

extension EndedAttempt {
    /// The item's open attempt as it stands, before its end is folded in; `nil` when another or none is open.
    init?(_ attempt: UInt64, of item: inout Item, at time: Int64) {
        guard let open = item.transfer.attempt, open.id == attempt else { return nil }
        id = open.id
        self.item = item.number
        source = open.source
        details = item.catalogue.details ?? item.number
        startedAt = open.startedAt
        endedAt = time
        fromByte = open.fromByte
        wireBytes = open.wireBytes
        meteredBytes = open.meteredBytes
        network = open.network
        if item.transfer.state.isFinishing { bytes = Self.gained(item.staging?.total ?? 0, from: fromByte) }
    }

    /// - Parameters:
    ///   - durable: bytes of the file that are safe now.
    ///   - wireBytes: as the end told them; what was told when all bytes had come stands otherwise.
    mutating func stop(durable: Int64, wireBytes: Int64?, meteredBytes: Int64?) {
        // A transfer that is told to be whole brought the whole, whatever became of it since.
        if self.wireBytes == nil { bytes = Self.gained(durable, from: fromByte) }
        self.wireBytes = wireBytes.map { max(0, $0) } ?? self.wireBytes
        self.meteredBytes = meteredBytes.map { max(0, $0) } ?? self.meteredBytes
    }

    private static func gained(_ durable: Int64, from start: Int64) -> Int64 {
        max(0, durable.clampedDifference(start))
    }
}

extension EndedAttempt: LedgerRow {
    package static var table: StateTable { .attempts }
    package var key: UInt64 { id }

    package var row: [UInt8] { CBORWriter.bytes { encode(into: &$0) } }

    package init(row: UnsafeRawBufferPointer, key: [UInt8]) throws {
        self = try decodeRow(row)
        id = try StateTable.position(key: key)
    }

    package static func rows(in ledger: borrowing Ledger) -> [EndedAttempt] {
        ledger.attempts.sorted { $0.id < $1.id }
    }
    package static func row(_ key: UInt64, in ledger: borrowing Ledger) -> EndedAttempt? {
        ledger.attempts.first { $0.id == key }
    }
}

extension FieldCoder {
    /// A value that is left out when it is the one that goes without saying.
    mutating func field<Value: FieldValue>(
        _ key: UInt64, _ name: String, _ value: inout Value, unless usual: Value
    ) throws(CodingFailure) {
        var kept = value == usual ? nil : value
        try field(key, name, &kept)
        value = kept ?? usual
    }

    /// Two fields: the kind, and whether it is metered.
    mutating func network(_ key: UInt64, _ value: inout UsedNetwork) throws(CodingFailure) {
        var kind = value.kind.map { Open.known($0) }
        try field(key, "network", &kind)
        value.kind = kind?.known
        try field(key + 1, "isMetered", &value.isMetered)
    }
}
