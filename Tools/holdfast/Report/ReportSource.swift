import Holdfast
import HoldfastModel

/// Which records the page tells of, and how.
struct ReportSource: Sendable {
    let store: OfflineStore
    /// All records before them are folded too.
    let range: Range<UInt64>
    let isRedacted: Bool
    let phrases: Phrases
    let zone: TimeZoneRules

    /// Folds the log record by record, and hands the state to `trace`: once before the first record of the range, then after each.
    func fold(into trace: inout some FoldTrace) throws {
        var state = FoldingState()
        var isBegun = range.lowerBound == 0
        if isBegun { try trace.begin(state, count: 0) }
        try store.records(0..<range.upperBound) { record in
            if record.position >= range.lowerBound, !isBegun {
                try trace.begin(state, count: range.lowerBound)
                isBegun = true
            }
            let before = state.device()
            state.apply(record, privatePart: try privatePart(of: record))
            guard isBegun else { return true }
            try trace.take(record, Touched(by: record, in: state), state, before)
            return true
        }
        if !isBegun { try trace.begin(state, count: range.lowerBound) }
        try trace.end(state)
    }

    /// Sources are needed for what an item shows, whose reach they tell; nothing else of a private part is when none is to be told.
    private func privatePart(of record: Record) throws -> PrivatePart? {
        switch record.event {
        case .itemRegistered, .itemAmended, .groupDefined, .volumeAvailabilityChanged, .storageMeasured: break
        default: return nil
        }
        guard var part = try store.privatePart(of: record) else { return nil }
        guard isRedacted else { return part }
        (part.title, part.suggestedName, part.path, part.volumePath, part.note) = (nil, nil, nil, nil, nil)
        return part
    }
}

/// Follows a fold and keeps what the page needs of it.
protocol FoldTrace {
    /// - Parameter count: number of records in the state.
    mutating func begin(_ state: FoldingState, count: UInt64) throws
    /// - Parameters:
    ///   - state: after the record; no copy may be kept.
    ///   - before: the device before it.
    mutating func take(_ record: Record, _ touched: Touched, _ state: FoldingState, _ before: Device) throws
    mutating func end(_ state: FoldingState) throws
}

/// The items and groups that a record can have changed.
struct Touched {
    /// Number of the record's own subject.
    let subject: UInt64
    let items: [Item]
    let groups: [Group]

    init(by record: Record, in state: FoldingState) {
        subject = if case .number(let number) = record.subject { number } else { record.position }
        var numbers = [subject]
        if case .downloadReprioritised(let event) = record.event, let before = event.before { numbers.append(before) }
        if case .groupMembersChanged(let event) = record.event { numbers += event.added + event.removed }
        items = numbers.compactMap { state.item($0) }
        groups = Set(numbers + items.compactMap(\.group)).sorted().compactMap { state.group($0) }
    }
}
