// Settings: the subject is `settings`, or the item whose setting it is.

public struct SettingChanged: EventPayload {
    public static let type = EventType.settingChanged
    public var key: String = ""
    /// Absent where the default stood.
    public var old: String?
    /// Absent where the setting was returned to its default.
    public var new: String?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "key", &key)
        try coder.shownText(2, "old", &old)
        try coder.field(3, "new", &new)
    }
}

/// A person agreed to something, or took it back. The subject is the item, the group, or `settings` for all.
public struct ConsentRecorded: EventPayload {
    public static let type = EventType.consentRecorded
    public var kind: Open<ConsentKind> = .known(.metered)
    /// False takes the consent of this kind and scope back.
    public var isGiven: Bool = true
    /// It holds for downloads of at most this size; absent for any.
    public var maxBytes: Int64?
    /// Microseconds since 1970 UTC. For an item a consent ends with its request at the latest.
    public var expiresAt: Int64?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "kind", &kind)
        try coder.field(2, "isGiven", &isGiven)
        try coder.field(3, "maxBytes", &maxBytes)
        try coder.field(4, "expiresAt", &expiresAt)
    }
}
