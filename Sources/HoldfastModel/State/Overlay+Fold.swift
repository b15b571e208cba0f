extension Overlay {
    /// Longest text that can stand in a key of a table.
    static let keyByteCountMax = 255

    mutating func register(_ payload: ItemRegistered, _ record: Record, over base: some StateView) throws {
        guard case .first(let subject) = record.subject, let id = Self.itemID(in: subject),
            try names[ExactText(id)] == nil && base.number(ofItem: id) == nil
        else { return }
        var item = Item(number: record.position, id: id)
        item.fold(payload, hasDetails: record.privateDigest != nil)
        names[ExactText(id)] = record.position
        insert(item)
        totals.items &+= 1
    }

    static func itemID(in subject: String) -> String? {
        guard subject.hasPrefix("item:") else { return nil }
        let id = subject.dropFirst(5)
        return id.isEmpty || id.utf8.count > keyByteCountMax ? nil : String(id)
    }

    mutating func foldItem(_ record: Record, over base: some StateView) throws {
        guard case .number(let number) = record.subject, let slot = try load(number, over: base) else { return }
        var heldHost: Int64?
        var releasesHost = false
        change(slot) { item in
            item.fold(record)
            guard case .retryScheduled(let payload) = record.event else {
                if case .retryRequested = record.event { releasesHost = item.transfer.state == .ready }
                return
            }
            let isScheduled = item.transfer.state == .backoff && payload.basis == .known(.retryAfter)
            heldHost = isScheduled ? payload.notBefore : nil
        }
        if releasesHost { device.releaseHost(of: number) }
        if let heldHost { device.holdHost(of: number, until: heldHost, at: record.recordedAt) }
    }

    mutating func foldPause(_ record: Record, over base: some StateView) throws {
        switch record.event {
        case .downloadPaused(let payload) where payload.scope == .known(.all):
            device.pausedAll = Device.Switch(until: payload.until)
        case .downloadResumed(let payload) where payload.scope == .known(.all): device.pausedAll = nil
        case .downloadPaused(let payload) where payload.scope == .known(.item):
            try foldItem(record, over: base)
        case .downloadResumed(let payload) where payload.scope == .known(.item):
            try foldItem(record, over: base)
        default: break
        }
    }

    /// The place of an item is a function of the record's position, or of the item that it is put before.
    mutating func reprioritise(_ payload: DownloadReprioritised, _ record: Record, over base: some StateView) throws {
        guard case .number(let number) = record.subject, let slot = try load(number, over: base) else { return }
        var place: (place: Int64, room: Int64)?
        if let before = payload.before, before != number, let beside = try load(before, over: base) {
            change(beside) { place = $0.intent?.giveRoom() }
        }
        change(slot) { item in
            guard item.transfer.state.answer(to: .downloadReprioritised).applies else { return }
            if let priority = payload.priority { item.intent?.priority = Intent.clamped(priority) }
            switch payload.place {
            case .known(.first): place = (Intent.firstPlace(record.position), Intent.stride)
            case .known(.last): place = (Intent.lastPlace(record.position), Intent.stride)
            case .known(.before), .unknown, nil: break
            }
            guard let place else { return }
            item.intent?.place = place.place
            item.intent?.room = place.room
        }
    }

    mutating func fold(_ payload: SettingChanged, of record: Record, over base: some StateView) throws {
        guard payload.key.utf8.count <= Self.keyByteCountMax else { return }
        guard case .number(let number) = record.subject, let slot = try load(number, over: base) else {
            settings[SettingScope(payload.key, item: nil)] = .some(payload.new)
            return
        }
        let scope = SettingScope(payload.key, item: number)
        let old = try settings[scope] ?? base.setting(payload.key, item: number)
        settings[scope] = .some(payload.new)
        change(slot) { item in
            item.settingCount &+= payload.new == nil ? 0 : 1
            item.settingCount &-= old == nil ? 0 : 1
            if payload.key == SettingKey.allowMetered { item.intent?.allowsMetered = nil }
        }
    }

    mutating func fold(_ payload: FeatureDeclared) {
        guard !payload.featureID.isEmpty, payload.featureID.utf8.count <= Self.keyByteCountMax else { return }
        features[ExactText(payload.featureID)] = Feature(
            id: payload.featureID, needs: payload.needs, contentItems: payload.contentItems,
            whenUnmet: payload.whenUnmet)
    }
}

extension Intent {
    static let priorities: ClosedRange<Int64> = -100...100
    /// Room between the places of two requests that follow each other: it can be halved 24 times.
    static let stride: Int64 = 1 << 24

    static func clamped(_ priority: Int64) -> Int64 {
        min(max(priority, priorities.lowerBound), priorities.upperBound)
    }

    /// Behind all that were placed before.
    static func lastPlace(_ position: UInt64) -> Int64 {
        let place = Int64(clamping: position).multipliedReportingOverflow(by: stride)
        return place.overflow ? .max : place.partialValue
    }

    /// Before all that were placed before.
    static func firstPlace(_ position: UInt64) -> Int64 { -lastPlace(position) }

    /// Gives away half of the room before this item. Without room the two share a place and stand in order of their numbers.
    mutating func giveRoom() -> (place: Int64, room: Int64) {
        room /= 2
        let given = place.subtractingReportingOverflow(room)
        return (given.overflow ? .min : given.partialValue, room)
    }
}
