// Content: the subject is the item.

public struct DeletionRequested: EventPayload {
    public static let type = EventType.deletionRequested
    public var reason: Open<DeletionReason> = .known(.user)
    /// The rule that chose the item, for `evicted`.
    public var rule: String?
    /// Microseconds since 1970 UTC; absent without an undo window.
    public var undoUntil: Int64?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "reason", &reason)
        try coder.shownText(2, "rule", &rule)
        try coder.field(3, "undoUntil", &undoUntil)
    }
}

public struct DeletionUndone: EventPayload {
    public static let type = EventType.deletionUndone
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {}
}

/// Written before the file is unlinked.
public struct DeletionStarted: EventPayload {
    public static let type = EventType.deletionStarted
    public var bytes: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "bytes", &bytes)
    }
}

public struct ContentDeleted: EventPayload {
    public static let type = EventType.contentDeleted
    public var freedBytes: Int64 = 0
    public var reason: Open<DeletionReason> = .known(.user)
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "freedBytes", &freedBytes)
        try coder.field(2, "reason", &reason)
    }
}

public struct DeletionFailed: EventPayload {
    public static let type = EventType.deletionFailed
    public var failure: Failure = Failure()
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "failure", &failure)
    }
}

public struct ContentMissing: EventPayload {
    public static let type = EventType.contentMissing
    public var foundBy: Open<FoundBy> = .known(.open)
    public var expected: String = ""
    public var actual: String = ""
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "foundBy", &foundBy)
        try coder.shownText(2, "expected", &expected)
        try coder.shownText(3, "actual", &actual)
    }
}

public struct ContentCorrupted: EventPayload {
    public static let type = EventType.contentCorrupted
    public var foundBy: Open<FoundBy> = .known(.open)
    public var expected: String = ""
    public var actual: String = ""
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "foundBy", &foundBy)
        try coder.shownText(2, "expected", &expected)
        try coder.shownText(3, "actual", &actual)
    }
}

/// The file was used. Sampled: at most one an hour and item.
public struct ContentOpened: EventPayload {
    public static let type = EventType.contentOpened
    public var isOffline: Bool = false
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "isOffline", &isOffline)
    }
}

/// Content that makes way, chosen by a rule at one moment. Each victim's removal has this record as its cause.
public struct EvictionPlanned: EventPayload {
    public static let type = EventType.evictionPlanned
    public var needBytes: Int64 = 0
    public var rule: Open<EvictionRule> = .known(.lru)
    /// In the order in which they were chosen.
    public var victims: [EvictionVictim] = []
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "needBytes", &needBytes)
        try coder.field(2, "rule", &rule)
        try coder.field(3, "victims", &victims)
    }
}

/// A file that nothing in the log refers to. Its path stands in the private part.
public struct OrphanFound: EventPayload {
    public static let type = EventType.orphanFound
    public var bytes: Int64 = 0
    public var action: Open<OrphanAction> = .known(.removed)
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "bytes", &bytes)
        try coder.field(2, "action", &action)
    }
}

/// A file that the person had already was proven and put in its place, as a download would have been.
public struct ContentImported: EventPayload {
    public static let type = EventType.contentImported
    public var bytes: Int64 = 0
    public var digest: Digest = Digest()
    public var trust: Open<Trust> = .known(.firstSeen)
    public var volume: UInt64 = 0
    /// Position of the record that published the file before.
    public var replaced: UInt64?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "bytes", &bytes)
        try coder.field(2, "digest", &digest)
        try coder.field(3, "trust", &trust)
        try coder.field(4, "volume", &volume)
        try coder.field(5, "replaced", &replaced)
    }
}
