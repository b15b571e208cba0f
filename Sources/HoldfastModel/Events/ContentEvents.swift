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
