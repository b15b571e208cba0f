/// What the final response of a transfer said before its body.
public struct ResponseHead: Sendable, Equatable {
    public var status: Int
    /// Bytes of this response's body, from `Content-Length`.
    public var contentLength: Int64?
    public var framing: BodyFraming
    /// First and last byte and the total of `Content-Range`, on 206; on 416 only the total.
    public var rangeStart: Int64?
    public var rangeEnd: Int64?
    public var rangeTotal: Int64?
    public var entityTag: EntityTag?
    /// `Last-Modified` as received.
    public var lastModified: String?
    /// The value to send in `If-Range` when this content is resumed: a strong entity tag, else `Last-Modified`
    /// where it is at least 60 s older than the response's `Date` (RFC 9110 §8.8.2.2). Absent = must not be resumed.
    public var strongValidator: String?
    /// `type/subtype` in lower case, without parameters.
    public var mediaType: String?
    /// A content coding other than `identity`; such a body is refused.
    public var encoding: String?
    /// Redirects followed to get here.
    public var redirects: Int
    /// The response came from another host than was asked.
    public var finalHostDiffers: Bool
    /// From `Retry-After`, clamped to 1 s ... 24 h.
    public var retryAfterMilliseconds: Int64?
    /// Content that is not taken, as `ResumeRule` judged it: what is staged stays as it is.
    package var isRefused = false

    public init(status: Int) {
        self.status = status
        framing = .untilClose
        redirects = 0
        finalHostDiffers = false
    }
}

/// How the end of a body is known.
@nonexhaustive
public enum BodyFraming: Sendable, Equatable {
    case length
    /// HTTP/1.1 chunks, or the frames of a later version.
    case framed
    /// The body ends when the connection does: a cut cannot be told from the end.
    case untilClose
}

/// An entity tag as received, quotes included, without the `W/` mark.
public struct EntityTag: Sendable, Equatable {
    public var text: String
    public var isWeak: Bool

    public init(text: String, isWeak: Bool) {
        self.text = text
        self.isWeak = isWeak
    }
}
