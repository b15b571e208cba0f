/// State to read: at the head of a store (tables under an overlay), at any position (a fold in memory), or made up for a test.
///
/// Reading may fail where rows come from disk; the errors are the ones of the implementation.
package protocol StateView {
    func item(_ number: UInt64) throws -> Item?
    /// The number of the item with this id; `nil` when it was never registered.
    func number(ofItem id: String) throws -> UInt64?
    func group(_ number: UInt64) throws -> Group?
    /// The number of the group with this id; `nil` when it was never defined.
    func number(ofGroup id: String) throws -> UInt64?
    /// All groups in ascending order of their numbers.
    func groups() throws -> [Group]
    func device() throws -> Device
    func totals() throws -> Totals
    /// The value set for exactly this scope: the number of an item or a group; `nil` for the global scope.
    func setting(_ key: String, for scope: UInt64?) throws -> String?
    func features() throws -> [Feature]
    /// The settings that stand for all items.
    func generalSettings() throws -> Settings
    /// Walks all items in ascending order of their numbers, from the first one after `number` on, until `body` returns false.
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws
    /// Walks an index in order, from the first entry that is not before `start` on, until `body` returns false. `start` is an entry of
    /// this index, there or not; `nil` for its beginning.
    func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) throws
    /// The row under a key of a table that tells what has been; `nil` where there is none.
    func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) throws -> Row?
    /// Walks such a table in order of its keys, from the first one that is not before `start` on, until `body` returns false.
    func walkLedger<Row: LedgerRow>(
        _ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool) throws
    /// What is kept beside the record at `position`; `nil` when there is nothing, or when it was erased.
    func privatePart(at position: UInt64) throws -> PrivatePart?
    /// What the source whose turn it is needs from the network; `nil` when it has no usable source. A store may answer from a cache.
    func source(of item: Item) throws -> SourceFacts?
}

extension StateView {
    package func generalSettings() throws -> Settings { try Settings(of: nil, in: self) }

    package func walk(_ index: ItemIndex, _ body: (IndexKey) throws -> Bool) throws {
        try walk(index, from: nil, body)
    }

    /// Sources, title, suggested name.
    package func details(of item: Item) throws -> PrivatePart? { try item.catalogue.details.flatMap(privatePart) }

    /// The title.
    package func details(of group: Group) throws -> PrivatePart? { try group.details.flatMap(privatePart) }

    /// Walks the items of a group, from the first one after `number` on, until `body` returns false.
    package func walkMembers(
        of group: UInt64, after number: UInt64? = nil, _ body: (Item) throws -> Bool
    ) throws {
        let order = Int64(bitPattern: group)
        let next = number.map { $0 == .max ? .max : $0 + 1 } ?? 0
        try walk(.members, from: IndexKey(index: .members, order: order, place: 0, number: next)) { key in
            guard key.order == order else { return false }
            return try item(key.number).map(body) ?? true
        }
    }

    package func source(of item: Item) throws -> SourceFacts? {
        try details(of: item).flatMap { SourceFacts(of: item, in: $0.sources) }
    }
}

/// Orders in which items are found without reading them all. Each entry is a function of the item's row.
package enum ItemIndex: UInt8, CaseIterable, Sendable {
    /// Items that are ready and bound to no time, in the order in which they start.
    case ready = 0
    /// Items that wait for a time of their own, by that time: in backoff, or ready but not to start before it.
    case backoff
    /// Held items with an end, by that end.
    case heldUntil
    /// Items with an open attempt.
    case running
    /// Items whose removal is pending, running or failed, by the time it becomes due.
    case removal
    /// All wanted items, in queue order.
    case wanted
    /// Items in backoff after a failure of the network, by the position of their `retryScheduled`: the internet's return ends them.
    case networkBackoff
    /// Items that failed for want of space, in queue order.
    case needsSpace
    /// Items that belong to a group, by its number.
    case members
}

/// One entry of an index. Ordered by `index`, `order`, `place`, `number`; on disk each big-endian with its sign bit turned.
package struct IndexKey: Sendable, Hashable, Comparable {
    package var index: ItemIndex
    /// Time in microseconds, or the priority turned so that the highest comes first.
    package var order: Int64
    package var place: Int64
    package var number: UInt64

    package init(index: ItemIndex, order: Int64, place: Int64, number: UInt64) {
        self.index = index
        self.order = order
        self.place = place
        self.number = number
    }

    package static func < (left: IndexKey, right: IndexKey) -> Bool {
        (left.index.rawValue, left.order, left.place, left.number)
            < (right.index.rawValue, right.order, right.place, right.number)
    }
}

/// What is known of an item's source without asking the network.
public struct SourceFacts: Sendable, Equatable {
    /// Scheme and host, for slots by host.
    public var host: String
    public var reach: Reach

    public init(host: String, reach: Reach) {
        self.host = host
        self.reach = reach
    }

    /// What must be there for the source to answer: a loopback host needs no link, one on the same link needs that link.
    @nonexhaustive
    public enum Reach: Sendable, Equatable { case loopback, link, internet }
}
