/// Rows that events changed over a base, together with everything that is derived from the rows: index entries and totals.
///
/// The state at the head of a log is tables at some position under an overlay of the records after it. The base is handed in with each
/// call and must be the same state every time.
package struct Overlay: Sendable {
    /// Items by number.
    var items = ItemRows()
    /// The keys of `items`, in order.
    var numbers = SortedEntries<UInt64, Void>()
    /// Numbers of the items that were registered in the overlay.
    var names: [ExactText: UInt64] = [:]
    /// The base's, until the first record is folded in; not optional, for an optional would be copied with every record.
    var device = Device()
    var totals = Totals()
    var isBegun = false
    /// Outer `nil`: the base's value stands; inner `nil`: back to the default.
    var settings: [SettingScope: String?] = [:]
    var features: [ExactText: Feature] = [:]
    /// Private parts of records in the overlay, by position: the base cannot have them yet.
    var details: [UInt64: PrivatePart] = [:]
    var index = IndexChanges()

    package init() {}

    /// Folds one record in. A record that cannot apply changes nothing; no record traps.
    /// - Parameter privatePart: kept for reading back; the fold itself never looks at it.
    /// - Throws: what reading the base throws; the overlay is unchanged then.
    package mutating func apply(
        _ record: Record, privatePart: PrivatePart? = nil, over base: some StateView
    ) throws {
        if !isBegun { try begin(over: base) }
        switch record.event {
        case .storeCreated, .recoveryCompleted, .clockJumped: break
        case .sessionOpened, .sessionClosed, .connectivityChanged, .offlineModeSet, .storageMeasured,
            .volumeAvailabilityChanged, .unknown:
            device.fold(record)
        case .featureDeclared(let payload): fold(payload)
        case .settingChanged(let payload): try fold(payload, of: record, over: base)
        case .itemRegistered(let payload): try register(payload, record, over: base)
        case .downloadReprioritised(let payload): try reprioritise(payload, record, over: base)
        case .downloadPaused, .downloadResumed: try foldPause(record, over: base)
        case .itemAmended, .sizeResolved, .downloadRequested, .downloadCancelled, .retryRequested, .transferStarted,
            .responseReceived, .transferCheckpointed, .partialDiscarded, .transferInterrupted, .transferFailed,
            .retryScheduled, .transferCompleted, .contentVerified, .verificationFailed, .contentPublished,
            .downloadFailed, .deletionRequested, .deletionUndone, .deletionStarted, .contentDeleted, .deletionFailed,
            .contentMissing, .contentCorrupted:
            try foldItem(record, over: base)
        }
        if let privatePart { details[record.position] = privatePart }
        device.lastRecordedAt = record.recordedAt
    }

    mutating func begin(over base: some StateView) throws {
        let standing = (device: try base.device(), totals: try base.totals())
        device = standing.device
        totals = standing.totals
        isBegun = true
    }

    /// Numbers of the items that were changed or looked at by the fold, ascending.
    package var changedItems: [UInt64] {
        var changed: [UInt64] = []
        changed.reserveCapacity(numbers.count)
        numbers.walk { number, _ in
            changed.append(number)
            return true
        }
        return changed
    }

    package func view<Base: StateView>(over base: Base) -> OverlayView<Base> {
        OverlayView(overlay: self, base: base)
    }

    /// The slot of the item's row, which is read from the base if need be; `nil` when there is no such item.
    mutating func load(_ number: UInt64, over base: some StateView) throws -> Int? {
        if let slot = items.slot(of: number) { return slot }
        return try base.item(number).map { insert($0) }
    }

    /// The item must not stand in the overlay yet.
    @discardableResult
    mutating func insert(_ item: Item) -> Int {
        numbers.set(item.number, to: ())
        return items.insert(item)
    }

    /// Walks the base's items with the changed ones in their places.
    func walkItems(after number: UInt64?, over base: some StateView, _ body: (Item) throws -> Bool) throws {
        var cursor = number.map { numbers.cursor(after: $0) } ?? .init()
        var goesOn = true
        try base.walkItems(after: number) { item in
            while let next = numbers.entry(at: cursor)?.key, next < item.number, let changed = items[next] {
                numbers.advance(&cursor)
                goesOn = try body(changed)
                guard goesOn else { return false }
            }
            if numbers.entry(at: cursor)?.key == item.number { numbers.advance(&cursor) }
            goesOn = try body(items[item.number] ?? item)
            return goesOn
        }
        while goesOn, let next = numbers.entry(at: cursor)?.key, let changed = items[next] {
            numbers.advance(&cursor)
            goesOn = try body(changed)
        }
    }

    /// Changes a loaded item in place, and its index entries and totals with it.
    mutating func change(_ slot: Int, _ body: (inout Item) -> Void) {
        var old = ItemFacets()
        var new = ItemFacets()
        items.change(slot) { item in
            old = ItemFacets(item)
            body(&item)
            new = ItemFacets(item)
        }
        index.update(from: old, to: new)
        totals.update(from: old, to: new)
    }
}

/// Names one setting in one scope.
struct SettingScope: Sendable, Hashable {
    /// `nil` for the global scope.
    let item: UInt64?
    let key: ExactText

    init(_ key: String, item: UInt64?) {
        self.key = ExactText(key)
        self.item = item
    }
}
