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
