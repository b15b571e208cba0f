// Intent: the subject is the item, or `settings` for what concerns all items.

/// Begins a request, which is known by this record's position.
public struct DownloadRequested: EventPayload {
    public static let type = EventType.downloadRequested
    public var reason: Open<DownloadReason> = .known(.user)
    /// -100...100; higher runs first.
    public var priority: Int64 = 0
    /// Microseconds since 1970 UTC.
    public var notBefore: Int64?
    /// Microseconds since 1970 UTC.
    public var deadline: Int64?
    /// Overrides `network.allowMetered` for this request, until that is set for the item.
    public var allowsMetered: Bool?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "reason", &reason)
        try coder.field(2, "priority", &priority)
        try coder.field(3, "notBefore", &notBefore)
        try coder.field(4, "deadline", &deadline)
        try coder.field(5, "allowsMetered", &allowsMetered)
    }
}

public struct DownloadReprioritised: EventPayload {
    public static let type = EventType.downloadReprioritised
    public var priority: Int64?
    public var place: Open<QueuePlace>?
    /// Number of the item to stand before.
    public var before: UInt64?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "priority", &priority)
        try coder.field(2, "place", &place)
        try coder.field(3, "before", &before)
    }
}

public struct DownloadPaused: EventPayload {
    public static let type = EventType.downloadPaused
    public var scope: Open<PauseScope> = .known(.item)
    /// Microseconds since 1970 UTC.
    public var until: Int64?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "scope", &scope)
        try coder.field(2, "until", &until)
    }
}

public struct DownloadResumed: EventPayload {
    public static let type = EventType.downloadResumed
    public var scope: Open<PauseScope> = .known(.item)
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "scope", &scope)
    }
}

public struct DownloadCancelled: EventPayload {
    public static let type = EventType.downloadCancelled
    public var keepsPartial: Bool = false
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "keepsPartial", &keepsPartial)
    }
}

/// A fresh budget for the request, and "try now" during a backoff or before its time.
public struct RetryRequested: EventPayload {
    public static let type = EventType.retryRequested
    public var request: UInt64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "request", &request)
    }
}

/// Pinned content never makes way for other content.
public struct ContentPinned: EventPayload {
    public static let type = EventType.contentPinned
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {}
}

public struct ContentUnpinned: EventPayload {
    public static let type = EventType.contentUnpinned
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {}
}
