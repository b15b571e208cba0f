// Groups of fields that several events share.

/// Why something failed. No class is ever just "unknown": the code that was seen is kept.
public struct Failure: FieldGroup {
    public var `class`: Open<FailureClass> = .known(.internal)
    /// What happened, as one word of our own: `timeout`, `truncated`, `rangeNotHonoured`, ...
    public var code = ""
    public var httpStatus: UInt64?
    /// The `errno` that was seen.
    public var osCode: Int64?
    var unknownFields = UnknownFields()

    package init() {}

    package init(_ class: FailureClass, _ code: String, httpStatus: UInt64? = nil, osCode: Int64? = nil) {
        self.class = .known(`class`)
        self.code = code
        self.httpStatus = httpStatus
        self.osCode = osCode
    }

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "class", &`class`)
        try coder.field(2, "code", &code)
        try coder.field(3, "httpStatus", &httpStatus)
        try coder.field(4, "osCode", &osCode)
    }
}

/// A network interface that carried the connection. Names of networks are personal and are not recorded.
public struct Interface: FieldGroup {
    public var kind: Open<InterfaceKind> = .known(.other)
    /// Only for the kind `other`.
    public var name: String?
    var unknownFields = UnknownFields()

    package init() {}

    package init(_ kind: InterfaceKind, name: String? = nil) {
        self.kind = .known(kind)
        self.name = name
    }

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "kind", &kind)
        try coder.field(2, "name", &name)
    }
}

/// What is personal: it stands beside the record under a salted digest, and can be erased without touching a proof.
public struct PrivatePart: FieldGroup {
    /// Addresses in order of preference. Where they are abridged, an address ends after its host, or is empty.
    public var sources: [String] = []
    public var title: String?
    public var suggestedName: String?
    /// Path of the published file, relative to the content's volume.
    public var path: String?
    /// Directory of a volume outside the store.
    public var volumePath: String?
    /// What a note says.
    public var note: String?
    /// `privacy.logUrls` kept a part of the sources out of the log; the host's address book has them. `nil` for false.
    public var isAbridged: Bool?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        // Most parts have none: a list without entries is left out.
        var listed = sources.isEmpty ? nil : sources
        try coder.field(1, "sources", &listed)
        sources = listed ?? []
        try coder.field(2, "title", &title)
        try coder.field(3, "suggestedName", &suggestedName)
        try coder.field(4, "path", &path)
        try coder.field(5, "volumePath", &volumePath)
        try coder.field(6, "note", &note)
        try coder.field(7, "isAbridged", &isAbridged)
    }
}

/// An item whose file makes way, and what that frees.
public struct EvictionVictim: FieldGroup {
    /// The item's number.
    public var item: UInt64 = 0
    public var bytes: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    package init(item: UInt64, bytes: Int64) {
        self.item = item
        self.bytes = bytes
    }

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "item", &item)
        try coder.field(2, "bytes", &bytes)
    }
}
