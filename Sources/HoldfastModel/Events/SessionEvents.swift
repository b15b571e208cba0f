// Session and log: the subject is `session`.

/// The first record of every log.
public struct StoreCreated: EventPayload {
    public static let type = EventType.storeCreated
    /// Random, 32 hexadecimal digits.
    public var storeID: String = ""
    public var formatVersion: UInt64 = 1
    public var engineVersion: String = ""
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.shownText(1, "storeID", &storeID)
        try coder.field(2, "formatVersion", &formatVersion)
        try coder.shownText(3, "engineVersion", &engineVersion)
    }
}

/// An engine opened the store for acting. The session is known by this record's position.
public struct SessionOpened: EventPayload {
    public static let type = EventType.sessionOpened
    public var engineVersion: String = ""
    public var operatingSystem: String = ""
    /// Tells whether the page cache of the previous session survived.
    public var bootID: String = ""
    /// Position of the previous `sessionOpened`.
    public var previousSession: UInt64?
    public var previousClosedCleanly: Bool = true
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.shownText(1, "engineVersion", &engineVersion)
        try coder.shownText(2, "operatingSystem", &operatingSystem)
        try coder.field(3, "bootID", &bootID)
        try coder.field(4, "previousSession", &previousSession)
        try coder.field(5, "previousClosedCleanly", &previousClosedCleanly)
    }
}

public struct SessionClosed: EventPayload {
    public static let type = EventType.sessionClosed
    public var reason: Open<CloseReason> = .known(.normal)
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "reason", &reason)
    }
}

/// What the recovery pass found and closed at open.
public struct RecoveryCompleted: EventPayload {
    public static let type = EventType.recoveryCompleted
    public var attemptsClosed: UInt64 = 0
    public var filesAdopted: UInt64 = 0
    public var orphansRemoved: UInt64 = 0
    public var missing: UInt64 = 0
    public var durationInMilliseconds: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "attemptsClosed", &attemptsClosed)
        try coder.field(2, "filesAdopted", &filesAdopted)
        try coder.field(3, "orphansRemoved", &orphansRemoved)
        try coder.field(4, "missing", &missing)
        try coder.field(5, "durationInMilliseconds", &durationInMilliseconds)
    }
}

/// The wall clock fell by more than five seconds: a new monotone segment of `recordedAt` begins here.
public struct ClockJumped: EventPayload {
    public static let type = EventType.clockJumped
    public var deltaInMilliseconds: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "deltaInMilliseconds", &deltaInMilliseconds)
    }
}

/// Somebody looked through the log, the files, or both.
public struct AuditCompleted: EventPayload {
    public static let type = EventType.auditCompleted
    public var scope: Open<AuditScope> = .known(.both)
    public var itemsChecked: UInt64 = 0
    public var bytesChecked: Int64 = 0
    public var problems: UInt64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "scope", &scope)
        try coder.field(2, "itemsChecked", &itemsChecked)
        try coder.field(3, "bytesChecked", &bytesChecked)
        try coder.field(4, "problems", &problems)
    }
}

/// A remark for whoever reads the log. The subject is the item that it is about, else `session`; its text stands in the private part.
public struct NoteAdded: EventPayload {
    public static let type = EventType.noteAdded
    /// Position of the record that it is about.
    public var target: UInt64?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "target", &target)
    }
}
