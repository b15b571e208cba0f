/// A field's value as people and programs read it, the same for all events: `show` and JSON are made of it.
@nonexhaustive
public indirect enum DescribedValue: Sendable, Equatable {
    case unsigned(UInt64)
    case integer(Int64)
    case boolean(Bool)
    case text(String)
    case bytes([UInt8])
    case digest(Digest)
    /// Microseconds since 1970 UTC.
    case time(Int64)
    /// The word, or `unknown(17)` where a newer program wrote a number without a word here.
    case code(String)
    case group([DescribedField])
    case list([DescribedValue])
}

public struct DescribedField: Sendable, Equatable {
    /// The field's name; the key in decimal digits for a field that only a newer program knows. Such a value is its CBOR `bytes`.
    public let name: String
    public let value: DescribedValue

    init(_ name: String, _ value: DescribedValue) {
        self.name = name
        self.value = value
    }
}

extension DescribedValue {
    /// Writes the value as JSON: times as RFC 3339, digests as `sha256:…`, bytes as base64.
    package func json(into json: inout JSONText) {
        switch self {
        case .unsigned(let value): json.unsigned(value)
        case .integer(let value): json.integer(value)
        case .boolean(let value): json.boolean(value)
        case .text(let value), .code(let value): json.string(value)
        case .bytes(let value): json.string(TextForm.base64(value))
        case .digest(let value): json.string(value.description)
        case .time(let value): json.string(TimeText.string(value))
        case .group(let fields):
            json.beginObject()
            for field in fields { field.json(into: &json) }
            json.endObject()
        case .list(let values):
            json.beginArray()
            for value in values { value.json(into: &json) }
            json.endArray()
        }
    }
}

extension DescribedField {
    package func json(into json: inout JSONText) {
        json.key(name)
        value.json(into: &json)
    }
}

/// Collects names and values, in the order of the keys; fields that nobody here knows come last.
struct FieldDescriber: FieldCoder {
    private var fields: [DescribedField] = []

    static func describe<Group: FieldGroup>(_ group: Group) -> [DescribedField] {
        var describer = FieldDescriber()
        var copy = group
        // Describing cannot fail: only decoding throws.
        try? copy.code(&describer)
        return describer.fields + group.unknownFields.described
    }

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value) throws(CodingFailure) {
        fields.append(DescribedField(name, value.described.inUnit(of: name)))
    }

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value?) throws(CodingFailure) {
        if let value { fields.append(DescribedField(name, value.described.inUnit(of: name))) }
    }
}

extension UnknownFields {
    var described: [DescribedField] { fields.map { DescribedField("\($0.key)", .bytes($0.bytes)) } }
}

extension DescribedValue {
    fileprivate func inUnit(of name: String) -> DescribedValue {
        if case .integer(let value) = self, FieldUnit(fieldName: name) == .time { .time(value) } else { self }
    }
}
