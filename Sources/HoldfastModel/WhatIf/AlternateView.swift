/// The recorded state, with addresses looked up where they stand.
struct RecordedView: StateView {
    let state: MemoryState
    let sources: RecordedSources

    func item(_ number: UInt64) throws -> Item? { state.item(number) }
    func number(ofItem id: String) throws -> UInt64? { state.number(ofItem: id) }
    func device() throws -> Device { state.device() }
    func totals() throws -> Totals { state.totals() }
    func group(_ number: UInt64) throws -> Group? { state.group(number) }
    func number(ofGroup id: String) throws -> UInt64? { state.number(ofGroup: id) }
    func groups() throws -> [Group] { state.groups() }
    func setting(_ key: String, for scope: UInt64?) throws -> String? { state.setting(key, for: scope) }
    func features() throws -> [Feature] { state.features() }
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        try state.walkItems(after: number, body)
    }
    func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) throws {
        try state.walk(index, from: start, body)
    }
    func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) throws -> Row? {
        state.ledgerRow(type, key)
    }
    func walkLedger<Row: LedgerRow>(
        _ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool
    ) throws {
        try state.walkLedger(type, from: start, body)
    }
    func privatePart(at position: UInt64) throws -> PrivatePart? { try sources.privatePart(at: position, in: state) }
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
        guard let recorded = try base.item(number) else { return nil }
        guard let course = courses[number] else { return changed(recorded) }
        var item = course.item
        item.catalogue = recorded.catalogue
        item.group = recorded.group
        item.settingCount = recorded.settingCount
        return changed(item)
    }

    /// The item with the settings that were changed for it alone.
    private func changed(_ item: Item) -> Item {
        guard let own = changes.scoped[item.number] else { return item }
        var item = item
        item.settingCount = item.settingCount &+ UInt64(own.count)
        // As when it is set: a permission given before stands above it no more.
        if own[SettingKey.allowMetered] != nil, item.intent.map({ $0.request < start }) ?? false {
            item.intent?.allowsMetered = nil
        }
        return item
    }

    func group(_ number: UInt64) throws -> Group? {
        guard var group = try base.group(number) else { return nil }
        group.settingCount = group.settingCount &+ UInt64(changes.scoped[number]?.count ?? 0)
        return group
    }

    func setting(_ key: String, for scope: UInt64?) throws -> String? {
        if let scope {
            if let own = changes.scoped[scope]?[key] { return own }
        } else if let changed = changes.global[key] {
            return changed
        }
        return try base.setting(key, for: scope)
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

    func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) throws {
        guard index == .running, !courses.isEmpty else { return try base.walk(index, from: start, body) }
        var keys: [IndexKey] = []
        try base.walk(index, from: start) { key in
            if courses[key.number] == nil { keys.append(key) }
            return true
        }
        for (number, course) in courses where course.isRunning && (countsAhead || !course.isAhead) {
            let key = IndexKey(index: index, order: 0, place: 0, number: number)
            if start.map({ $0 <= key }) ?? true { keys.append(key) }
        }
        for key in keys.sorted() where try !body(key) { return }
    }

    func number(ofItem id: String) throws -> UInt64? { try base.number(ofItem: id) }
    func number(ofGroup id: String) throws -> UInt64? { try base.number(ofGroup: id) }
    func groups() throws -> [Group] { try base.groups().map { try group($0.number) ?? $0 } }
    func device() throws -> Device { try base.device() }
    func features() throws -> [Feature] { try base.features() }
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        try base.walkItems(after: number) { try body(try item($0.number) ?? $0) }
    }
    func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) throws -> Row? {
        try base.ledgerRow(type, key)
    }
    func walkLedger<Row: LedgerRow>(
        _ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool
    ) throws {
        try base.walkLedger(type, from: start, body)
    }
    func privatePart(at position: UInt64) throws -> PrivatePart? { try base.privatePart(at: position) }
    func source(of item: Item) throws -> SourceFacts? { try base.source(of: item) }
}
