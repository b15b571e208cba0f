// The transfer, where it is thrown back.

extension PartialDiscarded: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard item.transfer.state.answer(to: .partialDiscarded).applies else { return }
        item.intent?.bytesAtFailure = 0
        switch reason {
        case .known(.validatorChanged), .known(.rangeIgnored): item.intent?.restarts &+= 1
        case .known(.digestMismatch): item.intent?.mismatches &+= 1
        case .known(.lost), .known(.cancelled), .known(.space), .unknown: break
        }
        switch item.transfer {
        case .connecting(var attempt):
            item.staging = nil
            attempt.startAgain()
            item.transfer = .connecting(attempt)
        case .receiving(var attempt):
            // What the response said about the file still stands.
            item.staging?.durableBytes = 0
            attempt.startAgain()
            item.transfer = .receiving(attempt)
        case .idle, .ready, .held, .backoff, .verifying, .publishing, .failed: item.staging = nil
        }
    }
}

extension TransferInterrupted {
    func fold(into item: inout Item, _ head: borrowing RecordHead) { item.endAttempt(attempt, durable: durableBytes) }
}

extension TransferFailed {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard item.endAttempt(attempt, durable: durableBytes) else { return }
        item.intent?.count(failure, durable: item.staging?.durableBytes ?? 0)
    }
}

extension VerificationFailed {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard item.transfer.state.answer(to: .verificationFailed).applies, item.endAttempt(attempt, durable: 0)
        else { return }
        item.intent?.lastFailure = Failure(.integrity, "\(check)")
        item.intent?.stalls &+= 1
    }
}

extension RetryScheduled: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard let intent = item.intent, intent.request == request,
            item.transfer.state.answer(to: .retryScheduled).applies
        else { return }
        item.transfer = .backoff(
            notBefore: notBefore, delayInMilliseconds: max(0, delayInMilliseconds),
            failure: intent.lastFailure ?? Failure(), scheduled: head.position)
    }

    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard case .number(let number) = head.subject, let slot = try state.load(number, over: base) else { return }
        var holdsHost = false
        state.change(slot, endsRequest: false) { item in
            fold(into: &item, head)
            holdsHost = item.transfer.state == .backoff && basis == .known(.retryAfter)
        }
        if holdsHost { state.device.holdHost(of: number, until: notBefore, at: head.recordedAt) }
    }
}

extension DownloadFailed: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard let intent = item.intent, intent.request == request,
            item.transfer.state.answer(to: .downloadFailed).applies
        else { return }
        item.transfer = .failed(failure, needs: needs)
    }
}

extension Item {
    /// False when this attempt is not open.
    @discardableResult
    fileprivate mutating func endAttempt(_ id: UInt64, durable: Int64) -> Bool {
        guard transfer.attempt?.id == id else { return false }
        raiseDurable(to: durable)
        if staging?.durableBytes == 0 { staging = nil }
        transfer = intent == nil ? .idle : .ready
        return true
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
