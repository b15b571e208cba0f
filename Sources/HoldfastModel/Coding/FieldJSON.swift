/// Writes the members of a group's JSON object straight from its fields: what `FieldDescriber` and `json` write.
struct FieldJSON: FieldCoder {
    var json: JSONText

    static func members<Group: FieldGroup>(of group: Group, into json: inout JSONText) {
        var writer = FieldJSON(json: JSONText())
        // Only one holder of the bytes at a time, or each write would copy them.
        swap(&writer.json, &json)
        var copy = group
        // Writing cannot fail: only decoding throws.
        try? copy.code(&writer)
        swap(&writer.json, &json)
        for field in group.unknownFields.described { field.json(into: &json) }
    }

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value) throws(CodingFailure) {
        json.key(name)
        value.write(into: &json, field: name)
    }

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value?) throws(CodingFailure) {
        guard let value else { return }
        json.key(name)
        value.write(into: &json, field: name)
    }
}

extension FieldValue {
    func write(into json: inout JSONText, field name: String) { described.json(into: &json) }
}

extension FieldGroup {
    func write(into json: inout JSONText, field name: String) {
        json.beginObject()
        FieldJSON.members(of: self, into: &json)
        json.endObject()
    }
}

extension UInt64 {
    func write(into json: inout JSONText, field name: String) { json.unsigned(self) }
}

extension Int64 {
    func write(into json: inout JSONText, field name: String) {
        if FieldUnit.isTime(name) { json.time(self) } else { json.integer(self) }
    }
}

extension Bool {
    func write(into json: inout JSONText, field name: String) { json.boolean(self) }
}

extension String {
    func write(into json: inout JSONText, field name: String) { json.string(self) }
}

extension Open {
    func write(into json: inout JSONText, field name: String) { json.code(self) }
}

extension Digest {
    func write(into json: inout JSONText, field name: String) { json.digest(self) }
}
