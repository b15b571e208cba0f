import Holdfast
import HoldfastModel

/// `show POSITION`
enum ShowVerb {
    static let description = CommandDescription(
        name: "show", group: .audit, summary: "One record: fields, bytes, hash, causes and effects",
        discussion: [
            "Effects are looked for among the next 65,536 records of all, and behind them among the next 1,024 of the same "
                + "subject."
        ],
        arguments: [ArgumentDescription(name: "POSITION", summary: "in the log, such as 1234")],
        objects: [
            ObjectDescription(
                title: "one line",
                keys: RecordObject.keys + [
                    ("bytes", "the record's exact bytes, base64"), ("leaf", "its hash in the tree, hexadecimal"),
                    ("causes", "positions that led to it, the nearest first"), ("effects", "positions it led to"),
                ])
        ],
        examples: [.init(line: "holdfast show 1234", purpose: "Position 1234.")],
        run: { invocation async throws(ToolFailure) in
            let position = try invocation.meaning.position(invocation.meaning.operands[0], "POSITION")
            let looking = try Looking(invocation)
            let count = try looking.recordCount()
            guard position < count else { throw looking.past(position, count) }
            let stored = try looking.record(at: position)
            let causes = try causes(of: stored.record, looking)
            let effects = try effects(of: stored, count, looking)
            if looking.console.isJSON {
                var line = RecordObject.line(stored.record, subject: stored.subject, privatePart: stored.privatePart)
                line.add("bytes", base64: stored.bytes)
                line.add("leaf", hex: stored.leafHash)
                line.add("causes", numbers: causes)
                line.add("effects", numbers: effects)
                looking.console.data(line)
            } else {
                try show(stored, causes, effects, looking)
            }
            return .done
        })

    /// Nearest first.
    private static func causes(of record: Record, _ looking: Looking) throws(ToolFailure) -> [UInt64] {
        var causes: [UInt64] = []
        var last = record
        // A cause that is not before its effect is none.
        while let cause = last.cause, cause < last.position, causes.count < 1000 {
            causes.append(cause)
            last = try looking.record(at: cause).record
        }
        return causes
    }

    private static func effects(of stored: StoredRecord, _ count: UInt64, _ looking: Looking)
        throws(ToolFailure) -> [UInt64]
    {
        let position = stored.record.position
        let near = position + 1..<min(count, position + 65_537)
        var effects: [UInt64] = []
        try looking.records(near) { record throws(ToolFailure) in
            if record.cause == position { effects.append(record.position) }
            return true
        }
        let own = try looking.attempt {
            try looking.store.positions(ofSubject: stored.subject, from: near.upperBound, limit: 1_024)
        }
        for later in own where try looking.record(at: later).record.cause == position {
            effects.append(later)
        }
        return effects
    }

    private static func show(_ stored: StoredRecord, _ causes: [UInt64], _ effects: [UInt64], _ looking: Looking)
        throws(ToolFailure)
    {
        let record = stored.record
        var rows: [(String, String)] = [("", Sentence(record: record, zone: looking.zone).text)]
        for field in record.described(subjectName: stored.subject) {
            if case .group(let fields) = field.value, field.name == "payload" {
                rows += fields.map { ("  " + $0.name, FieldText.text($0.value, named: $0.name, looking.zone)) }
            } else if field.name != "cause" {
                rows.append((field.name, FieldText.text(field.value, named: field.name, looking.zone)))
            }
        }
        if let part = stored.privatePart {
            rows.append(("private", "beside the record, can be erased"))
            rows += RecordObject.shown(part).map {
                ("  " + $0.name, FieldText.text($0.value, named: $0.name, looking.zone))
            }
        } else if record.privateDigest != nil {
            rows.append(("private", "erased"))
        }
        rows += try causes.map { position throws(ToolFailure) in ("cause", try line(position, looking)) }
        rows += try effects.map { position throws(ToolFailure) in ("effect", try line(position, looking)) }
        rows.append(("leaf", TextForm.hex(stored.leafHash)))
        rows.append(("bytes", TextForm.hex(stored.bytes)))
        let width = rows.map { $0.0.utf8.count }.max() ?? 0
        let console = looking.console
        for (name, text) in rows where !(name.isEmpty && text.isEmpty) {
            let head = name.isEmpty ? "" : DisplayWidth.pad(name, to: width) + "  "
            console.output.line(console.style.paint(head, .dim) + console.style.text(text))
        }
    }

    private static func line(_ position: UInt64, _ looking: Looking) throws(ToolFailure) -> String {
        let record = try looking.record(at: position).record
        let time = LocalTime.text(record.recordedAt, looking.zone)
        return "#\(position)  \(time)  \(Sentence(record: record, zone: looking.zone).text)"
    }
}
