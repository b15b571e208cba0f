/// How far a removal is, or how it ended. Persisted numbers: a case keeps its number for ever, a new case takes the next free one.
@nonexhaustive
public enum DeletionOutcome: UInt8, CaseIterable, Sendable {
    case pending = 0
    case undone, running, deleted, failed
    /// Another request to remove the file, or a file that was imported, took its place.
    case replaced
}

/// One request to remove an item's file: who asked, why, and what became of it.
public struct Deletion: FieldGroup {
    /// Of the `deletionRequested`.
    public var position: UInt64 = 0
    /// The item's number.
    public var item: UInt64 = 0
    /// Microseconds since 1970 UTC.
    public var requestedAt: Int64 = 0
    /// With the rule, where a rule chose the item.
    public var actor = Record.Actor.system
    public var reason: Open<DeletionReason> = .known(.user)
    /// Position of what led to it: the `evictionPlanned` that chose the item.
    public var cause: UInt64?
    /// Bytes of the file.
    public var bytes: Int64 = 0
    /// The end of the undo window; `nil` without one.
    public var undoUntil: Int64?
    public var outcome: Open<DeletionOutcome> = .known(.pending)
    /// When it was undone, done, replaced, or failed last.
    public var endedAt: Int64?
    public var freedBytes: Int64?
    /// Of a failed one.
    public var failure: Failure?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "item", &item)
        try coder.field(2, "requestedAt", &requestedAt)
        try coder.field(3, "actor", &actor)
        try coder.field(4, "reason", &reason)
        try coder.field(5, "cause", &cause)
        try coder.field(6, "bytes", &bytes)
        try coder.field(7, "undoUntil", &undoUntil)
        try coder.field(8, "outcome", &outcome)
        try coder.field(9, "endedAt", &endedAt)
        try coder.field(10, "freedBytes", &freedBytes)
        try coder.field(11, "failure", &failure)
    }

    mutating func end(_ outcome: DeletionOutcome, at time: Int64) {
        self.outcome = .known(outcome)
        endedAt = time
    }
}

extension Deletion: LedgerRow {
    package static var table: StateTable { .deletions }
    package var key: UInt64 { position }

    package var row: [UInt8] { CBORWriter.bytes { encode(into: &$0) } }

    package init(row: UnsafeRawBufferPointer, key: [UInt8]) throws {
        self = try decodeRow(row)
        position = try StateTable.position(key: key)
    }

    package static func rows(in ledger: borrowing Ledger) -> [Deletion] {
        ledger.deletions.values.sorted { $0.position < $1.position }
    }
    package static func row(_ key: UInt64, in ledger: borrowing Ledger) -> Deletion? { ledger.deletions[key] }
}
