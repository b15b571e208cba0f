extension Record {
    /// One JSON object in the order of `described`.
    package func json(subjectName: String? = nil, into json: inout JSONText) {
        json.beginObject()
        jsonMembers(subjectName: subjectName, into: &json)
        json.endObject()
    }

    /// The members of `json`, for an object that has others too.
    ///
    /// They are those of `described`, written without describing each: a log has many records.
    package func jsonMembers(subjectName: String? = nil, into json: inout JSONText) {
        json.add("position", position)
        json.add("recordedAt", time: recordedAt)
        json.add("type", event.typeName)
        if case .unknown = event { json.add("typeNumber", event.typeNumber) }
        if event.schemaVersion != Event.schemaVersion { json.add("schemaVersion", event.schemaVersion) }
        switch subject {
        case .first(let name):
            json.add("subject", name)
            json.add("subjectNumber", position)
        case .number(let number):
            json.add("subject", subjectName)
            json.add("subjectNumber", number)
        }
        json.key(known: "actor")
        json.code(actor.kind)
        json.add("rule", actor.rule)
        json.add("cause", cause)
        json.add("command", command?.id)
        json.add("commandCount", command?.count)
        json.key(known: "payload")
        event.writePayload(into: &json)
        json.add("wallClock", time: wallClock)
        json.add("occurredAt", time: occurredAt)
        if let privateDigest {
            json.key(known: "privateDigest")
            json.digest(privateDigest)
        }
        for field in unknownFields.described { field.json(into: &json) }
    }
}

extension JSONText {
    fileprivate mutating func add(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(known: name)
        string(value)
    }

    fileprivate mutating func add(_ name: StaticString, _ value: UInt64?) {
        guard let value else { return }
        key(known: name)
        unsigned(value)
    }

    fileprivate mutating func add(_ name: StaticString, time: Int64?) {
        guard let time else { return }
        key(known: name)
        self.time(time)
    }
}

extension Event {
    fileprivate func writePayload(into json: inout JSONText) {
        if case .unknown = self { return DescribedValue.group(fields).json(into: &json) }
        var writer = PayloadJSON()
        accept(&writer, &json)
    }
}

private struct PayloadJSON: PayloadVisitor {
    mutating func visit<Payload: EventPayload>(_ payload: Payload, _ json: inout JSONText) throws(Never) {
        payload.write(into: &json, field: "")
    }
}
