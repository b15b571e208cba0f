import HoldfastModel

/// One JSON object on one line, its keys in the order in which they are added.
///
/// An absent value is `null`, so that the keys of a kind of line are always the same.
struct JSONLine {
    private var json = JSONText()

    init() { json.beginObject() }

    /// Without the newline.
    var text: String {
        var whole = json
        whole.endObject()
        return whole.string
    }

    mutating func add(_ key: String, _ value: String?) { add(key, value) { $0.string($1) } }
    mutating func add(_ key: String, _ value: Int64?) { add(key, value) { $0.integer($1) } }
    mutating func add(_ key: String, _ value: UInt64?) { add(key, value) { $0.unsigned($1) } }
    mutating func add(_ key: String, _ value: Bool?) { add(key, value) { $0.boolean($1) } }

    /// Microseconds since 1970 UTC, written as RFC 3339 in UTC.
    mutating func add(_ key: String, time: Int64?) { add(key, time.map { TimeText.string($0) }) }

    /// Bytes, written in base64.
    mutating func add(_ key: String, base64: [UInt8]?) { add(key, base64.map { TextForm.base64($0) }) }

    /// Bytes, written in lower-case hexadecimal digits.
    mutating func add(_ key: String, hex: [UInt8]?) { add(key, hex.map { TextForm.hex($0) }) }

    /// Text of doubtful origin: as text where it is UTF-8, else as `{"base64": ...}`, so that it can be had back.
    mutating func add(_ key: String, doubtful: [UInt8]) {
        if let text = String(validating: doubtful, as: UTF8.self) {
            add(key, text)
        } else {
            add(key) { $0.add("base64", base64: doubtful) }
        }
    }

    /// Members that are written one by one.
    mutating func add(_ members: (inout JSONText) -> Void) { members(&json) }

    /// A field of a record or row.
    mutating func add(_ field: DescribedField) { field.json(into: &json) }

    mutating func add(_ key: String, _ value: DescribedValue?) { add(key, value) { $1.json(into: &$0) } }

    mutating func add(_ key: String, _ members: (inout JSONLine) throws -> Void) rethrows {
        json.key(key)
        json.beginObject()
        try members(&self)
        json.endObject()
    }

    /// A list with an object for each element.
    mutating func add<Element>(
        _ key: String, each elements: some Sequence<Element>, _ members: (inout JSONLine, Element) throws -> Void
    ) rethrows {
        json.key(key)
        json.beginArray()
        for element in elements {
            json.beginObject()
            try members(&self, element)
            json.endObject()
        }
        json.endArray()
    }

    mutating func add(_ key: String, _ list: [String]?) {
        add(key, list) { json, list in
            json.beginArray()
            for value in list { json.string(value) }
            json.endArray()
        }
    }

    mutating func add(_ key: String, numbers: some Sequence<UInt64>) {
        json.key(key)
        json.beginArray()
        for number in numbers { json.unsigned(number) }
        json.endArray()
    }

    private mutating func add<Value>(_ key: String, _ value: Value?, _ write: (inout JSONText, Value) -> Void) {
        json.key(key)
        if let value { write(&json, value) } else { json.null() }
    }
}
