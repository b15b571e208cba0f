extension Decider {
    mutating func startTransfer(
        _ number: UInt64, source: UInt64, fromByte: Int64, validator: String?, reservedBytes: Int64
    ) throws {
        let item = try item(number)
        guard item.transfer.attempt == nil else {
            throw Refusal(.attemptOpen, "\"\(item.id)\" has an open attempt already. End it before starting another.")
        }
        guard let intent = item.intent, isReady(item, at: now, device: try state.device()) else {
            throw Refusal(.notReady, "\"\(item.id)\" is \(item.transfer.state), so no transfer of it may start.")
        }
        let reasons = try blockers(of: item, in: state, at: now, slots: SlotUse())
        if let first = reasons.first {
            throw Refusal(.blocked, "\"\(item.id)\" must wait: \(first.code). Plan again when that has changed.")
        }
        let durable = item.staging?.durableBytes ?? 0
        // A whole request leaves the partial where it is: it goes only when a whole answer takes its place.
        guard fromByte == 0 || item.staging != nil && fromByte >= durable, reservedBytes >= 0 else {
            throw Refusal(
                .illegalTransition,
                "\(durable) bytes of \"\(item.id)\" are durable, so a transfer cannot start from byte \(fromByte). "
                    + "Go on from their end, or ask for the whole.")
        }
        if let quota = try Settings(of: nil, in: state).quotaBytes,
            try state.totals().committedBytes.clampedSum(reservedBytes).clampedSum(fromByte.clampedDifference(durable))
                > quota
        {
            throw Refusal(
                .blocked, "\"\(item.id)\" must wait: \(BlockerCode.quotaFull). It would take more than \(quota) bytes.")
        }
        let event = filled(TransferStarted()) {
            $0.request = intent.request
            $0.attempt = intent.attempts &+ 1
            $0.source = source
            $0.fromByte = fromByte
            $0.validator = validator
            $0.reservedBytes = reservedBytes
        }
        add(item, .transferStarted(event), cause: intent.request)
    }

    mutating func attempt(_ number: UInt64, _ id: UInt64, _ report: AttemptReport) throws {
        let item = try item(number)
        guard let attempt = item.transfer.attempt, attempt.id == id else {
            throw Refusal(.staleAttempt, "Attempt \(id) of \"\(item.id)\" is not open any more. Drop what it reports.")
        }
        switch report {
        case .response(let response): try respond(item, attempt, response)
        case .discarded(let reason): try discard(item, attempt, reason)
        case .checkpoint(let durableBytes): try checkpoint(item, attempt, durableBytes)
        case .interrupted(let cause, let blocker, let durableBytes):
            try interrupt(item, attempt, cause, blocker, durableBytes)
        case .failed(let failure, let durableBytes, let retryAfter, let discards, let draw):
            try fail(
                item, attempt, failure, durableBytes: durableBytes, retryAfter: retryAfter, discards: discards,
                draw: draw)
        case .completed(let bytes, let wireBytes, let elapsed, let meteredBytes):
            let event = filled(TransferCompleted()) {
                $0.attempt = id
                $0.bytes = bytes
                $0.wireBytes = wireBytes
                $0.elapsedInMilliseconds = elapsed
                $0.meteredBytes = meteredBytes
            }
            try complete(item, event)
        case .verified(let bytes, let digest, let trust): try verify(item, attempt, bytes, digest, trust)
        case .verificationFailed(let check, let expected, let actual, let draw):
            try verificationFailed(item, attempt, check, expected: expected, actual: actual, draw: draw)
        case .published(let path, let volume): try publish(item, attempt, path: path, volume: volume)
        }
    }

    func require(_ states: Set<TransferState>, _ item: Item, _ report: String) throws {
        guard !states.contains(item.transfer.state) else { return }
        throw Refusal(
            .illegalTransition, "\"\(item.id)\" is \(item.transfer.state), where its attempt cannot report \(report).")
    }

    private mutating func checkpoint(_ item: Item, _ attempt: Attempt, _ durableBytes: Int64) throws {
        try require([.receiving], item, "a checkpoint")
        let standing = item.staging?.durableBytes ?? 0
        guard durableBytes >= standing else {
            throw Refusal(
                .illegalTransition,
                "\(standing) bytes of \"\(item.id)\" were durable already, more than \(durableBytes). Discard the partial if it is damaged."
            )
        }
        guard durableBytes > standing else { return note(.unchanged) }
        let event = filled(TransferCheckpointed()) {
            $0.attempt = attempt.id
            $0.durableBytes = durableBytes
        }
        add(item, .transferCheckpointed(event), cause: attempt.id)
    }

    private mutating func interrupt(
        _ item: Item, _ attempt: Attempt, _ cause: InterruptCause, _ blocker: BlockerCode?, _ durableBytes: Int64
    ) throws {
        if item.transfer.state == .publishing, cause != .processDied, cause != .volumeLost {
            throw Refusal(
                .pastNoReturn,
                "\"\(item.id)\" is just being put in its place: report how that ends instead of stopping it.")
        }
        let standing = item.staging?.durableBytes ?? 0
        let event = filled(TransferInterrupted()) {
            $0.attempt = attempt.id
            $0.cause = .known(cause)
            $0.blocker = blocker.map { .known($0) }
            $0.durableBytes = max(standing, durableBytes)
            $0.count(context.traffic[attempt.id])
        }
        let position = add(item, .transferInterrupted(event), cause: attempt.id)
        // Fewer bytes than were durable: what is left of the file cannot be trusted.
        if durableBytes < standing { addDiscard(item, .lost, cause: position) }
    }
}

extension TransferInterrupted {
    mutating func count(_ traffic: Traffic?) {
        wireBytes = traffic?.wireBytes
        meteredBytes = traffic?.meteredBytes
    }
}

extension TransferFailed {
    mutating func count(_ traffic: Traffic?) {
        wireBytes = traffic?.wireBytes
        meteredBytes = traffic?.meteredBytes
    }
}
