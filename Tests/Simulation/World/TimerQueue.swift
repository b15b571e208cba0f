/// What is to happen at a time, in order; what is due together happens in the order in which it was added.
struct TimerQueue {
    struct Timer {
        let due: Int64
        let id: UInt64
        let isOfWorld: Bool
        /// Called with false when it is cancelled.
        let body: (Bool) -> Void
    }

    /// The next one last.
    private var timers: [Timer] = []
    private var lastID: UInt64 = 0

    mutating func newID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func add(due: Int64, isOfWorld: Bool, _ body: @escaping (Bool) -> Void) {
        add(due: due, id: newID(), isOfWorld: isOfWorld, body)
    }

    mutating func add(due: Int64, id: UInt64, isOfWorld: Bool, _ body: @escaping (Bool) -> Void) {
        var (low, high) = (0, timers.count)
        while low < high {
            let middle = (low + high) / 2
            if timers[middle].due > due { low = middle + 1 } else { high = middle }
        }
        timers.insert(Timer(due: due, id: id, isOfWorld: isOfWorld, body: body), at: low)
    }

    mutating func popFirst() -> Timer? { timers.popLast() }

    mutating func remove(_ id: UInt64) -> Timer? {
        timers.lastIndex { $0.id == id }.map { timers.remove(at: $0) }
    }

    mutating func dropLife() { timers.removeAll { !$0.isOfWorld } }
}
