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
