import Holdfast
import HoldfastModel

/// Reads what the stepper shows.
final class StepperSource {
    let looking: Looking
    let walk: StateWalk

    /// More of the queue is not read: each item of it is looked at closely.
    var queueMax = 60

    init(_ looking: Looking) {
        self.looking = looking
        walk = StateWalk(looking.store)
    }

    /// - Parameters:
    ///   - pinned: the item to look at; `nil` for the event's own.
    ///   - last: the item to go on with where the event is about none.
    func scene(after count: UInt64, pinned: String?, last: String?) throws(ToolFailure) -> StepperScene {
        guard count > 0 else { return try scene(of: nil, after: 0, item: pinned ?? last) }
        let stored = try looking.record(at: count - 1)
        let own = stored.subject.hasPrefix("item:") ? String(stored.subject.dropFirst("item:".utf8.count)) : nil
        return try scene(of: stored, after: count, item: pinned ?? own ?? last)
    }

    private func scene(of stored: StoredRecord?, after count: UInt64, item: String?) throws(ToolFailure) -> StepperScene
    {
        var scene = StepperScene(count: count)
        if let stored { scene.event = try event(stored) }
        var rows: [StateRow] = []
        var old: Item?
        var environment: [StepperScene.FieldText] = []
        if let stored {
            try read(after: count - 1) { reader in
                rows = try StateRow.touched(by: stored.record, in: reader.view)
                old = try item.flatMap { try reader.item($0) }
                environment = try EnvironmentText(zone: self.looking.zone).lines(reader, before: [])
            }
        }
        try read(after: count) { reader in
            if let stored {
                let after = try StateRow.touched(by: stored.record, in: reader.view)
                let changed = ChangedRecord(
                    stored.record, subject: stored.subject, StateRow.changes(from: rows, to: after))
                scene.changes = changed.told(self.looking.zone).map { .init(row: $0.row, change: $0.change) }
            }
            scene.item = try item.flatMap { try reader.item($0) }.map { try self.text(of: $0, before: old, reader) }
            scene.environment = try EnvironmentText(zone: self.looking.zone).lines(reader, before: environment)
            scene.queue = try self.queue(reader)
            scene.queueCount = try reader.totals().wanted
        }
        if scene.item == nil, let item {
            scene.item = .init(id: item, words: "not registered yet", machines: [])
        }
        return scene
    }

    func read<Value>(after count: UInt64, _ body: (StateReader) throws -> Value) throws(ToolFailure) -> Value {
        try looking.attempt { try walk.read(after: count, body) }
    }

    private func event(_ stored: StoredRecord) throws(ToolFailure) -> StepperScene.EventText {
        let record = stored.record
        var fields: [StepperScene.FieldText] = []
        func add(_ all: [DescribedField]) {
            for field in all {
                fields.append(
                    .init(
                        name: field.name,
                        value: HoldfastCLI.FieldText.text(field.value, named: field.name, looking.zone)))
            }
        }
        add(record.event.fields)
        if let part = stored.privatePart { add(RecordObject.shown(part)) }
        fields.append(.init(name: "actor", value: "\(record.actor.kind)" + (record.actor.rule.map { ", \($0)" } ?? "")))
        if let cause = record.cause { fields.append(.init(name: "cause", value: "#\(cause)")) }
        if let command = record.command { fields.append(.init(name: "command", value: command.id)) }
        return StepperScene.EventText(
            position: record.position, time: LocalTime.text(record.recordedAt, looking.zone), since: try since(record),
            subject: stored.subject,
            type: record.event.typeName, sentence: Sentence(record: record, zone: looking.zone).text, fields: fields)
    }

    private func since(_ record: Record) throws(ToolFailure) -> String? {
        guard record.position > 0 else { return nil }
        let before = try looking.record(at: record.position - 1).record.recordedAt
        let length = record.recordedAt.subtractingClamped(before)
        let sign = length < 0 ? "-" : "+"
        let whole = Int64(clamping: length.magnitude)
        return sign + (whole < 1_000_000 ? "\(whole / 1000) ms" : DurationText.brief(seconds: whole / 1_000_000))
    }

    private func text(of item: Item, before: Item?, _ reader: StateReader) throws -> StepperScene.ItemText {
        let affordance = try reader.report(on: item, phrases: looking.phrases).affordance
        let words = [affordance.label, affordance.detail ?? ""].filter { !$0.isEmpty }
        return StepperScene.ItemText(
            id: item.id, glyph: affordance.icon.map { Glyph($0.symbol) }, words: words.joined(separator: " · "),
            machines: MachineText(zone: looking.zone).lines(item, before: before))
    }

    private func queue(_ reader: StateReader) throws -> [StepperScene.QueueText] {
        try reader.queue(limit: queueMax).enumerated().map { index, item in
            let report = try reader.report(on: item, phrases: looking.phrases)
            let reasons = WaitText.reasons(report, isWorked: true, now: reader.now.wall, looking.zone)
            return StepperScene.QueueText(
                place: index + 1, id: item.id, glyph: report.affordance.icon.map { Glyph($0.symbol) },
                label: TransferWord.text(item.transfer), reasons: reasons)
        }
    }
}
