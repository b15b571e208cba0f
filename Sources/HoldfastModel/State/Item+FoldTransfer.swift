extension Item {
    mutating func foldProgress(_ record: Record) {
        switch record.event {
        case .transferStarted(let payload): start(payload, record)
        case .responseReceived(let payload):
            guard case .connecting(var attempt) = transfer, attempt.id == payload.attempt,
                payload.isAccepted(by: self)
            else { return }
            accept(payload, &attempt)
            transfer = .receiving(attempt)
        case .transferCheckpointed(let payload):
            guard case .receiving(let attempt) = transfer, attempt.id == payload.attempt else { return }
            raiseDurable(to: payload.durableBytes)
        case .partialDiscarded(let payload): discard(payload)
        default: break
        }
    }

    private mutating func start(_ payload: TransferStarted, _ record: Record) {
        guard transfer.state.answer(to: .transferStarted).applies else { return }
        let from = max(0, payload.fromByte)
        transfer = .connecting(
            Attempt(
                id: record.position, source: payload.source, fromByte: from,
                reservedBytes: max(0, payload.reservedBytes), startedAt: record.recordedAt))
        intent?.attempts &+= 1
        intent?.notBefore = nil
        if staging != nil { raiseDurable(to: from) }
    }

    private mutating func accept(_ payload: ResponseReceived, _ attempt: inout Attempt) {
        let isWhole = payload.httpStatus == 200
        let total = (payload.totalBytes ?? (isWhole ? payload.contentBytes : nil)).flatMap { $0 >= 0 ? $0 : nil }
        var partial = staging ?? Staging(durableBytes: 0)
        partial.total = total ?? partial.total
        partial.validator = payload.validator ?? (isWhole ? nil : partial.validator)
        staging = partial
        guard let total else { return }
        attempt.reservedBytes = max(0, total.subtractingReportingOverflow(attempt.fromByte).partialValue)
    }

    private mutating func discard(_ payload: PartialDiscarded) {
        guard transfer.state.answer(to: .partialDiscarded).applies else { return }
        intent?.bytesAtFailure = 0
        switch payload.reason {
        case .known(.validatorChanged), .known(.rangeIgnored): intent?.restarts &+= 1
        case .known(.digestMismatch): intent?.mismatches &+= 1
        case .known(.lost), .known(.cancelled), .known(.space), .unknown: break
        }
        switch transfer {
        case .connecting(var attempt):
            staging = nil
            attempt.startAgain()
            transfer = .connecting(attempt)
        case .receiving(var attempt):
            // What the response said about the file still stands.
            staging?.durableBytes = 0
            attempt.startAgain()
            transfer = .receiving(attempt)
        case .idle, .ready, .held, .backoff, .verifying, .publishing, .failed: staging = nil
        }
    }

    /// Durable bytes fall only by discarding them.
    private mutating func raiseDurable(to bytes: Int64) {
        guard bytes > staging?.durableBytes ?? 0 else { return }
        if staging == nil { staging = Staging(durableBytes: bytes) } else { staging?.durableBytes = bytes }
    }

    mutating func foldSetback(_ record: Record) {
        switch record.event {
        case .transferInterrupted(let payload): endAttempt(payload.attempt, durable: payload.durableBytes)
        case .transferFailed(let payload):
            guard endAttempt(payload.attempt, durable: payload.durableBytes) else { return }
            intent?.count(payload.failure, durable: staging?.durableBytes ?? 0)
        case .verificationFailed(let payload):
            guard transfer.state.answer(to: .verificationFailed).applies,
                endAttempt(payload.attempt, durable: 0)
            else { return }
            intent?.lastFailure = Failure(.integrity, "\(payload.check)")
            intent?.stalls &+= 1
        case .retryScheduled(let payload):
            guard let intent, intent.request == payload.request,
                transfer.state.answer(to: .retryScheduled).applies
            else { return }
            transfer = .backoff(
                notBefore: payload.notBefore, delayInMilliseconds: max(0, payload.delayInMilliseconds),
                failure: intent.lastFailure ?? Failure(), scheduled: record.position)
        case .downloadFailed(let payload):
            guard let intent, intent.request == payload.request,
                transfer.state.answer(to: .downloadFailed).applies
            else { return }
            transfer = .failed(payload.failure, needs: payload.needs)
        default: break
        }
    }

    /// False when this attempt is not open.
    @discardableResult
    private mutating func endAttempt(_ id: UInt64, durable: Int64) -> Bool {
        guard transfer.attempt?.id == id else { return false }
        raiseDurable(to: durable)
        if staging?.durableBytes == 0 { staging = nil }
        transfer = intent == nil ? .idle : .ready
        return true
    }

    mutating func foldFinish(_ record: Record) {
        switch (record.event, transfer) {
        case (.transferCompleted(let payload), .receiving(let attempt)) where attempt.id == payload.attempt,
            (.transferCompleted(let payload), .connecting(let attempt)) where attempt.id == payload.attempt:
            if staging == nil { staging = Staging(durableBytes: 0) }
            staging?.total = max(0, payload.bytes)
            transfer = .verifying(attempt)
        case (.contentVerified(let payload), .verifying(let attempt)) where attempt.id == payload.attempt:
            raiseDurable(to: payload.bytes)
            transfer = .publishing(
                attempt, verified: record.position, digest: payload.digest, trust: payload.trust)
        case (.contentPublished(let payload), .publishing(let attempt, _, _, let trust))
        where attempt.id == payload.attempt:
            installed = Installed(
                bytes: max(0, payload.bytes), digest: payload.digest, trust: trust, publishedAt: record.recordedAt,
                published: record.position, volume: payload.volume, version: catalogue.version)
            staging = nil
            withdraw()
        default: break
        }
    }
}

extension Intent {
    /// Durable bytes that are progress: with as many new ones the count of failures begins anew.
    static let progressBytes: Int64 = 256 * 1024

    mutating func count(_ failure: Failure, durable: Int64) {
        let gained = durable.subtractingReportingOverflow(bytesAtFailure)
        if !gained.overflow, gained.partialValue >= Self.progressBytes {
            failures = 0
            stalls = 0
            bytesAtFailure = durable
        }
        stalls &+= 1
        if failure.known.counts {
            failures &+= 1
            bytesAtFailure = durable
        }
        lastFailure = failure
    }
}

extension Attempt {
    mutating func startAgain() {
        reservedBytes = missingBytes(durable: 0)
        fromByte = 0
    }
}

extension ResponseReceived {
    /// The body is the whole file, or goes on exactly where the partial ends and belongs to the same file.
    ///
    /// With a promised digest a changed validator does not count: the digest decides in the end.
    func isAccepted(by item: Item) -> Bool {
        switch (httpStatus, item.transfer.attempt?.fromByte) {
        case (200, _): return true
        case (206, let byte?):
            guard rangeStart == byte else { return false }
            guard byte > 0, let staging = item.staging else { return true }
            let agrees = totalBytes == nil || staging.total == nil || totalBytes == staging.total
            if item.catalogue.expectedDigest != nil { return agrees }
            return agrees && (validator == nil || staging.validator == nil || validator == staging.validator)
        default: return false
        }
    }

    /// What a later attempt may send as `If-Range`: a strong ETag, else the Last-Modified; nothing for an encoded response,
    /// whose bytes are not the file's.
    var validator: String? {
        guard encoding == nil || encoding == "identity" else { return nil }
        if let etag { return etag.hasPrefix("W/") ? nil : etag }
        return lastModified
    }
}
