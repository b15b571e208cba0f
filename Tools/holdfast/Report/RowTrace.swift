import Holdfast
import HoldfastModel

/// The rows of the state, the records that changed them, and what the ledger says in the end.
struct RowTrace: FoldTrace {
    private(set) var rows = RowTable()
    private(set) var records = RecordTable()
    private(set) var attempts: AttemptList
    private(set) var timeline: [TimelineEntry] = []
    private(set) var titles: [(row: Int, title: String)] = []
    private(set) var itemCount: Int64 = 0
    private let zone: TimeZoneRules

    init(folding source: ReportSource) throws {
        zone = source.zone
        attempts = AttemptList(isRedacted: source.isRedacted)
        try source.fold(into: &self)
    }

    mutating func begin(_ state: FoldingState, count: UInt64) throws {
        records.base = state.device().lastRecordedAt
        rows.begin(at: records.base)
        rows.note(state.device())
        rows.note(state.totals())
        for key in SettingKey.all { rows.note(setting: key.name, of: nil, state.setting(key.name, for: nil)) }
        for feature in state.features() { rows.note(feature) }
        for group in state.groups() {
            rows.note(group)
            noteSettings(of: group.number, group.id, group.settingCount, state)
        }
        var items: [Item] = []
        try state.walkItems(after: nil) { item in
            items.append(item)
            return true
        }
        for item in items {
            rows.note(item)
            noteSettings(of: item.number, item.id, item.settingCount, state)
        }
        rows.end()
    }

    private mutating func noteSettings(of number: UInt64, _ id: String, _ count: UInt64, _ state: FoldingState) {
        guard count > 0 else { return }
        for key in SettingKey.all {
            rows.note(setting: key.name, of: (number, id), state.setting(key.name, for: number))
        }
    }

    mutating func take(_ record: Record, _ touched: Touched, _ state: FoldingState, _ before: Device) {
        rows.begin(at: record.recordedAt)
        let device = state.device()
        var isSame = before
        isSame.lastRecordedAt = device.lastRecordedAt
        if isSame != device { rows.note(device) }
        rows.note(state.totals())
        for item in touched.items { rows.note(item) }
        for group in touched.groups { rows.note(group) }
        noteOthers(record, touched, state)
        rows.end()
        records.take(record, subject: rows.place(of: touched.subject), zone)
    }

    private mutating func noteOthers(_ record: Record, _ touched: Touched, _ state: FoldingState) {
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

    mutating func end(_ state: FoldingState) throws {
        itemCount = state.totals().items
        timeline = try state.timeline(from: records.base, to: nil)
        try attempts.gather(from: state, since: records.base, until: records.last, rows)
        var titles: [(row: Int, title: String)] = []
        try state.walkItems(after: nil) { item in
            if let row = rows.place(of: item.number), let title = try state.details(of: item)?.title {
                titles.append((row, title))
            }
            return true
        }
        self.titles = titles
    }
}
