// Transfer: the subject is the item. An attempt is known by the position of its `transferStarted`.

public struct TransferStarted: EventPayload {
    public static let type = EventType.transferStarted
    public var request: UInt64 = 0
    /// Counts the attempts of the request, beginning at 1.
    public var attempt: UInt64 = 1
    /// Index into the item's sources.
    public var source: UInt64 = 0
    public var fromByte: Int64 = 0
    /// The strong validator sent as `If-Range`.
    public var validator: String?
    public var reservedBytes: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "request", &request)
        try coder.field(2, "attempt", &attempt)
        try coder.field(3, "source", &source)
        try coder.field(4, "fromByte", &fromByte)
        try coder.shownText(5, "validator", &validator)
        try coder.field(6, "reservedBytes", &reservedBytes)
    }
}

public struct ResponseReceived: EventPayload {
    public static let type = EventType.responseReceived
    /// Position of the `transferStarted`.
    public var attempt: UInt64 = 0
    public var httpStatus: UInt64 = 0
    public var contentBytes: Int64?
    public var rangeStart: Int64?
    public var totalBytes: Int64?
    public var etag: String?
    public var lastModified: String?
    public var mediaType: String?
    public var encoding: String?
    public var redirects: UInt64 = 0
    public var retryAfterInMilliseconds: Int64?
    /// True for content that was not taken: another size than promised, a portal's page, an encoded body. What was staged stays as it was.
    public var isRefused: Bool?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "attempt", &attempt)
        try coder.field(2, "httpStatus", &httpStatus)
        try coder.field(3, "contentBytes", &contentBytes)
        try coder.field(4, "rangeStart", &rangeStart)
        try coder.field(5, "totalBytes", &totalBytes)
        try coder.field(6, "etag", &etag)
        try coder.field(7, "lastModified", &lastModified)
        try coder.shownText(8, "mediaType", &mediaType)
        try coder.field(9, "encoding", &encoding)
        try coder.field(10, "redirects", &redirects)
        try coder.field(11, "retryAfterInMilliseconds", &retryAfterInMilliseconds)
        try coder.field(12, "isRefused", &isRefused)
    }
}

/// The bytes are on disk: fsynced before this was written.
public struct TransferCheckpointed: EventPayload {
    public static let type = EventType.transferCheckpointed
    public var attempt: UInt64 = 0
    public var durableBytes: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "attempt", &attempt)
        try coder.field(2, "durableBytes", &durableBytes)
    }
}

public struct PartialDiscarded: EventPayload {
    public static let type = EventType.partialDiscarded
    public var bytes: Int64 = 0
    public var reason: Open<DiscardReason> = .known(.lost)
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "bytes", &bytes)
        try coder.field(2, "reason", &reason)
    }
}

/// The attempt ended without fault of its own; it uses up no try.
public struct TransferInterrupted: EventPayload {
    public static let type = EventType.transferInterrupted
    public var attempt: UInt64 = 0
    public var cause: Open<InterruptCause> = .known(.connectivityLost)
    /// For the cause `blocked`.
    public var blocker: Open<BlockerCode>?
    public var durableBytes: Int64 = 0
    /// Body bytes of this attempt, and those of them that came over a metered connection; absent where nobody counted.
    public var wireBytes: Int64?
    public var meteredBytes: Int64?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "attempt", &attempt)
        try coder.field(2, "cause", &cause)
        try coder.field(3, "blocker", &blocker)
        try coder.field(4, "durableBytes", &durableBytes)
        try coder.field(5, "wireBytes", &wireBytes)
        try coder.field(6, "meteredBytes", &meteredBytes)
    }
}

public struct TransferFailed: EventPayload {
    public static let type = EventType.transferFailed
    public var attempt: UInt64 = 0
    public var failure: Failure = Failure()
    public var durableBytes: Int64 = 0
    /// Body bytes of this attempt, and those of them that came over a metered connection; absent where nobody counted.
    public var wireBytes: Int64?
    public var meteredBytes: Int64?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "attempt", &attempt)
        try coder.field(2, "failure", &failure)
        try coder.field(3, "durableBytes", &durableBytes)
        try coder.field(4, "wireBytes", &wireBytes)
        try coder.field(5, "meteredBytes", &meteredBytes)
    }
}

public struct RetryScheduled: EventPayload {
    public static let type = EventType.retryScheduled
    public var request: UInt64 = 0
    /// Microseconds since 1970 UTC.
    public var notBefore: Int64 = 0
    /// The delay that was drawn.
    public var delayInMilliseconds: Int64 = 0
    public var basis: Open<RetryBasis> = .known(.backoff)
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "request", &request)
        try coder.field(2, "notBefore", &notBefore)
        try coder.field(3, "delayInMilliseconds", &delayInMilliseconds)
        try coder.field(4, "basis", &basis)
    }
}

public struct TransferCompleted: EventPayload {
    public static let type = EventType.transferCompleted
    public var attempt: UInt64 = 0
    /// Size of the whole file.
    public var bytes: Int64 = 0
    /// Body bytes of this attempt.
    public var wireBytes: Int64 = 0
    public var elapsedInMilliseconds: Int64 = 0
    public var meteredBytes: Int64 = 0
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "attempt", &attempt)
        try coder.field(2, "bytes", &bytes)
        try coder.field(3, "wireBytes", &wireBytes)
        try coder.field(4, "elapsedInMilliseconds", &elapsedInMilliseconds)
        try coder.field(5, "meteredBytes", &meteredBytes)
    }
}

public struct ContentVerified: EventPayload {
    public static let type = EventType.contentVerified
    public var attempt: UInt64 = 0
    public var bytes: Int64 = 0
    public var digest: Digest = Digest()
    public var trust: Open<Trust> = .known(.expected)
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "attempt", &attempt)
        try coder.field(2, "bytes", &bytes)
        try coder.field(3, "digest", &digest)
        try coder.field(4, "trust", &trust)
    }
}

public struct VerificationFailed: EventPayload {
    public static let type = EventType.verificationFailed
    public var attempt: UInt64 = 0
    public var check: Open<Check> = .known(.digest)
    public var expected: String = ""
    public var actual: String = ""
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "attempt", &attempt)
        try coder.field(2, "check", &check)
        try coder.shownText(3, "expected", &expected)
        try coder.shownText(4, "actual", &actual)
    }
}

/// The file stands under its final name, directory fsynced. The relative path stands in the private part.
public struct ContentPublished: EventPayload {
    public static let type = EventType.contentPublished
    public var attempt: UInt64 = 0
    public var bytes: Int64 = 0
    public var digest: Digest = Digest()
    public var volume: UInt64 = 0
    /// Position of the `contentPublished` whose file this one replaces.
    public var replaced: UInt64?
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "attempt", &attempt)
        try coder.field(2, "bytes", &bytes)
        try coder.field(3, "digest", &digest)
        try coder.field(4, "volume", &volume)
        try coder.field(5, "replaced", &replaced)
    }
}

public struct DownloadFailed: EventPayload {
    public static let type = EventType.downloadFailed
    public var request: UInt64 = 0
    public var failure: Failure = Failure()
    public var attempts: UInt64 = 0
    public var needs: Open<Need> = .known(.user)
    var unknownFields = UnknownFields()

    package init() {}

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "request", &request)
        try coder.field(2, "failure", &failure)
        try coder.field(3, "attempts", &attempts)
        try coder.field(4, "needs", &needs)
    }
}
