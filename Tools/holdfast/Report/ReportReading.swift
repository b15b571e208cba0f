import Holdfast
import HoldfastModel

/// One walk over the log that gathers all that the page shows. Step 0 is the state before the first record, each further step a record.
struct ReportReading {
    private(set) var rows = RowTrace()
    private(set) var affordances: AffordanceTrace
    private(set) var records = RecordTrace()
    private(set) var state = MemoryState()
    private(set) var titles: [UInt64: String] = [:]
    let range: Range<UInt64>
    let isRedacted: Bool
    private let looking: Looking

    /// - Parameter range: the records to tell of; all before them are folded too.
    init(_ range: Range<UInt64>, isRedacted: Bool, _ looking: Looking) throws(ToolFailure) {
        self.range = range
        self.isRedacted = isRedacted
        self.looking = looking
        affordances = AffordanceTrace(looking.phrases)
        if range.lowerBound == 0 { try looking.attempt { try takeBase() } }
        // The state before the first record is taken when that record is met, since the records before it are still to be folded.
        var isBased = range.lowerBound == 0
        try looking.records(0..<range.upperBound) { record throws(ToolFailure) in
            try looking.attempt {
                if !isBased, record.position == range.lowerBound {
                    try takeBase()
                    isBased = true
                }
                try take(record)
            }
            return true
        }
        if !isBased { try looking.attempt { try takeBase() } }
        titles = try looking.attempt { try findTitles() }
    }

    private mutating func takeBase() throws {
        let time = state.device().lastRecordedAt
        records.base = time
        rows.begin(at: time)
        rows.note(state.device())
        rows.note(state.totals())
        for key in SettingKey.all { rows.note(setting: key.name, of: nil, state.setting(key.name, for: nil)) }
        for feature in state.features() { rows.note(feature) }
        for group in state.groups() {
            rows.note(group)
            noteSettings(of: group.number, group.id, group.settingCount)
        }
        var items: [Item] = []
        try state.walkItems(after: nil) { item in
            items.append(item)
            return true
        }
        for item in items {
            rows.note(item)
            noteSettings(of: item.number, item.id, item.settingCount)
        }
        rows.end()
        try affordances.step(0, state, count: range.lowerBound, at: time, own: items, changesAll: false)
        affordances.end(rows)
    }

    private mutating func noteSettings(of number: UInt64, _ id: String, _ count: UInt64) {
        guard count > 0 else { return }
        for key in SettingKey.all {
            rows.note(setting: key.name, of: (number, id), state.setting(key.name, for: number))
        }
    }

    private mutating func take(_ record: Record) throws {
        let isWanted = record.position >= range.lowerBound
        let before = isWanted ? state.device() : Device()
        state.apply(record, privatePart: try privatePart(of: record))
        guard isWanted else { return }
        let index = Int(record.position - range.lowerBound) + 1
        let touched = Touched(by: record, in: state)
        rows.begin(at: record.recordedAt)
        let device = state.device()
        var isSame = before
        isSame.lastRecordedAt = device.lastRecordedAt
        if isSame != device { rows.note(device) }
        rows.note(state.totals())
        for item in touched.items { rows.note(item) }
        for group in touched.groups { rows.note(group) }
        noteOthers(record, touched)
        rows.end()
        records.take(record, subject: touched.items.first.flatMap { rows.place(of: $0.number) }, looking.zone)
        try affordances.step(
            index, state, count: record.position + 1, at: record.recordedAt, own: touched.items,
            changesAll: touched.isAboutAll(record))
        affordances.end(rows)
    }

    private mutating func noteOthers(_ record: Record, _ touched: Touched) {
        switch record.event {
        case .settingChanged(let event) where SettingKey.named(event.key) != nil:
            let owner =
                touched.items.first.map { ($0.number, $0.id) } ?? touched.groups.first.map { ($0.number, $0.id) }
            rows.note(setting: event.key, of: owner, state.setting(event.key, for: owner?.0))
        case .featureDeclared(let event):
            for feature in state.features() where feature.id == event.featureID { rows.note(feature) }
        default: break
        }
    }

    /// Sources are needed for what an item shows, whose reach they tell; nothing else of a private part is when none is to be told.
    private func privatePart(of record: Record) throws -> PrivatePart? {
        switch record.event {
        case .itemRegistered, .itemAmended, .groupDefined, .volumeAvailabilityChanged, .storageMeasured: break
        default: return nil
        }
        guard var part = try looking.store.privatePart(of: record) else { return nil }
        guard isRedacted else { return part }
        (part.title, part.suggestedName, part.path, part.volumePath, part.note) = (nil, nil, nil, nil, nil)
        return part
    }

    private func findTitles() throws -> [UInt64: String] {
        var titles: [UInt64: String] = [:]
        try state.walkItems(after: nil) { item in
            if let title = try state.details(of: item)?.title { titles[item.number] = title }
            return true
        }
        return titles
    }
}

/// The items and groups that a record can have changed.
private struct Touched {
    var items: [Item]
    var groups: [Group]

    init(by record: Record, in state: MemoryState) {
        var numbers: [UInt64] = []
        if case .number(let number) = record.subject { numbers.append(number) } else { numbers.append(record.position) }
        if case .downloadReprioritised(let event) = record.event, let before = event.before { numbers.append(before) }
        if case .groupMembersChanged(let event) = record.event { numbers += event.added + event.removed }
        items = numbers.compactMap { state.item($0) }
        groups = Set(numbers + items.compactMap(\.group)).sorted().compactMap { state.group($0) }
    }

    /// What is about no item is about what surrounds them all; so is a group's pause, or a setting.
    func isAboutAll(_ record: Record) -> Bool {
        guard !items.isEmpty else { return true }
        switch record.event {
        case .groupMembersChanged: return true
        default: return false
        }
    }
}
