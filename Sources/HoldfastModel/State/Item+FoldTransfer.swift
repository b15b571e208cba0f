// The transfer, as long as it goes well.

extension TransferStarted: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) { fold(into: &item, head, over: UsedNetwork()) }

    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard let slot = try state.slot(head, over: base) else { return }
        let network = state.device.usedNetwork
        state.change(slot, endsRequest: false) { fold(into: &$0, head, over: network) }
    }

    private func fold(into item: inout Item, _ head: borrowing RecordHead, over network: UsedNetwork) {
        guard item.transfer.state.answer(to: .transferStarted).applies else { return }
        let from = max(0, fromByte)
        item.transfer = .connecting(
            Attempt(
                id: head.position, source: source, fromByte: from, reservedBytes: max(0, reservedBytes),
                startedAt: head.recordedAt, network: network))
        item.intent?.attempts &+= 1
        item.intent?.notBefore = nil
        if item.staging != nil { item.raiseDurable(to: from) }
    }
}

extension ResponseReceived: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard case .connecting(var open) = item.transfer, open.id == attempt, isAccepted(by: item) else { return }
        let isWhole = httpStatus == 200
        let total = (totalBytes ?? (isWhole ? contentBytes : nil)).flatMap { $0 >= 0 ? $0 : nil }
        var partial = item.staging ?? Staging(durableBytes: 0)
        partial.total = total ?? partial.total
        partial.validator = validator ?? (isWhole ? nil : partial.validator)
        item.staging = partial
        if let total { open.reservedBytes = max(0, total.subtractingReportingOverflow(open.fromByte).partialValue) }
        item.transfer = .receiving(open)
    }
}

extension TransferCheckpointed: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard case .receiving(let open) = item.transfer, open.id == attempt else { return }
        item.raiseDurable(to: durableBytes)
    }
}

extension TransferCompleted: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        switch item.transfer {
        case .receiving(var open) where open.id == attempt, .connecting(var open) where open.id == attempt:
            open.wireBytes = max(0, wireBytes)
            open.meteredBytes = max(0, meteredBytes)
            if item.staging == nil { item.staging = Staging(durableBytes: 0) }
            item.staging?.total = max(0, bytes)
            item.transfer = .verifying(open)
        default: break
        }
    }
}

extension ContentVerified: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard case .verifying(let open) = item.transfer, open.id == attempt else { return }
        item.raiseDurable(to: bytes)
        item.transfer = .publishing(open, verified: head.position, digest: digest, trust: trust)
    }
}

extension ContentPublished {
    static var endsRequest: Bool { true }

    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard case .publishing(let open, _, _, let trust) = item.transfer, open.id == attempt else { return }
        item.installed = Installed(
            bytes: max(0, bytes), digest: digest, trust: trust, publishedAt: head.recordedAt,
            published: head.position, volume: volume, version: item.catalogue.version,
            validator: item.staging?.validator)
        // What has just come is what the source offers.
        item.catalogue.etag = item.staging?.validator
        item.staging = nil
        item.withdraw()
    }
}

extension Item {
    /// Durable bytes fall only by discarding them.
    mutating func raiseDurable(to bytes: Int64) {
        guard bytes > staging?.durableBytes ?? 0 else { return }
        if staging == nil { staging = Staging(durableBytes: bytes) } else { staging?.durableBytes = bytes }
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
        if let etag { return etag.utf8.starts(with: "W/".utf8) ? nil : etag }
        return lastModified
    }
}
