/// The recorded state, with addresses looked up where they stand.
struct RecordedView: StateView {
    let state: MemoryState
    let sources: RecordedSources

    func item(_ number: UInt64) throws -> Item? { state.item(number) }
    func number(ofItem id: String) throws -> UInt64? { state.number(ofItem: id) }
    func device() throws -> Device { state.device() }
    func totals() throws -> Totals { state.totals() }
    func setting(_ key: String, item: UInt64?) throws -> String? { state.setting(key, item: item) }
    func features() throws -> [Feature] { state.features() }
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        try state.walkItems(after: number, body)
    }
    func walk(_ index: ItemIndex, _ body: (IndexKey) throws -> Bool) throws { try state.walk(index, body) }
    func details(of item: Item) throws -> PrivatePart? { try sources.details(of: item, in: state) }
    func source(of item: Item) throws -> SourceFacts? { try sources.source(of: item, in: state) }
}

/// The recorded state under other settings, with the items that went another way as they would be.
struct AlternateView: StateView {
    let base: RecordedView
    let changes: ChangedSettings
    /// Number of records before the changes stood.
    let start: UInt64
    /// By item number.
    let courses: [UInt64: Course]
    /// What runs ahead of the records takes slots and room too. Without it: what is left to a download that ran as recorded.
    let countsAhead: Bool

    func item(_ number: UInt64) throws -> Item? {
        guard let item = try courses[number]?.item ?? base.item(number) else { return nil }
        return changed(item)
    }

    /// The item with the settings that were changed for it alone.
    func changed(_ item: Item) -> Item {
        guard let own = changes.ofItems[item.number] else { return item }
        var item = item
        item.settingCount = item.settingCount &+ UInt64(own.count)
        // As when it is set: a permission given before stands above it no more.
        if own[SettingKey.allowMetered] != nil, item.intent.map({ $0.request < start }) ?? false {
            item.intent?.allowsMetered = nil
        }
        return item
    }

    func setting(_ key: String, item: UInt64?) throws -> String? {
        if let item {
            if let own = changes.ofItems[item]?[key] { return own }
        } else if let changed = changes.global[key] {
            return changed
        }
        return try base.setting(key, item: item)
    }

    func totals() throws -> Totals {
        var totals = try base.totals()
        for (number, course) in courses {
            let recorded = try base.item(number).map { ItemFacets($0) } ?? ItemFacets()
            let other = countsAhead || !course.isAhead ? ItemFacets(course.item) : recorded
            totals.usedBytes = totals.usedBytes &+ other.usedBytes &- recorded.usedBytes
            totals.partialBytes = totals.partialBytes &+ other.partialBytes &- recorded.partialBytes
            totals.reservedBytes = totals.reservedBytes &+ other.reservedBytes &- recorded.reservedBytes
        }
        return totals
    }

    func walk(_ index: ItemIndex, _ body: (IndexKey) throws -> Bool) throws {
        guard index == .running, !courses.isEmpty else { return try base.walk(index, body) }
        var keys: [IndexKey] = []
        try base.walk(index) { key in
            if courses[key.number] == nil { keys.append(key) }
            return true
        }
        for (number, course) in courses where course.isRunning && (countsAhead || !course.isAhead) {
            keys.append(IndexKey(index: index, order: 0, place: 0, number: number))
        }
        for key in keys.sorted() where try !body(key) { return }
    }

    func number(ofItem id: String) throws -> UInt64? { try base.number(ofItem: id) }
    func device() throws -> Device { try base.device() }
    func features() throws -> [Feature] { try base.features() }
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        try base.walkItems(after: number) { try body(try item($0.number) ?? $0) }
    }
    func details(of item: Item) throws -> PrivatePart? { try base.details(of: item) }
    func source(of item: Item) throws -> SourceFacts? { try base.source(of: item) }
}
