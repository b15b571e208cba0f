/// How many items start before one: those that run, and those that are ready and stand before it in the queue.
///
/// Paused, failed and timed-out items stand in nobody's way and are not counted.
struct QueuePlaces {
    private var places: [UInt64: Int] = [:]
    private var isWhole = true

    /// Counts no further than a screen tells.
    init(in view: some StateView) throws {
        let countMax = AffordanceContext.itemsAheadMax
        var ahead = 0
        try view.walk(.running) { _ in
            ahead += 1
            return ahead < countMax
        }
        try view.walk(.ready) { key in
            guard ahead < countMax else {
                isWhole = false
                return false
            }
            places[key.number] = ahead
            ahead += 1
            return true
        }
    }

    /// `nil` for an item that does not stand in line.
    func itemsAhead(of item: Item) -> Int? {
        guard item.transfer == .ready, item.intent != nil else { return nil }
        return places[item.number] ?? (isWhole ? nil : AffordanceContext.itemsAheadMax)
    }
}
