/// Writes a group as a CBOR map, unknown fields in their places.
struct FieldEncoder: FieldCoder {
    private var writer: CBORWriter
    private let start: Int
    private let unknown: UnknownFields
    private var nextUnknown = 0
    private var count = 0

    /// Begins the map; `finish` ends it and gives the writer back.
    @inline(__always)
    init(_ writer: CBORWriter, unknown: UnknownFields) {
        self.writer = writer
        self.unknown = unknown
        start = self.writer.beginMap()
    }

    /// Appends the map's bytes.
    static func encode<Group: FieldGroup>(_ group: Group, into writer: inout CBORWriter) {
        var copy = group
        var encoder = FieldEncoder(writer, unknown: group.unknownFields)
        // Writing cannot fail: only decoding throws.
        try? copy.code(&encoder)
        encoder.finish(&writer)
    }

    @inline(__always)
    mutating func finish(_ writer: inout CBORWriter) {
        if !unknown.isEmpty { writeUnknown(before: nil) }
        self.writer.endMap(start, count: count)
        writer = self.writer
    }

    mutating func write<Value: FieldValue>(_ key: UInt64, _ value: Value) {
        writeKey(key)
        value.encode(into: &writer)
    }

    mutating func write<Value: FieldValue>(_ key: UInt64, _ value: Value?) {
        if let value { write(key, value) }
    }

    mutating func write(_ key: UInt64, payloadOf event: borrowing Event) {
        writeKey(key)
        event.encodePayload(into: &writer)
    }

    // Inlined, so that the optimizer sees that nothing is changed and need not copy the group.
    @inline(__always)
    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value) throws(CodingFailure) {
        write(key, value)
    }

    @inline(__always)
    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value?) throws(CodingFailure) {
        if let value { write(key, value) }
    }

    @inline(__always)
    private mutating func writeKey(_ key: UInt64) {
        if !unknown.isEmpty { writeUnknown(before: key) }
        writer.unsigned(key)
        count += 1
    }

    /// - Parameter key: `nil` writes all that are left.
    @inline(never)
    private mutating func writeUnknown(before key: UInt64?) {
        while nextUnknown < unknown.fields.count {
            let field = unknown.fields[nextUnknown]
            if let key, field.key >= key { return }
            writer.unsigned(field.key)
            writer.raw(field.bytes)
            nextUnknown += 1
            count += 1
        }
    }
}

/// Collects the fields' names and shapes for the stored schema.
struct FieldLister: FieldCoder {
    private var fields: [FieldDescription] = []

    static func fields<Group: FieldGroup>(of type: Group.Type) -> [FieldDescription] {
        var lister = FieldLister()
        var blank = Group()
        try? blank.code(&lister)
        return lister.fields
    }

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value) throws(CodingFailure) {
        fields.append(FieldDescription(key: key, name: name, shape: Value.shape, isOptional: false))
    }

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value?) throws(CodingFailure) {
        fields.append(FieldDescription(key: key, name: name, shape: Value.shape, isOptional: true))
    }
}

extension FieldGroup {
    static var shape: FieldShape { .group(name: "\(Self.self)", fields: FieldLister.fields(of: Self.self)) }
    var described: DescribedValue { .group(FieldDescriber.describe(self)) }
    func encode(into writer: inout CBORWriter) { FieldEncoder.encode(self, into: &writer) }
    init(from reader: inout CBORReader) throws(CodingFailure) {
        self = try FieldDecoder.decode(Self.self, from: &reader)
    }
}
