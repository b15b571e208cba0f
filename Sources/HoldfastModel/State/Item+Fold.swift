extension Item {
    /// Folds an event about this item into its row.
    mutating func fold(_ record: Record) {
        switch record.event {
        case .itemAmended(let payload): fold(payload, record)
        case .sizeResolved(let payload): fold(payload)
        case .downloadRequested, .downloadPaused, .downloadResumed, .downloadCancelled, .retryRequested:
            foldIntent(record)
        case .transferStarted, .responseReceived, .transferCheckpointed, .partialDiscarded:
            foldProgress(record)
        case .transferInterrupted, .transferFailed, .retryScheduled, .downloadFailed, .verificationFailed:
            foldSetback(record)
        case .transferCompleted, .contentVerified, .contentPublished: foldFinish(record)
        case .deletionRequested, .deletionUndone, .deletionStarted, .contentDeleted, .deletionFailed, .contentMissing,
            .contentCorrupted:
            foldContent(record)
        default: break
        }
    }

    mutating func fold(_ payload: ItemRegistered, hasDetails: Bool) {
        catalogue.details = hasDetails ? number : nil
        catalogue.mediaType = payload.mediaType
        catalogue.expectedDigest = payload.expectedDigest
        catalogue.version = payload.version
        catalogue.expiresAt = payload.expiresAt
        catalogue.isDownloadable = payload.isDownloadable
        promise(payload.expectedBytes)
    }

    private mutating func fold(_ payload: ItemAmended, _ record: Record) {
        if record.privateDigest != nil { catalogue.details = record.position }
        if let mediaType = payload.mediaType { catalogue.mediaType = mediaType }
        if let digest = payload.expectedDigest { catalogue.expectedDigest = digest }
        if let version = payload.version { catalogue.version = version }
        if let expiresAt = payload.expiresAt { catalogue.expiresAt = expiresAt }
        if let isDownloadable = payload.isDownloadable { catalogue.isDownloadable = isDownloadable }
        promise(payload.expectedBytes)
    }

    private mutating func promise(_ bytes: Int64?) {
        guard let bytes, bytes >= 0 else { return }
        catalogue.expectedBytes = bytes
        catalogue.size = bytes
        catalogue.isSizeExact = true
    }

    private mutating func fold(_ payload: SizeResolved) {
        guard payload.bytes >= 0 else { return }
        catalogue.size = payload.bytes
        catalogue.isSizeExact = payload.isExact
    }

    private mutating func foldIntent(_ record: Record) {
        switch record.event {
        case .downloadRequested(let payload):
            guard transfer.state.answer(to: .downloadRequested).applies else { return }
            intent = Intent(
                request: record.position, reason: payload.reason, priority: Intent.clamped(payload.priority),
                place: Intent.lastPlace(record.position), room: Intent.stride, notBefore: payload.notBefore,
                deadline: payload.deadline, allowsMetered: payload.allowsMetered,
                bytesAtFailure: staging?.durableBytes ?? 0)
            transfer = .ready
        case .downloadPaused(let payload):
            guard transfer.state.answer(to: .downloadPaused).applies else { return }
            transfer = .held(by: record.actor, until: payload.until)
        case .downloadResumed:
            if transfer.state.answer(to: .downloadResumed).applies { transfer = .ready }
        case .downloadCancelled:
            if transfer.state.answer(to: .downloadCancelled).applies { withdraw() }
        case .retryRequested:
            guard transfer.state.answer(to: .retryRequested).applies else { return }
            transfer = .ready
            intent?.notBefore = nil
            intent?.refresh(durable: staging?.durableBytes ?? 0)
        default: break
        }
    }

    /// The intent ends without being met.
    mutating func withdraw() {
        intent = nil
        transfer = .idle
    }
}

extension Intent {
    /// A fresh budget.
    mutating func refresh(durable: Int64) {
        failures = 0
        stalls = 0
        restarts = 0
        mismatches = 0
        bytesAtFailure = durable
    }
}
