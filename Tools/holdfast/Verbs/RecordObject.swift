import HoldfastModel

/// A record as `--json` and as a line of text.
enum RecordObject {
    static let keys: [(name: String, meaning: String)] = [
        ("position", "in the log, beginning at 0"),
        ("recordedAt", "when it was recorded"),
        ("type", "of the event, such as downloadRequested"),
        ("typeNumber", "of a type that this program does not know, else left out"),
        ("schemaVersion", "of the event's fields, where it is not 1"),
        ("subject", "session, device, settings, item:ID or group:ID"),
        ("subjectNumber", "position of the record that named the subject"),
        ("actor", "user, app, policy, system, recovery, tool or import"),
        ("rule", "of the actor policy"),
        ("cause", "position of the record that led to it"),
        ("command", "id of the command it belongs to; on the command's first record"),
        ("commandCount", "number of the command's records"),
        ("payload", "the event's own fields, an object"),
        ("wallClock", "the clock as it was, where it differs from recordedAt"),
        ("occurredAt", "when it happened, where it differs from recordedAt"),
        ("privateDigest", "proves the private part"),
        ("private", "the private part, an object; null where there is none or it was erased"),
    ]

    static let description = ObjectDescription(
        title: "a line for each record; what a record lacks is left out", keys: keys)

    /// - Parameters:
    ///   - subject: the subject's name, such as `item:guide`.
    ///   - privatePart: `nil` where there is none or it was erased.
    static func line(_ record: Record, subject: String, privatePart: PrivatePart?) -> JSONLine {
        var line = JSONLine()
        line.add { write(record, subject: subject, privatePart: privatePart, into: &$0) }
        return line
    }

    /// The members of the line.
    static func write(_ record: Record, subject: String, privatePart: PrivatePart?, into json: inout JSONText) {
        record.jsonMembers(subjectName: subject, into: &json)
        json.key("private")
        if let privatePart { masked(privatePart).json(into: &json) } else { json.null() }
    }

    /// `#1234  2026-11-30 04:00:00  item:guide  downloadRequested  reason user, priority 0`
    static func text(_ record: Record, subject: String, privatePart: PrivatePart?, _ zone: TimeZoneRules) -> String {
        let fields = record.event.fields + (privatePart.map(shown) ?? [])
        let time = LocalTime.text(record.recordedAt, zone)
        let head = "#\(record.position)  \(time)  \(subject)  \(record.event.typeName)"
        return fields.isEmpty ? head : head + "  " + FieldText.line(fields, zone)
    }

    /// The private part without what may be a secret in its addresses.
    static func shown(_ part: PrivatePart) -> [DescribedField] { masked(part).described }

    private static func masked(_ part: PrivatePart) -> PrivatePart {
        var part = part
        part.sources = part.sources.map(SourceName.masked)
        return part
    }
}
