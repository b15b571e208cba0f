import Holdfast
import HoldfastModel

/// A record with what it changed.
struct ChangedRecord {
    let record: Record
    /// Its subject's name.
    let subject: String
    let changes: [StateChange]

    init(_ record: Record, subject: String, _ changes: [StateChange]) {
        (self.record, self.subject, self.changes) = (record, subject, changes)
    }

    /// Folds as much as is needed of what was before.
    init(at position: UInt64, _ looking: Looking) throws(ToolFailure) {
        record = try looking.record(at: position).record
        subject = try looking.subject(of: record)
        var replayer = try Replayer(position..<position + 1, looking)
        var found: [StateChange] = []
        try looking.records(replayer.start..<position + 1) { record throws(ToolFailure) in
            found = replayer.step(record, isWanted: record.position == position)
            return true
        }
        changes = found
    }

    static let keys: [(name: String, meaning: String)] = [
        ("position", "of the record"), ("recordedAt", "when"), ("type", "of the event"),
        ("subject", "session, device, settings, item:ID or group:ID"),
    ]

    static let changesKey = (name: "changes", meaning: "list of {kind, key, field, from, to}")

    func write(to line: inout JSONLine) {
        line.add("position", record.position)
        line.add("recordedAt", time: record.recordedAt)
        line.add("type", record.event.typeName)
        line.add("subject", subject)
    }

    func writeChanges(to line: inout JSONLine) {
        let fields = changes.flatMap { change in change.fields.map { (change, $0) } }
        line.add(Self.changesKey.name, each: fields) { line, pair in
            line.add("kind", pair.0.kind.rawValue)
            line.add("key", pair.0.key)
            line.add("field", pair.1.field)
            line.add("from", pair.1.from)
            line.add("to", pair.1.to)
        }
    }

    /// `#1234  2026-11-30 04:00:00  item:guide  ` without the event's type.
    func head(_ zone: TimeZoneRules) -> String {
        "#\(record.position)  \(LocalTime.text(record.recordedAt, zone))  \(subject)  "
    }

    /// Each change with the row's name where it is not that of the record's own item.
    func told(_ zone: TimeZoneRules) -> [(row: String?, change: StateChange.Told)] {
        changes.flatMap { change in
            let isOwn = change.kind == .item && change.key.map { "item:" + $0 } == subject
            return change.told(zone).map { (isOwn ? nil : change.title, $0) }
        }
    }

    func show(_ looking: Looking, sentence: Bool = false) {
        let (console, style) = (looking.console, looking.console.style)
        console.output.line(
            style.paint(style.text(head(looking.zone)), .dim) + style.paint(style.text(record.event.typeName), .strong))
        if sentence {
            console.output.line(style.text("    " + Sentence(record: record, zone: looking.zone).text))
        }
        for (row, change) in told(looking.zone) {
            console.output.line(style.text("    " + (row.map { $0 + " " } ?? "") + change.line))
        }
    }
}
