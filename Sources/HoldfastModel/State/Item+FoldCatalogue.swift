// What the source offers now, and what people say about an item.

extension RemoteVersionObserved: ItemPayload {
    /// What was seen takes the place of what was known. Where it tells of another version, what belonged to the older one goes with it:
    /// a digest that was promised for the old bytes must not be asked of the new ones.
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        let isOther = isOther(than: item)
        if let version { item.catalogue.version = version }
        if let etag { item.catalogue.etag = etag }
        if isOther || digest != nil { item.catalogue.expectedDigest = digest }
        if isOther || bytes != nil { item.catalogue.expectedBytes = bytes.map { max(0, $0) } }
        if let bytes {
            item.catalogue.size = max(0, bytes)
            item.catalogue.isSizeExact = true
        } else if isOther {
            item.catalogue.isSizeExact = false
        }
    }

    /// Whether something that can be compared differs.
    func isOther(than item: Item) -> Bool {
        let known = item.catalogue
        func differs<Value: Equatable>(_ seen: Value?, _ known: Value?) -> Bool {
            seen != nil && known != nil && seen != known
        }
        return differs(version, known.version) || differs(etag, known.etag ?? item.installed?.validator)
            || differs(digest, known.expectedDigest ?? item.installed?.digest)
            || differs(bytes, known.expectedBytes ?? item.installed?.bytes)
    }
}

extension ItemWithdrawn: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) { item.catalogue.isWithdrawn = true }
}

extension ContentPinned: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) { item.isPinned = true }
}

extension ContentUnpinned: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) { item.isPinned = false }
}

extension ContentOpened: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) { item.installed?.openedAt = head.recordedAt }
}

extension ContentImported {
    static var endsRequest: Bool { true }

    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard item.transfer.state.answer(to: .contentImported).applies, item.removal.state != .running else { return }
        item.installed = Installed(
            bytes: max(0, bytes), digest: digest, trust: trust, publishedAt: head.recordedAt,
            published: head.position, volume: volume, version: item.catalogue.version, isImported: true)
        item.removal = .none
        item.staging = nil
        item.withdraw()
    }
}
