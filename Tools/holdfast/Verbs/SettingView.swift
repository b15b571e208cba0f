import Holdfast
import HoldfastModel

/// Settings as they stand, and how they came to be.
struct SettingView {
    private let key: SettingKey
    private let item: String?
    private let value: String
    /// The changes, oldest first.
    private let changes: [(record: Record, event: SettingChanged)]
    /// What counts was set, for the item or for all; else it is the default.
    private let isSet: Bool

    static func list(_ looking: Looking) throws(ToolFailure) {
        let history = try changes(of: "settings", looking)
        let values = try looking.read { reader in
            try SettingKey.all.map { ($0, try reader.setting($0.name)) }
        }
        let views = values.map { key, value in
            SettingView(
                key: key, item: nil, value: value ?? key.standard,
                changes: history.filter { $0.event.key == key.name }, isSet: value != nil)
        }
        guard !looking.console.isJSON else {
            for view in views { looking.console.data(view.line) }
            return
        }
        var table = Table([
            .init(title: "SETTING"), .init(title: "VALUE"), .init(title: "DEFAULT"),
            .init(title: "TAKES", isFlexible: true, minimum: 12),
        ])
        for view in views {
            table.add([
                .init(view.key.name), .init(view.value, view.isSet ? .strong : .plain), .init(view.key.standard, .dim),
                .init(view.takes, .dim),
            ])
        }
        for line in table.lines(in: looking.console.style) { looking.console.output.line(line) }
    }

    static func show(_ name: String, _ item: String?, _ looking: Looking) throws(ToolFailure) {
        guard let key = SettingKey.named(name) else { return }
        let subject = item.map { "item:" + $0 } ?? "settings"
        let found = try looking.read { reader -> (value: String?, isKnown: Bool) in
            guard let item else { return (try reader.setting(name), true) }
            guard let row = try reader.item(item) else { return (nil, false) }
            return (try reader.setting(name, item: row.number), true)
        }
        if let item, !found.isKnown { throw looking.unknownItem(item) }
        let view = SettingView(
            key: key, item: item, value: found.value ?? key.standard,
            changes: try changes(of: subject, looking).filter { $0.event.key == name }, isSet: found.value != nil)
        if looking.console.isJSON { looking.console.data(view.line) } else { view.show(looking) }
    }

    private static func changes(of subject: String, _ looking: Looking)
        throws(ToolFailure) -> [(record: Record, event: SettingChanged)]
    {
        var changes: [(record: Record, event: SettingChanged)] = []
        for position in try looking.attempt({ try looking.store.positions(ofSubject: subject) }) {
            let record = try looking.record(at: position).record
            if case .settingChanged(let event) = record.event { changes.append((record, event)) }
        }
        return changes
    }

    private func show(_ looking: Looking) {
        let output = looking.console.output
        let style = looking.console.style
        output.line(style.text("\(key.name)\(item.map { " of \($0)" } ?? "") is \(value)"))
        output.line("default: \(key.standard)")
        output.line("takes:   \(key.allowed)")
        if changes.isEmpty { output.line("It was never changed\(item == nil ? "" : " for this item").") }
        for (record, event) in changes {
            let time = LocalTime.text(record.recordedAt, looking.zone)
            let by = Sentence(record: record, zone: looking.zone).by
            output.line(
                style.text(
                    "#\(record.position)  \(time)  \(event.old ?? "default") → \(event.new ?? "default")\(by)"))
        }
    }

    /// The values in a few words.
    private var takes: String {
        switch key.kind {
        case .bytes: "bytes, such as 500MB"
        case .limit: "bytes, such as 500MB, or none"
        case .boolean, .number, .word, .windows: key.allowed
        }
    }

    private var line: JSONLine {
        var line = JSONLine()
        line.add("key", key.name)
        line.add("item", item)
        line.add("value", value)
        line.add("default", key.standard)
        line.add("setAt", isSet ? changes.last?.record.position : nil)
        line.add("history", each: changes) { line, change in
            line.add("position", change.record.position)
            line.add("recordedAt", time: change.record.recordedAt)
            line.add("actor", change.record.actor.kind.description)
            line.add("old", change.event.old)
            line.add("new", change.event.new)
        }
        return line
    }
}
