extension Event {
    /// The payload's fields, in the order of their keys; the payload's CBOR bytes for an unknown event.
    public var fields: [DescribedField] {
        if case .unknown(let event) = self { return [DescribedField("cbor", .bytes(event.payload))] }
        var describer = PayloadDescriber()
        var fields: [DescribedField] = []
        accept(&describer, &fields)
        return fields
    }
}

extension Record {
    /// The whole record: position, recordedAt, type, subject, actor, cause, command and the payload, then what is rarely there.
    ///
    /// `subjectName` is the text of the subject where the record only holds its number.
    public func described(subjectName: String? = nil) -> [DescribedField] {
        var fields: [DescribedField] = []
        func add(_ name: String, _ value: DescribedValue?) {
            if let value { fields.append(DescribedField(name, value)) }
        }
        add("position", .unsigned(position))
        add("recordedAt", .time(recordedAt))
        add("type", .code(event.typeName))
        if case .unknown = event { add("typeNumber", .unsigned(event.typeNumber)) }
        if event.schemaVersion != Event.schemaVersion { add("schemaVersion", .unsigned(event.schemaVersion)) }
        switch subject {
        case .first(let name):
            add("subject", .text(name))
            add("subjectNumber", .unsigned(position))
        case .number(let number):
            add("subject", subjectName.map { .text($0) })
            add("subjectNumber", .unsigned(number))
        }
        add("actor", .code(actor.kind.description))
        add("rule", actor.rule.map { .text($0) })
        add("cause", cause.map { .unsigned($0) })
        add("command", command.map { .text($0.id) })
        add("commandCount", command.map { .unsigned($0.count) })
        add("payload", .group(event.fields))
        add("wallClock", wallClock.map { .time($0) })
        add("occurredAt", occurredAt.map { .time($0) })
        add("privateDigest", privateDigest.map { .digest($0) })
        return fields + unknownFields.described
    }
}

extension PrivatePart {
    public var described: [DescribedField] { FieldDescriber.describe(self) }

    /// One JSON object in the order of `described`.
    package func json(into json: inout JSONText) { write(into: &json, field: "") }
}

private struct PayloadDescriber: PayloadVisitor {
    mutating func visit<Payload: EventPayload>(_ payload: Payload, _ fields: inout [DescribedField]) throws(Never) {
        fields = FieldDescriber.describe(payload)
    }
}
