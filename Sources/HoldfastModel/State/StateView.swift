/// State to read: at the head of a store (tables under an overlay), at any position (a fold in memory), or made up for a test.
///
/// Reading may fail where rows come from disk; the errors are the ones of the implementation.
package protocol StateView {
    func item(_ number: UInt64) throws -> Item?
    /// The number of the item with this id; `nil` when it was never registered.
    func number(ofItem id: String) throws -> UInt64?
    func device() throws -> Device
    func totals() throws -> Totals
    /// The value set for exactly this scope; `item` is `nil` for the global scope.
    func setting(_ key: String, item: UInt64?) throws -> String?
    func features() throws -> [Feature]
    /// Walks all items in ascending order of their numbers, from the first one after `number` on, until `body` returns false.
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws
    /// Walks an index in order, from its beginning, until `body` returns false.
    func walk(_ index: ItemIndex, _ body: (IndexKey) throws -> Bool) throws
    /// The private part at `item.catalogue.details`: sources, title, suggested name; `nil` when it was erased or never given.
    func details(of item: Item) throws -> PrivatePart?
    /// What the item's best source needs from the network; `nil` when it has no usable source. A store may answer from a cache.
    func source(of item: Item) throws -> SourceFacts?
}

extension StateView {
    package func source(of item: Item) throws -> SourceFacts? {
        try details(of: item)?.sources.lazy.compactMap { SourceFacts(address: $0) }.first
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
