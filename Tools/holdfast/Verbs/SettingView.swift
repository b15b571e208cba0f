import Holdfast
import HoldfastModel

/// Settings as they stand, and how they came to be.
struct SettingView {
    private let key: SettingKey
    private let scope: Scope
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
                key: key, scope: .all, value: value ?? key.standard,
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

    static func show(_ name: String, _ scope: Scope, _ looking: Looking) throws(ToolFailure) {
        guard let key = SettingKey.named(name) else { return }
        let value = try looking.read { try $0.setting(name, for: scope) }
        try checkIsKnown(scope, looking)
        let view = SettingView(
            key: key, scope: scope, value: value ?? key.standard,
            changes: try changes(of: subject(of: scope), looking).filter { $0.event.key == name },
            isSet: value != nil)
        if looking.console.isJSON { looking.console.data(view.line) } else { view.show(looking) }
    }

    private static func checkIsKnown(_ scope: Scope, _ looking: Looking) throws(ToolFailure) {
        switch scope {
        case .item(let id): if try looking.read({ try $0.item(id) }) == nil { throw looking.unknownItem(id) }
        case .group(let id): if try looking.read({ try $0.members(of: id) }) == nil { throw looking.unknownGroup(id) }
        default: break
        }
    }

    private static func subject(of scope: Scope) -> String {
        switch scope {
        case .item(let id): "item:" + id
        case .group(let id): "group:" + id
        default: "settings"
        }
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
        output.line(style.text("\(key.name)\(owner.map { " of \($0)" } ?? "") is \(value)"))
        output.line("default: \(key.standard)")
        output.line("takes:   \(key.allowed)")
        if changes.isEmpty { output.line("It was never changed\(owner.map { " for \($0)" } ?? "").") }
        for (record, event) in changes {
            let time = LocalTime.text(record.recordedAt, looking.zone)
            let by = Sentence(record: record, zone: looking.zone).by
            output.line(
                style.text(
                    "#\(record.position)  \(time)  \(event.old ?? "default") → \(event.new ?? "default")\(by)"))
        }
    }

    private var item: String? { if case .item(let id) = scope { id } else { nil } }
    private var group: String? { if case .group(let id) = scope { id } else { nil } }
    private var owner: String? { item ?? group.map { "group \($0)" } }

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
        line.add("group", group)
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
