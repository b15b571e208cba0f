/// Items by number. Rows stay where they are when more come: an item is large, and a dictionary would move them all each time it grows.
struct ItemRows: Sendable {
    private static let chunkBits = 7
    private static let chunkMask = 1 << chunkBits - 1

    private var chunks: [[Item]] = []
    private var count = 0
    /// Open addressing: 0 for a free place, else 1 + the slot whose item has a number that belongs here or in a place before it.
    private var places: [UInt32] = []

    subscript(_ number: UInt64) -> Item? {
        slot(of: number).map { chunks[$0 >> Self.chunkBits][$0 & Self.chunkMask] }
    }

    /// Where the item's row is, for `change`; stays the same as long as the rows live.
    @inline(__always)
    func slot(of number: UInt64) -> Int? {
        guard count > 0 else { return nil }
        var place = Self.place(of: number, among: places.count)
        while true {
            let entry = places[place]
            if entry == 0 { return nil }
            let slot = Int(entry) - 1
            if chunks[slot >> Self.chunkBits][slot & Self.chunkMask].number == number { return slot }
            place = (place + 1) & (places.count - 1)
        }
    }

    /// The item must not be among the rows yet.
    mutating func insert(_ item: consuming Item) -> Int {
        let slot = count
        if slot & Self.chunkMask == 0 {
            chunks.append([])
            chunks[chunks.count - 1].reserveCapacity(1 << Self.chunkBits)
        }
        let number = item.number
        chunks[chunks.count - 1].append(item)
        count += 1
        if 2 * count > places.count { grow() } else { enter(slot, number) }
        return slot
    }

    /// Changes a row in its place.
    @inline(__always)
    mutating func change<Value>(_ slot: Int, _ body: (inout Item) -> Value) -> Value {
        body(&chunks[slot >> Self.chunkBits][slot & Self.chunkMask])
    }

    /// Of a row that was changed or is about to be: as for a change, the row becomes this value's own.
    mutating func facets(_ slot: Int) -> ItemFacets { change(slot) { ItemFacets(inPlace: &$0) } }

    private mutating func grow() {
        places = [UInt32](repeating: 0, count: max(64, 2 * places.count))
        for slot in 0..<count { enter(slot, chunks[slot >> Self.chunkBits][slot & Self.chunkMask].number) }
    }

    private mutating func enter(_ slot: Int, _ number: UInt64) {
        var place = Self.place(of: number, among: places.count)
        while places[place] != 0 { place = (place + 1) & (places.count - 1) }
        // Slots are far fewer than 2^32: an item takes hundreds of bytes.
        places[place] = UInt32(truncatingIfNeeded: slot + 1)
    }

    /// Spreads numbers that follow each other as positions do. `count` is a power of two.
    @inline(__always)
    private static func place(of number: UInt64, among count: Int) -> Int {
        Int(truncatingIfNeeded: (number &* 0x9e37_79b9_7f4a_7c15) >> 32) & (count - 1)
    }
}
