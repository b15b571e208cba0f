extension Decider {
    mutating func request(_ id: String, _ options: RequestOptions) throws {
        let item = try item(id)
        guard item.catalogue.isDownloadable else {
            throw Refusal(.notDownloadable, "Item \"\(id)\" can only be used online, so it cannot be downloaded.")
        }
        try checkOffered(item)
        try checkPriority(options.priority)
        for consent in options.consents { try check(consent) }
        if let intent = item.intent {
            let isFailed = item.transfer.state == .failed
            if isFailed { addRetry(item, intent, cause: nil) }
            addConsents(options, to: item)
            if decision.events.isEmpty { note(.alreadyWanted) }
            return
        }
        if case .pending(let requested, _, _) = item.removal, !isRemovalDue(item.removal, at: now) {
            add(item, .deletionUndone(DeletionUndone()), cause: requested)
            if isMet(item, options.reason) { return }
        } else if item.removal == .none, isMet(item, options.reason) {
            return note(.alreadyInstalled)
        }
        let event = filled(DownloadRequested()) {
            $0.reason = .known(options.reason)
            $0.priority = options.priority
            $0.notBefore = options.notBefore
            $0.deadline = options.deadline
            $0.allowsMetered = options.allowsMetered
        }
        add(item, .downloadRequested(event))
        addConsents(options, to: item)
    }

    private mutating func addConsents(_ options: RequestOptions, to item: Item) {
        let standing = item.intent?.consents ?? []
        let request = item.intent?.request ?? next &- 1
        for consent in options.consents where !standing.contains(consent) {
            addConsent(consent, .number(item.number), cause: request)
        }
    }

    func checkOffered(_ item: Item) throws {
        guard item.catalogue.isWithdrawn else { return }
        throw Refusal(
            .withdrawn,
            "The catalogue does not offer \"\(item.id)\" any more. Register it again when it does.")
    }

    /// An update is asked for by somebody who knows of something newer, or of a licence that ends: what is here does not meet it.
    private func isMet(_ item: Item, _ reason: DownloadReason) -> Bool { item.isCurrent && reason != .update }

    mutating func cancel(_ id: String, keepsPartial: Bool) throws {
        let item = try item(id)
        guard item.intent != nil else {
            // What an earlier cancel kept.
            return keepsPartial || item.staging == nil ? note(.notWanted) : addDiscard(item, .cancelled, cause: nil)
        }
        guard item.transfer.state != .publishing else { return note(.alreadyComplete) }
        addInterrupt(item, .cancelled)
        addCancel(item, keepsPartial: keepsPartial)
    }

    mutating func retry(_ id: String) throws {
        let item = try item(id)
        if item.transfer.state == .failed { try checkOffered(item) }
        let isReady = isReady(item, at: now, device: try state.device())
        guard let intent = item.intent, isReady || item.transfer.state != .held else {
            throw Refusal(
                .nothingToRetry,
                "Item \"\(id)\" has neither failed nor does it wait for another try. "
                    + (item.intent == nil ? "Request it to download it." : "Resume it to go on."))
        }
        let isEarly = intent.notBefore.map { $0 > now.wall } ?? false
        switch item.transfer.state {
        case .failed, .backoff: addRetry(item, intent, cause: nil)
        case .ready where isEarly: addRetry(item, intent, cause: nil)
        // The hold has ended by itself; only a fact ends it in the log.
        case .held where isEarly:
            addResume(item)
            addRetry(item, intent, cause: nil)
        case .idle, .ready, .held, .connecting, .receiving, .verifying, .publishing: note(.alreadyWanted)
        }
    }

    mutating func reprioritise(_ id: String, priority: Int64?, place: QueuePlace?, before: String?) throws {
        let item = try item(id)
        if let priority { try checkPriority(priority) }
        guard (place == .before) == (before != nil) else {
            throw Refusal(
                .valueOutOfRange, "The place \"before\" and the item to stand before go together. Give both or neither."
            )
        }
        guard let intent = item.intent else { return note(.notWanted) }
        let other = try before.map { try self.item($0) }
        if let other, other.intent == nil || other.number == item.number {
            throw Refusal(
                .illegalTransition,
                "\"\(other.id)\" does not stand in the queue beside \"\(id)\". Name another wanted item.")
        }
        let event = filled(DownloadReprioritised()) {
            // Before another item means: with its priority.
            let wanted = other?.intent?.priority ?? priority
            $0.priority = wanted == intent.priority ? nil : wanted
            $0.place = place.map { .known($0) }
            $0.before = other?.number
        }
        guard event != DownloadReprioritised() else { return note(.unchanged) }
        add(item, .downloadReprioritised(event), cause: intent.request)
    }

    private func checkPriority(_ priority: Int64) throws {
        guard !Intent.priorities.contains(priority) else { return }
        throw Refusal(.valueOutOfRange, "A priority is -100...100, this one is \(priority). Higher runs first.")
    }

    mutating func addRetry(_ item: Item, _ intent: Intent, cause: UInt64?) {
        add(item, .retryRequested(filled(RetryRequested()) { $0.request = intent.request }), cause: cause)
    }

    /// Ends the open attempt, if there is one, with what is known to be durable.
    mutating func addInterrupt(_ item: Item, _ cause: InterruptCause) {
        guard let attempt = item.transfer.attempt else { return }
        let event = filled(TransferInterrupted()) {
            $0.attempt = attempt.id
            $0.cause = .known(cause)
            $0.durableBytes = item.staging?.durableBytes ?? 0
            $0.count(context.traffic[attempt.id])
        }
        add(item, .transferInterrupted(event), cause: attempt.id)
    }

    mutating func addCancel(_ item: Item, keepsPartial: Bool) {
        let keeps = keepsPartial && item.staging != nil
        let position = add(
            item, .downloadCancelled(filled(DownloadCancelled()) { $0.keepsPartial = keeps }),
            cause: item.intent?.request)
        if !keeps { addDiscard(item, .cancelled, cause: position) }
    }

    /// Discards the partial, if there may be one: an open attempt may have written bytes that are not recorded yet.
    mutating func addDiscard(_ item: Item, _ reason: DiscardReason, cause: UInt64?) {
        guard item.staging != nil || item.transfer.attempt != nil else { return }
        let event = filled(PartialDiscarded()) {
            $0.bytes = item.staging?.durableBytes ?? 0
            $0.reason = .known(reason)
        }
        add(item, .partialDiscarded(event), cause: cause)
    }
}

extension Item {
    /// The installed file is whole and is what the catalogue wants.
    var isCurrent: Bool {
        guard let installed, installed.isSound else { return false }
        if let digest = catalogue.expectedDigest { return installed.digest == digest }
        if let bytes = catalogue.expectedBytes, installed.bytes != bytes { return false }
        if let etag = catalogue.etag, let own = installed.validator, etag != own { return false }
        return installed.version == catalogue.version
    }
}
