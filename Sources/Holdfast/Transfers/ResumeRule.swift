package import HoldfastModel

/// Decides what a transfer asks for and what its response means, for one item's staged bytes.
///
/// The rules of "Resume" in the vocabulary; pure.
package struct ResumeRule: Sendable, Equatable {
    /// Bytes of the partial file that may be continued.
    package var stagedBytes: Int64
    /// Whole size that an earlier response of this content announced.
    package var stagedTotal: Int64?
    /// Validator of the staged bytes in its wire form; strong ones only.
    package var validator: String?
    /// A digest is known, so a mix of versions would be caught.
    package var hasExpectedDigest: Bool
    /// Size from the catalogue.
    package var expectedBytes: Int64?
    /// Media type from the catalogue, `type/subtype`.
    package var expectedMediaType: String?
    /// A body that ends with its connection is taken, since something else proves it or nothing has to.
    package var allowsUnknownLength: Bool
    /// Restarts of this request so far for a changed validator.
    package var validatorChangeCount: Int

    /// More changes than this, with no digest to decide, end in `validatorUnstable`.
    package static let validatorChangeCountMax = 3

    package init(
        stagedBytes: Int64 = 0, stagedTotal: Int64? = nil, validator: String? = nil, hasExpectedDigest: Bool = false,
        expectedBytes: Int64? = nil, expectedMediaType: String? = nil, allowsUnknownLength: Bool? = nil,
        validatorChangeCount: Int = 0
    ) {
        self.stagedBytes = stagedBytes
        self.stagedTotal = stagedTotal
        self.validator = validator
        self.hasExpectedDigest = hasExpectedDigest
        self.expectedBytes = expectedBytes
        self.expectedMediaType = expectedMediaType
        self.allowsUnknownLength = allowsUnknownLength ?? (hasExpectedDigest || expectedBytes != nil)
        self.validatorChangeCount = validatorChangeCount
    }

    /// The range to ask for; `nil` asks for the whole content.
    package var range: RangeRequest? {
        guard stagedBytes > 0 else { return nil }
        if let total = expectedBytes ?? stagedTotal, stagedBytes > total { return nil }
        // Bytes of a file of another size than the one that is promised by now.
        if let stagedTotal, let expectedBytes, stagedTotal != expectedBytes { return nil }
        if ignoresValidator { return RangeRequest(firstByte: stagedBytes) }
        return validator.map { RangeRequest(firstByte: stagedBytes, ifRange: $0) }
    }

    /// With a digest to catch a mix, an absent or flapping validator does not force a restart.
    private var ignoresValidator: Bool {
        hasExpectedDigest && (validator == nil || validatorChangeCount > 0)
    }

    /// What a response to a request with `range` means.
    package func judge(_ head: ResponseHead) -> ResponseJudgement {
        switch head.status {
        case 200: judgeWhole(head)
        case 206: judgePart(head)
        case 416: judgeUnsatisfied(head)
        default: .refuse(.http(status: head.status, retryAfterMilliseconds: head.retryAfterMilliseconds))
        }
    }

    private func judgeWhole(_ head: ResponseHead) -> ResponseJudgement {
        if let failure = bodyFailure(head) { return .refuse(failure) }
        if head.framing == .untilClose && !allowsUnknownLength { return .refuse(.lengthUnknown) }
        if let expectedBytes, let announced = head.contentLength, announced != expectedBytes {
            // A network that wants a sign-in often answers in the source's own name.
            if isUnexpectedPage(head) { return .refuse(.captivePortal) }
            return .refuse(.unexpectedSize(expected: expectedBytes, announced: announced))
        }
        guard stagedBytes > 0 else { return .accept(writeFrom: 0) }
        guard let range else { return .restart(.validatorChanged) }
        guard let sent = range.ifRange, sent != head.strongValidator else { return .restart(.rangeIgnored) }
        if validatorChangeCount >= Self.validatorChangeCountMax { return .refuse(.validatorUnstable) }
        return .restart(.validatorChanged)
    }

    private func judgePart(_ head: ResponseHead) -> ResponseJudgement {
        guard let range else { return .refuse(.rangeNotHonoured) }
        if let failure = bodyFailure(head) { return .refuse(failure) }
        guard let start = head.rangeStart, let end = head.rangeEnd, start == range.firstByte else {
            return .discard(.rangeIgnored)
        }
        if let length = head.contentLength, length != end - start + 1 { return .discard(.rangeIgnored) }
        if let total = head.rangeTotal, let known = expectedBytes ?? stagedTotal, total != known {
            return .discard(.validatorChanged)
        }
        if let sent = range.ifRange, let received = head.strongValidator, sent != received {
            return .discard(.validatorChanged)
        }
        return .accept(writeFrom: start)
    }

    private func judgeUnsatisfied(_ head: ResponseHead) -> ResponseJudgement {
        guard range != nil else { return .refuse(.http(status: head.status, retryAfterMilliseconds: nil)) }
        guard let total = head.rangeTotal else { return .discard(.rangeIgnored) }
        return total == stagedBytes ? .alreadyComplete(total: total) : .discard(.validatorChanged)
    }

    private func bodyFailure(_ head: ResponseHead) -> TransferFailure? {
        if let encoding = head.encoding { return .encoded(encoding) }
        return head.finalHostDiffers && isUnexpectedPage(head) ? .captivePortal : nil
    }

    /// A page where the catalogue promises something else; where it promises nothing, a page may be what is wanted.
    private func isUnexpectedPage(_ head: ResponseHead) -> Bool {
        guard let expectedMediaType else { return false }
        return head.mediaType == "text/html" && expectedMediaType != "text/html"
    }
}

/// What a response means for the staged bytes.
package enum ResponseJudgement: Sendable, Equatable {
    /// The body continues the staged bytes, or begins at zero with nothing staged.
    case accept(writeFrom: Int64)
    /// The body is the whole content: the staged bytes are cut, then it is written from zero.
    case restart(DiscardReason)
    /// The staged bytes are the whole content; size and digest decide.
    case alreadyComplete(total: Int64)
    /// Neither body nor staged bytes are of use: discard them and ask once more from zero.
    case discard(DiscardReason)
    case refuse(TransferFailure)
}
