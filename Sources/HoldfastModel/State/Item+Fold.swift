// The catalogue and the intent.

extension Item {
    mutating func fold(_ payload: ItemRegistered, hasDetails: Bool) {
        catalogue.details = hasDetails ? number : nil
        catalogue.mediaType = payload.mediaType
        catalogue.expectedDigest = payload.expectedDigest
        catalogue.version = payload.version
        catalogue.expiresAt = payload.expiresAt
        catalogue.isDownloadable = payload.isDownloadable
        promise(payload.expectedBytes)
    }

    fileprivate mutating func promise(_ bytes: Int64?) {
        guard let bytes, bytes >= 0 else { return }
        catalogue.expectedBytes = bytes
        catalogue.size = bytes
        catalogue.isSizeExact = true
    }

    /// The intent ends without being met.
    mutating func withdraw() {
        intent = nil
        transfer = .idle
    }
}

extension ItemAmended: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        if head.hasPrivatePart { item.catalogue.details = head.position }
        if let mediaType { item.catalogue.mediaType = mediaType }
        if let expectedDigest { item.catalogue.expectedDigest = expectedDigest }
        if let version { item.catalogue.version = version }
        if let expiresAt { item.catalogue.expiresAt = expiresAt }
        if let isDownloadable { item.catalogue.isDownloadable = isDownloadable }
        item.promise(expectedBytes)
        if let isWithdrawn { item.catalogue.isWithdrawn = isWithdrawn }
    }
}

extension SizeResolved: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard bytes >= 0 else { return }
        item.catalogue.size = bytes
        item.catalogue.isSizeExact = isExact
    }
}

extension DownloadRequested: ItemPayload {
    static var endsRequest: Bool { true }

    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard item.transfer.state.answer(to: .downloadRequested).applies else { return }
        item.intent = Intent(
            request: head.position, reason: reason, priority: Intent.clamped(priority),
            place: Intent.lastPlace(head.position), room: Intent.stride, notBefore: notBefore,
            deadline: deadline, allowsMetered: allowsMetered, bytesAtFailure: item.staging?.durableBytes ?? 0)
        item.transfer = .ready
    }
}

extension DownloadPaused: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard item.transfer.state.answer(to: .downloadPaused).applies else { return }
        item.transfer = .held(by: head.actor, until: until)
    }

    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        switch scope {
        case .known(.all): state.device.pausedAll = Device.Switch(until: until)
        case .known(.group): try state.changeGroup(head, over: base) { $0.paused = Device.Switch(until: until) }
        case .known(.item):
            guard let slot = try state.slot(head, over: base) else { return }
            state.change(slot, endsRequest: false) { fold(into: &$0, head) }
        case .unknown: break
        }
    }
}

extension DownloadResumed: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        if item.transfer.state.answer(to: .downloadResumed).applies { item.transfer = .ready }
    }

    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        switch scope {
        case .known(.all): state.device.pausedAll = nil
        case .known(.group): try state.changeGroup(head, over: base) { $0.paused = nil }
        case .known(.item):
            guard let slot = try state.slot(head, over: base) else { return }
            state.change(slot, endsRequest: false) { fold(into: &$0, head) }
        case .unknown: break
        }
    }
}

extension DownloadCancelled: ItemPayload {
    static var endsRequest: Bool { true }

    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        if item.transfer.state.answer(to: .downloadCancelled).applies { item.withdraw() }
    }
}

extension RetryRequested: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard item.transfer.state.answer(to: .retryRequested).applies else { return }
        item.transfer = .ready
        item.intent?.notBefore = nil
        item.intent?.refresh(durable: item.staging?.durableBytes ?? 0)
    }

    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard case .number(let number) = head.subject, let slot = try state.load(number, over: base) else { return }
        var releasesHost = false
        state.change(slot, endsRequest: false) { item in
            fold(into: &item, head)
            releasesHost = item.transfer.state == .ready
        }
        if releasesHost { state.device.releaseHost(of: number) }
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
