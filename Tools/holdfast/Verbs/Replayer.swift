import Holdfast
import HoldfastModel

/// Folds records in memory and tells what each changed.
struct Replayer {
    private var state: MemoryState
    /// The first record to fold; the ones before it are in the state already.
    let start: UInt64

    /// A longer replay folds from the first record on: what its records need of the state before them would be too much to hold.
    private static let preparedMax = 262_144

    /// - Parameters:
    ///   - range: the records whose changes will be looked for.
    ///   - knowsAll: the whole state will be asked for.
    init(_ range: Range<UInt64>, _ looking: Looking, knowsAll: Bool = false) throws(ToolFailure) {
        guard !knowsAll, range.lowerBound > 0, range.count <= Self.preparedMax else {
            (state, start) = (MemoryState(), 0)
            return
        }
        var needs = FoldNeeds()
        try looking.records(range) { record throws(ToolFailure) in
            needs.add(record)
            return true
        }
        state = try looking.read(at: .position(range.lowerBound - 1)) { try MemoryState(needs, of: $0.view) }
        start = range.lowerBound
    }

    /// - Parameter isWanted: whether the changes are looked for; it costs more than folding.
    mutating func step(_ record: Record, isWanted: Bool) -> [StateChange] {
        guard isWanted else {
            state.apply(record)
            return []
        }
        // Reading a state in memory cannot fail.
        let before = (try? StateRow.touched(by: record, in: state)) ?? []
        state.apply(record)
        return StateRow.changes(from: before, to: (try? StateRow.touched(by: record, in: state)) ?? [])
    }

    /// Asks the state after the record, of which all must be known.
    func holds(_ condition: Predicate, _ record: Record, _ subject: String) throws -> Bool {
        try condition.holds(ExpressionScene(view: state, record: record, subject: subject))
    }
}

extension StateRow {
    /// In the order of the new rows, then those that are gone.
    static func changes(from before: [StateRow], to after: [StateRow]) -> [StateChange] {
        let known = Dictionary(before.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
        let left = Set(after.map(\.title))
        return after.compactMap { StateChange(known[$0.title], $0) }
            + before.filter { !left.contains($0.title) }.compactMap { StateChange($0, nil) }
    }

    /// The rows that a record can change: its item's or group's, those of other items and groups it names, and those that stand for all.
    static func touched(by record: Record, in view: some StateView) throws -> [StateRow] {
        var numbers: [UInt64] = []
        if case .number(let number) = record.subject { numbers.append(number) } else { numbers.append(record.position) }
        if case .downloadReprioritised(let event) = record.event, let before = event.before { numbers.append(before) }
        if case .groupMembersChanged(let event) = record.event { numbers += event.added + event.removed }
        let items = try numbers.compactMap { try view.item($0) }
        let groups = try Set(numbers + items.compactMap(\.group)).sorted().compactMap { try view.group($0) }
        var rows = items.map { StateRow($0) } + groups.map { StateRow($0) }
        if case .settingChanged(let event) = record.event {
            let owner = items.first.map { ($0.number, $0.id) } ?? groups.first.map { ($0.number, $0.id) }
            if let value = try view.setting(event.key, for: owner?.0) {
                rows.append(StateRow(setting: event.key, of: owner?.1, value))
            }
        }
        if case .featureDeclared(let event) = record.event {
            rows += try view.features().filter { $0.id == event.featureID }.map { StateRow($0) }
        }
        // That time passes is no change worth a line.
        var device = try view.device()
        device.lastRecordedAt = 0
        return rows + [StateRow(device), StateRow(try view.totals())]
    }
}
