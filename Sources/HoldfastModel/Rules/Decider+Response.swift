extension Decider {
    mutating func respond(_ item: Item, _ attempt: Attempt, _ response: ResponseReceived) throws {
        try require([.connecting], item, "a response")
        var event = response
        event.attempt = attempt.id
        // A whole file takes the place of what was staged: said here, so that no crash can leave old bytes under a new validator.
        if response.httpStatus == 200, response.isRefused != true, item.staging?.durableBytes ?? 0 > 0 {
            let isOther = response.validator != nil && response.validator != item.staging?.validator
            // Where nothing was asked to be continued, nobody ignored or changed anything: the old bytes are simply of no use.
            try discard(item, attempt, attempt.fromByte == 0 ? .lost : isOther ? .validatorChanged : .rangeIgnored)
            guard decision.events.count == 1 else { return }
        }
        let position = add(item, .responseReceived(event), cause: attempt.id)
        guard event.isAccepted(by: decision.events.count == 1 ? item : item.startedAgain(attempt)) else { return }
        let total = response.totalBytes ?? (response.httpStatus == 200 ? response.contentBytes : nil)
        guard let total, total >= 0, response.encoding == nil || response.encoding == "identity" else { return }
        resolveSize(item, total, cause: position)
        try checkRoom(item, attempt, total: total, cause: position)
    }

    mutating func resolveSize(_ item: Item, _ bytes: Int64, cause: UInt64) {
        guard item.catalogue.size != bytes || !item.catalogue.isSizeExact else { return }
        let event = filled(SizeResolved()) {
            $0.bytes = bytes
            $0.isExact = true
            $0.via = .known(.transfer)
        }
        add(item, .sizeResolved(event), cause: cause)
    }

    /// Now that the size is known: a file that does not fit ends its attempt before it takes the room of others.
    private mutating func checkRoom(_ item: Item, _ attempt: Attempt, total: Int64, cause: UInt64) throws {
        let durable =
            decision.events.contains { if case .partialDiscarded = $0.event { true } else { false } }
            ? 0 : item.staging?.durableBytes ?? 0
        let counted = attempt.missingBytes(durable: item.staging?.durableBytes ?? 0).clampedSum(
            (item.staging?.durableBytes ?? 0).clampedDifference(durable))
        let more = total.clampedDifference(durable).clampedDifference(counted)
        guard more > 0, let first = try Environment(of: state, at: now).storage(need: more).first else { return }
        let event = filled(TransferInterrupted()) {
            $0.attempt = attempt.id
            $0.cause = .known(.blocked)
            $0.blocker = .known(first.code)
            $0.durableBytes = durable
            $0.count(context.traffic[attempt.id])
        }
        add(item, .transferInterrupted(event), cause: cause)
    }

    /// The attempt goes on from byte 0, unless the request has used up its restarts.
    mutating func discard(_ item: Item, _ attempt: Attempt, _ reason: DiscardReason) throws {
        try require([.connecting, .receiving], item, "that it discarded its partial")
        guard item.staging?.durableBytes ?? 0 > 0 else { return note(.unchanged) }
        addDiscard(item, reason, cause: attempt.id)
        guard Self.restarts(reason), let intent = item.intent, intent.restarts >= RetryRule.restartCountMax else {
            return
        }
        let failure = Failure(.changed, reason == .validatorChanged ? "validatorUnstable" : "rangeIgnored")
        let position = addFailure(item, attempt, failure, durableBytes: 0)
        addDownloadFailed(item, intent, failure, cause: position)
    }

    mutating func complete(_ item: Item, _ event: TransferCompleted) throws {
        try require([.receiving, .connecting], item, "that all bytes are there")
        let standing = item.staging?.durableBytes ?? 0
        let total = item.staging?.total
        guard event.bytes >= standing, total == nil || total == event.bytes else {
            throw Refusal(
                .illegalTransition,
                "\"\(item.id)\" has \(total ?? standing) bytes, not \(event.bytes). Report a transient failure \"truncated\"."
            )
        }
        let position = add(item, .transferCompleted(event), cause: event.attempt)
        resolveSize(item, event.bytes, cause: position)
    }

    mutating func verify(_ item: Item, _ attempt: Attempt, _ bytes: Int64, _ digest: Digest, _ trust: Trust) throws {
        try require([.verifying], item, "a proof")
        let settings = try Settings(of: item, in: state)
        let expected = item.digestToProve(settings)
        guard expected == nil || expected == digest, item.catalogue.expectedBytes ?? bytes == bytes,
            trust != .expected || item.catalogue.expectedDigest == digest
        else {
            throw Refusal(
                .illegalTransition,
                "The file of \"\(item.id)\" is not what the catalogue promises. Report that its verification failed.")
        }
        let event = filled(ContentVerified()) {
            $0.attempt = attempt.id
            $0.bytes = bytes
            $0.digest = digest
            $0.trust = .known(trust)
        }
        add(item, .contentVerified(event), cause: attempt.id)
    }

    mutating func publish(_ item: Item, _ attempt: Attempt, path: String, volume: UInt64) throws {
        guard case .publishing(_, let verified, let digest, _) = item.transfer else {
            return try require([.publishing], item, "that it was published")
        }
        let event = filled(ContentPublished()) {
            $0.attempt = attempt.id
            $0.bytes = item.staging?.durableBytes ?? 0
            $0.digest = digest
            $0.volume = volume
            $0.replaced = item.installed?.published
        }
        add(
            item, .contentPublished(event), cause: verified,
            privatePart: filled(PrivatePart()) { $0.path = path })
    }
}

extension Item {
    /// The digest that a download is held to: none where `verify.policy` trusts the size alone.
    package func digestToProve(_ settings: Settings) -> Digest? {
        settings.verifyPolicy == .sizeOnly ? nil : catalogue.expectedDigest
    }

    /// The item as it is after its open attempt began again from byte 0.
    fileprivate func startedAgain(_ attempt: Attempt) -> Item {
        var item = self
        item.staging = nil
        item.transfer = .connecting(filled(attempt) { $0.startAgain() })
        return item
    }
}

extension Trust {
    /// What bytes that agree with these promises are trusted by.
    package init(promised digest: Digest?, bytes: Int64?) {
        self = digest != nil ? .expected : bytes != nil ? .sizeOnly : .firstSeen
    }
}
