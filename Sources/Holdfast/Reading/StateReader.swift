/// Answers questions about one state: the head of a store, or any earlier position. Valid only inside the call that lends it.
///
/// An item by its id is one or two look-ups; a listing is linear in what it lists.
public final class StateReader {
    /// The state itself.
    package let view: any StateView
    /// Number of records that the state is a fold of.
    public let recordCount: UInt64
    /// The time that waits and countdowns are told against.
    public let now: Now
    private let device: Device
    /// Made when a blocker is first asked for: it takes a look at every running item.
    private var countedSlots: SlotUse?
    private var countedPlaces: QueuePlaces?
    /// Bytes in an item's partial file right now; knows nothing of the past.
    private let receivedBytes: (Item) -> Int64?
    /// `nil` when the state does not lie over tables.
    let changes: TableChanges?

    init(
        view: any StateView, recordCount: UInt64, now: Now, changes: TableChanges? = nil,
        receivedBytes: @escaping (Item) -> Int64? = { _ in nil }
    ) throws {
        self.view = view
        self.recordCount = recordCount
        self.now = now
        self.changes = changes
        self.receivedBytes = receivedBytes
        device = try view.device()
    }

    /// A state that somebody folds further, record by record.
    ///
    /// - Parameter slots: how many attempts run in it, which would take a look at each of them to find out.
    package convenience init(view: any StateView, recordCount: UInt64, now: Now, slots: SlotUse) throws {
        try self.init(view: view, recordCount: recordCount, now: now)
        countedSlots = slots
    }

    public func environment() -> Device { device }

    public func totals() throws -> Totals { try view.totals() }

    /// `nil` when no such item was ever registered.
    public func item(_ id: String) throws -> Item? {
        try view.number(ofItem: id).flatMap { try view.item($0) }
    }

    public func report(
        on id: String, phrases: Phrases = Phrases(), view facts: ViewFacts = ViewFacts()
    ) throws -> ItemReport? {
        try item(id).map { try report(on: $0, phrases: phrases, view: facts) }
    }

    /// Items in order of registration, after the one with the given number.
    public func items(after number: UInt64? = nil, limit: Int = .max) throws -> [Item] {
        var items: [Item] = []
        guard limit > 0 else { return items }
        try view.walkItems(after: number) { item in
            items.append(item)
            return items.count < limit
        }
        return items
    }

    /// Wanted items in the order in which they would run.
    public func queue(limit: Int = .max) throws -> [Item] {
        var items: [Item] = []
        guard limit > 0 else { return items }
        try view.walk(.wanted) { key in
            if let item = try view.item(key.number) { items.append(item) }
            return items.count < limit
        }
        return items
    }

    public func blockers(of item: Item) throws -> [Blocker] {
        let slots = try countedSlots ?? SlotUse(in: view)
        countedSlots = slots
        return try HoldfastModel.blockers(of: item, in: view, at: now, slots: slots)
    }

    public func report(
        on item: Item, phrases: Phrases = Phrases(), view facts: ViewFacts = ViewFacts()
    ) throws -> ItemReport {
        let details = try view.details(of: item)
        let blockers = try blockers(of: item)
        let received = receivedBytes(item)
        let context = try context(of: item, blockers: blockers, received: received, phrases: phrases, view: facts)
        return ItemReport(
            item: item, title: details?.title, sources: details?.sources.filter { !$0.isEmpty } ?? [],
            blockers: blockers,
            affordance: affordance(of: item, in: context), receivedBytes: received)
    }

    /// What a screen shows, without what a screen reader says: for whoever asks very often.
    package func silentAffordance(of item: Item, phrases: Phrases, view facts: ViewFacts) throws -> Affordance {
        let context = try context(
            of: item, blockers: try blockers(of: item), received: receivedBytes(item), phrases: phrases, view: facts)
        return affordance(of: item, in: context, isSpoken: false)
    }

    private func context(
        of item: Item, blockers: [Blocker], received: Int64?, phrases: Phrases, view facts: ViewFacts
    ) throws -> AffordanceContext {
        var context = try AffordanceContext(of: item, in: view, blockers: blockers, now: now.wall)
        context.receivedBytes = received
        context.phrases = phrases
        context.itemsAhead = try itemsAhead(of: item)
        context.add(facts, for: item)
        let volume = context.volume(for: item)
        if context.volumeName == nil, !volume.isAvailable {
            context.volumeName = try volume.placed.flatMap { try view.privatePart(at: $0)?.volumePath }
        }
        return context
    }

    private func itemsAhead(of item: Item) throws -> Int? {
        guard item.transfer == .ready, item.intent != nil else { return nil }
        let places = try countedPlaces ?? QueuePlaces(in: view)
        countedPlaces = places
        return places.itemsAhead(of: item)
    }

    public func storage() throws -> StorageReport { try storage(Settings(of: nil, in: view)) }

    private func storage(_ settings: Settings) throws -> StorageReport {
        let totals = try totals()
        return StorageReport(
            usedBytes: totals.usedBytes, partialBytes: totals.partialBytes, freeBytes: device.contentVolume.freeBytes,
            quotaBytes: settings.quotaBytes, keepFreeBytes: settings.keepFreeBytes)
    }

    /// The value that counts there: of an item its own, else that of its group, else the one for all. `nil` where the default stands, and
    /// where there is no such item or group.
    public func setting(_ key: String, for scope: Scope = .all) throws -> String? {
        let owners: [UInt64?]
        switch scope {
        case .all: owners = []
        case .item(let id):
            guard let item = try item(id) else { return nil }
            owners = [item.number, item.group]
        case .group(let id):
            guard let group = try view.number(ofGroup: id) else { return nil }
            owners = [group]
        }
        for case let owner? in owners {
            if let value = try view.setting(key, for: owner) { return value }
        }
        return try view.setting(key, for: nil)
    }
}
