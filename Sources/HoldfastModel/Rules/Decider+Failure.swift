extension Decider {
    mutating func fail(
        _ item: Item, _ attempt: Attempt, _ failure: Failure, durableBytes: Int64, retryAfter: Int64?,
        discards: DiscardReason?, draw: UInt64
    ) throws {
        guard let intent = item.intent else { return try require([], item, "a failure") }
        let durable = max(item.staging?.durableBytes ?? 0, durableBytes)
        let position = addFailure(item, attempt, failure, durableBytes: durable)
        if let discards { addDiscard(filled(item) { $0.staging?.durableBytes = durable }, discards, cause: position) }
        let counted = filled(intent) { $0.count(failure, durable: durable) }
        // Only a discard that is counted may lead to a restart, or it would go on for ever.
        switch failure.known {
        case .changed where Self.restarts(discards) && intent.restarts < RetryRule.cleanRestartCountMax: return
        case .integrity where discards == .digestMismatch && intent.mismatches < RetryRule.cleanRestartCountMax:
            try schedule(item, counted, retryAfter: nil, draw: draw, cause: position)
        case let known where known.isRetryable:
            let settings = try Settings(of: item, in: state)
            guard !known.counts || counted.failures < UInt64(clamping: settings.retryBudget) else {
                return addDownloadFailed(item, intent, failure, cause: position)
            }
            try schedule(item, counted, retryAfter: retryAfter, draw: draw, cause: position)
        default: addDownloadFailed(item, intent, failure, cause: position)
        }
    }

    mutating func verificationFailed(
        _ item: Item, _ attempt: Attempt, _ check: Check, expected: String, actual: String, draw: UInt64
    ) throws {
        try require([.verifying, .publishing], item, "a wrong file")
        guard let intent = item.intent else { return }
        let event = filled(VerificationFailed()) {
            $0.attempt = attempt.id
            $0.check = .known(check)
            $0.expected = expected
            $0.actual = actual
        }
        let position = add(item, .verificationFailed(event), cause: attempt.id)
        addDiscard(item, .digestMismatch, cause: position)
        guard intent.mismatches >= RetryRule.cleanRestartCountMax else {
            return try schedule(
                item, filled(intent) { $0.stalls &+= 1 }, retryAfter: nil, draw: draw, cause: position)
        }
        addDownloadFailed(item, intent, Failure(.integrity, "\(check)"), cause: position)
    }

    static func restarts(_ reason: DiscardReason?) -> Bool { reason == .validatorChanged || reason == .rangeIgnored }

    mutating func addFailure(_ item: Item, _ attempt: Attempt, _ failure: Failure, durableBytes: Int64) -> UInt64 {
        let event = filled(TransferFailed()) {
            $0.attempt = attempt.id
            $0.failure = failure
            $0.durableBytes = durableBytes
            $0.count(context.traffic[attempt.id])
        }
        return add(item, .transferFailed(event), cause: attempt.id)
    }

    /// - Parameter intent: with the failure counted.
    private mutating func schedule(
        _ item: Item, _ intent: Intent, retryAfter: Int64?, draw: UInt64, cause: UInt64
    ) throws {
        let settings = try Settings(of: item, in: state)
        let delay =
            retryAfter.map { RetryRule.clamped(retryAfter: $0) }
            ?? RetryRule.delay(stall: intent.stalls, settings: settings, draw: draw)
        let event = filled(RetryScheduled()) {
            $0.request = intent.request
            $0.notBefore = now.wall.clampedSum(delay.microseconds)
            $0.delayInMilliseconds = delay
            $0.basis = .known(retryAfter == nil ? .backoff : .retryAfter)
        }
        add(item, .retryScheduled(event), cause: cause)
    }

    /// The budget never deletes anything: the item stays where it is until somebody helps it.
    mutating func addDownloadFailed(_ item: Item, _ intent: Intent, _ failure: Failure, cause: UInt64) {
        let event = filled(DownloadFailed()) {
            $0.request = intent.request
            $0.failure = failure
            $0.attempts = intent.attempts
            $0.needs = .known(failure.known.need)
        }
        add(item, .downloadFailed(event), cause: cause)
    }
}
