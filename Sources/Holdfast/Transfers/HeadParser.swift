/// Reads response heads line by line from foreign bytes; never traps, never allocates for fields it does not know.
package struct HeadParser {
    package enum Step: Equatable {
        case more
        /// The head is complete; interim (1xx) heads are skipped and never reported.
        case complete
        case malformed
    }

    static let byteCountMax = 64 << 10

    package private(set) var head = ResponseHead(status: 0)
    /// `Location` of a redirect.
    private(set) var location: String?
    private(set) var isComplete = false

    private var byteCount = 0
    private var hasStatus = false
    private var isMultiplexed = false
    private var isChunked = false
    private var date: Int64?
    private var retryAfter: RetryAfter?
    private var modified: Int64?

    package init() {}

    /// Takes one line with or without its line end. Lines after the head (trailers) are ignored.
    ///
    /// - Parameter wallSeconds: since 1970, the base of a `Retry-After` date where the response has no `Date`.
    package mutating func take(_ line: UnsafeRawBufferPointer, wallSeconds: @autoclosure () -> Int64) -> Step {
        if isComplete { return .more }
        byteCount += line.count
        guard byteCount <= Self.byteCountMax else { return .malformed }
        let text = FieldBytes(line).trimmingLineEnd()
        if text.hasPrefix("HTTP/") { return takeStatus(text) }
        guard hasStatus else { return .malformed }
        guard text.isEmpty else { return takeField(text) }
        if (100..<200).contains(head.status) && head.status != 101 { return .more }
        finish(wallSeconds: wallSeconds())
        return .complete
    }

    private mutating func takeStatus(_ text: FieldBytes) -> Step {
        let parts = text.split(at: UInt8(ascii: " "))
        guard let status = parts.rest.prefix(3).decimal(), (100...999).contains(status),
            parts.rest.count == 3 || parts.rest.byte(at: 3) == UInt8(ascii: " ")
        else { return .malformed }
        let counted = byteCount
        self = HeadParser()
        byteCount = counted
        hasStatus = true
        isMultiplexed = text.byte(at: 5).map { $0 >= UInt8(ascii: "2") } ?? false
        head = ResponseHead(status: Int(status))
        return .more
    }

    private mutating func takeField(_ text: FieldBytes) -> Step {
        let (name, rest) = text.split(at: UInt8(ascii: ":"))
        let value = rest.trimmingSpace()
        switch name.count {
        case 4 where name.isToken("date"): date = HTTPDate.seconds(value)
        case 4 where name.isToken("etag"): head.entityTag = Self.entityTag(value)
        case 8 where name.isToken("location"): location = value.text(byteCountMax: 32 << 10)
        case 11 where name.isToken("retry-after"): retryAfter = RetryAfter(value)
        case 12 where name.isToken("content-type"): head.mediaType = Self.mediaType(value)
        case 13 where name.isToken("last-modified"): takeLastModified(value)
        case 13 where name.isToken("content-range"): return takeContentRange(value)
        case 14 where name.isToken("content-length"): return takeContentLength(value)
        case 16 where name.isToken("content-encoding"): takeContentEncoding(value)
        case 17 where name.isToken("transfer-encoding"):
            isChunked = value.count >= 7 && value.suffix(7).isToken("chunked")
        default: break
        }
        return .more
    }

    private mutating func takeLastModified(_ value: FieldBytes) {
        modified = HTTPDate.seconds(value)
        head.lastModified = modified == nil ? nil : value.text(byteCountMax: 64)
    }

    private mutating func takeContentLength(_ value: FieldBytes) -> Step {
        guard let length = value.decimal() else { return .malformed }
        if let earlier = head.contentLength, earlier != length { return .malformed }
        head.contentLength = length
        return .more
    }

    /// A range that breaks the grammar counts as absent, which the resume rule refuses.
    private mutating func takeContentRange(_ value: FieldBytes) -> Step {
        let range = ContentRange(value)
        head.rangeStart = range?.start
        head.rangeEnd = range?.end
        head.rangeTotal = range?.total
        return .more
    }

    private mutating func takeContentEncoding(_ value: FieldBytes) {
        var rest = value
        while !rest.isEmpty {
            let (coding, following) = rest.split(at: UInt8(ascii: ","))
            let name = coding.trimmingSpace()
            if !name.isEmpty && !name.isToken("identity") {
                head.encoding = name.lowercasedText(byteCountMax: 32) ?? "unknown"
            }
            rest = following
        }
    }

    private mutating func finish(wallSeconds: Int64) {
        isComplete = true
        if isMultiplexed || isChunked {
            head.framing = .framed
            if isChunked { head.contentLength = nil }
        } else {
            head.framing = head.contentLength == nil ? .untilClose : .length
        }
        head.retryAfterMilliseconds = retryAfter?.milliseconds(wallSeconds: date ?? wallSeconds)
        if let tag = head.entityTag {
            head.strongValidator = tag.isWeak ? nil : tag.text
        } else if let modified, let date, modified <= date, date - modified >= 60 {
            head.strongValidator = head.lastModified
        }
    }

    /// RFC 9110 §8.8.3: `[ "W/" ] DQUOTE *etagc DQUOTE`. Anything else is no validator.
    private static func entityTag(_ value: FieldBytes) -> EntityTag? {
        let isWeak = value.hasPrefix("W/")
        let opaque = isWeak ? value.dropFirst(2) : value
        guard opaque.count >= 2, opaque.byte(at: 0) == UInt8(ascii: "\""),
            opaque.byte(at: opaque.count - 1) == UInt8(ascii: "\""),
            opaque.count(of: UInt8(ascii: "\"")) == 2, opaque.isPrintable,
            let text = opaque.text(byteCountMax: 1024)
        else { return nil }
        return EntityTag(text: text, isWeak: isWeak)
    }

    private static func mediaType(_ value: FieldBytes) -> String? {
        value.split(at: UInt8(ascii: ";")).first.trimmingSpace().lowercasedText(byteCountMax: 127)
    }
}
