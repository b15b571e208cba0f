// The values that fields are made of.

extension UInt64: FieldValue {
    static var shape: FieldShape { .unsigned }
    var described: DescribedValue { .unsigned(self) }
    func encode(into writer: inout CBORWriter) { writer.unsigned(self) }
    init(from reader: inout CBORReader) throws(CodingFailure) { self = try reader.unsigned() }
}

extension Int64: FieldValue {
    static var shape: FieldShape { .integer }
    var described: DescribedValue { .integer(self) }
    func encode(into writer: inout CBORWriter) { writer.integer(self) }
    init(from reader: inout CBORReader) throws(CodingFailure) { self = try reader.integer() }
}

extension Bool: FieldValue {
    static var shape: FieldShape { .boolean }
    var described: DescribedValue { .boolean(self) }
    func encode(into writer: inout CBORWriter) { writer.boolean(self) }
    init(from reader: inout CBORReader) throws(CodingFailure) { self = try reader.boolean() }
}

extension String: FieldValue {
    static var shape: FieldShape { .text }
    var described: DescribedValue { .text(self) }
    func encode(into writer: inout CBORWriter) { writer.text(self) }
    init(from reader: inout CBORReader) throws(CodingFailure) { self = try reader.text() }
}

extension Open: FieldValue {
    static var shape: FieldShape {
        // A gap in the numbers has an empty word, so that a word's place in the list is its number.
        let last = Code.allCases.map(\.rawValue).max() ?? 0
        let words = (0...last).map { raw in Code(rawValue: raw).map { "\($0)" } ?? "" }
        return .code(name: "\(Code.self)", words: words)
    }
    var described: DescribedValue { .code(description) }
    func encode(into writer: inout CBORWriter) { writer.unsigned(rawValue) }
    init(from reader: inout CBORReader) throws(CodingFailure) { self.init(rawValue: try reader.unsigned()) }
}

extension Array: FieldValue where Element: FieldValue {
    static var shape: FieldShape { .list(Element.shape) }
    var described: DescribedValue { .list(map(\.described)) }
    func encode(into writer: inout CBORWriter) {
        writer.arrayHead(count: count)
        for element in self { element.encode(into: &writer) }
    }
    init(from reader: inout CBORReader) throws(CodingFailure) {
        self = []
        for _ in 0..<(try reader.arrayHead()) { append(try Element(from: &reader)) }
    }
}
