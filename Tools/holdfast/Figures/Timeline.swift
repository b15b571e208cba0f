import Holdfast
import HoldfastModel

/// Connectivity and transfers over a part of the history.
struct Timeline {
    let range: AskedRange
    let surroundings: Surroundings
    /// Items that did something in the range, in order of their first activity in it.
    let items: [UInt64]

    /// What counts as activity.
    private static let types: Set<EventType> = [
        .downloadRequested, .downloadCancelled, .retryRequested, .transferStarted, .transferInterrupted,
        .transferFailed,
        .downloadFailed, .contentPublished, .contentImported, .contentMissing, .deletionRequested, .contentDeleted,
    ]

    init(_ range: AskedRange, _ filter: ItemFilter?, _ looking: Looking) throws(ToolFailure) {
        self.range = range
        surroundings = try Surroundings(range, looking)
        guard !range.positions.isEmpty else {
            items = []
            return
        }
        guard filter == nil else {
            items = filter?.numbers ?? []
            return
        }
        var first = try looking.attempt { try looking.store.firstRecords(range.positions, of: Self.types) }
        // What was wanted before waits from the first moment on.
        if range.positions.lowerBound > 0 {
            for item in try looking.read(at: range.start, { try $0.queue() }) { first[item.number] = 0 }
        }
        items = first.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }

    func lane(of item: UInt64, _ looking: Looking) throws(ToolFailure) -> ItemLane {
        try ItemLane(item, range, surroundings.clockFalls, looking)
    }
}
