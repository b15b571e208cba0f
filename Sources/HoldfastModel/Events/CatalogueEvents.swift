// Catalogue: the subject is the item.

/// An item became known. Its sources, title and suggested name stand in the private part.
public struct ItemRegistered: EventPayload {
    public static let type = EventType.itemRegistered
    public var mediaType: String?
    public var expectedBytes: Int64?
    public var expectedDigest: Digest?
    public var version: String?
    /// Microseconds since 1970 UTC.
    public var expiresAt: Int64?
    /// False for what can only be used online.
    public var isDownloadable: Bool = true
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "mediaType", &mediaType)
        try coder.field(2, "expectedBytes", &expectedBytes)
        try coder.field(3, "expectedDigest", &expectedDigest)
        try coder.field(4, "version", &version)
        try coder.field(5, "expiresAt", &expiresAt)
        try coder.field(6, "isDownloadable", &isDownloadable)
    }
}

/// Every field that is present replaces the one that stood; a private part, where there is one, replaces the whole private part.
public struct ItemAmended: EventPayload {
    public static let type = EventType.itemAmended
    public var mediaType: String?
    public var expectedBytes: Int64?
    public var expectedDigest: Digest?
    public var version: String?
    /// Microseconds since 1970 UTC.
    public var expiresAt: Int64?
    public var isDownloadable: Bool?
    /// False brings a withdrawn item back.
    public var isWithdrawn: Bool?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "mediaType", &mediaType)
        try coder.field(2, "expectedBytes", &expectedBytes)
        try coder.field(3, "expectedDigest", &expectedDigest)
        try coder.field(4, "version", &version)
        try coder.field(5, "expiresAt", &expiresAt)
        try coder.field(6, "isDownloadable", &isDownloadable)
        try coder.field(7, "isWithdrawn", &isWithdrawn)
    }
}

public struct SizeResolved: EventPayload {
    public static let type = EventType.sizeResolved
    public var bytes: Int64 = 0
    public var isExact: Bool = true
    public var via: Open<SizeSource> = .known(.transfer)
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "bytes", &bytes)
        try coder.field(2, "isExact", &isExact)
        try coder.field(3, "via", &via)
    }
}

/// Somebody saw what the source offers now. What differs from what was known takes its place, and what belonged to the older version goes with it.
public struct RemoteVersionObserved: EventPayload {
    public static let type = EventType.remoteVersionObserved
    public var version: String?
    public var etag: String?
    public var bytes: Int64?
    public var digest: Digest?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "version", &version)
        try coder.field(2, "etag", &etag)
        try coder.field(3, "bytes", &bytes)
        try coder.field(4, "digest", &digest)
    }
}

/// The catalogue does not offer the item any more. What is installed stays usable.
public struct ItemWithdrawn: EventPayload {
    public static let type = EventType.itemWithdrawn
    public var reason: String = ""
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.shownText(1, "reason", &reason)
    }
}

// Groups: the subject is the group.

/// A group of items became known, or got another title, which stands in the private part.
public struct GroupDefined: EventPayload {
    public static let type = EventType.groupDefined
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {}
}

/// Items joined or left. An item belongs to one group at most, so that one answer is right where settings differ by group.
public struct GroupMembersChanged: EventPayload {
    public static let type = EventType.groupMembersChanged
    /// Numbers of items.
    public var added: [UInt64] = []
    /// Numbers of items.
    public var removed: [UInt64] = []
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "added", &added)
        try coder.field(2, "removed", &removed)
    }
}
