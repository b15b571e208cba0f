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
    /// Groups by number: those that changed, and those of all items here, whose sums change with the items.
    var groups: [UInt64: Group] = [:]
    /// Numbers of the groups that were defined in the overlay.
    var groupNames: [ExactText: UInt64] = [:]
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
    var ledger = Ledger()
    /// Items that were changed since index entries and totals were brought up to date.
    private var unsettled = UnsettledItems()

    package init() {}

    /// Folds one record in, with everything that is derived.
    ///
    /// Where many follow each other over one base, `fold` and one `settle` at their end are cheaper.
    /// - Parameter privatePart: kept for reading back; the fold itself never looks at it.
    /// - Throws: what reading the base throws; the overlay is unchanged then.
    package mutating func apply(
        _ record: borrowing Record, privatePart: PrivatePart? = nil, over base: some StateView
    ) throws {
        try fold(record, privatePart: privatePart, over: base)
        settle()
    }

    /// Folds one record in. A record that cannot apply changes nothing; no record traps. Index entries and sums over items follow with
    /// `settle`: before that only the fold may read the overlay.
    ///
    /// The base is boxed, so that it is not copied for each record.
    package mutating func fold(
        _ record: borrowing Record, privatePart: PrivatePart? = nil, over base: any StateView
    ) throws {
        if !isBegun { try begin(over: base) }
        if case .unknown = record.event {
            device.meetUnreadable(at: record.position)
        } else {
            var fold = PayloadFold(head: RecordHead(record), base: base)
            try record.event.accept(&fold, &self)
        }
        if let privatePart { details[record.position] = privatePart }
        device.lastRecordedAt = record.recordedAt
    }

    mutating func begin(over base: any StateView) throws {
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

    /// The slot of the subject's row; `nil` when it is no item that was named before.
    @inline(__always)
    mutating func slot(_ head: borrowing RecordHead, over base: any StateView) throws -> Int? {
        guard case .number(let number) = head.subject else { return nil }
        return try load(number, over: base)
    }

    /// The slot of the item's row, which is read from the base if need be; `nil` when there is no such item.
    @inline(__always)
    mutating func load(_ number: UInt64, over base: any StateView) throws -> Int? {
        if let slot = items.slot(of: number) { return slot }
        guard let item = try base.item(number) else { return nil }
        if let group = item.group { try loadGroup(group, over: base) }
        numbers.set(number, to: ())
        return items.insert(item)
    }

    /// Whether there is such a group; reads its row from the base if need be.
    @discardableResult
    mutating func loadGroup(_ number: UInt64, over base: any StateView) throws -> Bool {
        if groups[number] != nil { return true }
        guard let group = try base.group(number) else { return false }
        groups[number] = group
        return true
    }

    /// Adds a new item, which must not stand in the overlay or the base yet.
    @discardableResult
    mutating func insert(_ item: consuming Item) -> Int {
        numbers.set(item.number, to: ())
        let slot = items.insert(item)
        unsettled.add(new: slot)
        return slot
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

    /// Changes a loaded item in place. Its index entries, and the totals that are sums over items, follow with `settle`.
    ///
    /// - Parameter endsRequest: whether the change may begin or end a request.
    @inline(__always)
    mutating func change(_ slot: Int, endsRequest: Bool = true, _ body: (inout Item) -> Void) {
        if unsettled.isSettled(slot) { unsettled.add(slot, items.facets(slot)) }
        guard endsRequest else { return items.change(slot, body) }
        let requests = items.change(slot) { item in
            let old = RequestFacet(item)
            body(&item)
            return (old: old, new: RequestFacet(item))
        }
        totals.count(from: requests.old, to: requests.new)
    }

    /// Brings index entries and sums up to date with the rows that were changed.
    package mutating func settle() {
        if unsettled.isEmpty { return }
        for slot in unsettled.added { settle(slot, from: ItemFacets()) }
        for (slot, old) in unsettled.changed { settle(slot, from: old) }
        unsettled.removeAll()
    }

    private mutating func settle(_ slot: Int, from old: ItemFacets) {
        let new = items.facets(slot)
        index.update(from: old, to: new)
        totals.update(from: old, to: new)
        if let group = old.group { groups[group]?.totals.add(old, -1) }
        if let group = new.group { groups[group]?.totals.add(new, 1) }
    }
}

/// Names one setting in one scope.
struct SettingScope: Sendable, Hashable {
    /// Number of an item or a group; `nil` for the global scope.
    let number: UInt64?
    let key: ExactText

    init(_ key: String, for number: UInt64?) {
        self.key = ExactText(key)
        self.number = number
    }
}
