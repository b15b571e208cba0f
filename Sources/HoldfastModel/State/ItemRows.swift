/// Items by number. Rows stay where they are when more come: an item is large, and a dictionary would move them all each time it grows.
struct ItemRows: Sendable {
    private static let chunkBits = 7

    private var slots: [UInt64: Int] = [:]
    private var chunks: [[Item]] = []
    private var count = 0

    subscript(_ number: UInt64) -> Item? {
        slots[number].map { chunks[$0 >> Self.chunkBits][$0 & (1 << Self.chunkBits - 1)] }
    }

    /// Where the item's row is, for `change`; stays the same as long as the rows live.
    func slot(of number: UInt64) -> Int? { slots[number] }

    /// The item must not be among the rows yet.
    mutating func insert(_ item: Item) -> Int {
        let slot = count
        if slot & (1 << Self.chunkBits - 1) == 0 {
            chunks.append([])
            chunks[chunks.count - 1].reserveCapacity(1 << Self.chunkBits)
        }
        chunks[chunks.count - 1].append(item)
        slots[item.number] = slot
        count += 1
        return slot
    }

    /// Changes a row in its place.
    mutating func change(_ slot: Int, _ body: (inout Item) -> Void) {
        body(&chunks[slot >> Self.chunkBits][slot & (1 << Self.chunkBits - 1)])
    }
}
