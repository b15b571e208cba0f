/// Writes a group as a CBOR map, unknown fields in their places.
struct FieldEncoder: FieldCoder {
    private var writer: CBORWriter
    private let start: Int
    private let unknown: [UnknownFields.Field]
    private var nextUnknown = 0
    private var count = 0

    /// Begins the map; `finish` ends it and gives the writer back.
    init(_ writer: CBORWriter, unknown: UnknownFields) {
        self.writer = writer
        self.unknown = unknown.fields
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

    mutating func finish(_ writer: inout CBORWriter) {
        while nextUnknown < unknown.count { writeUnknown() }
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

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value) throws(CodingFailure) {
        write(key, value)
    }

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value?) throws(CodingFailure) {
        write(key, value)
    }

    @inline(__always)
    private mutating func writeKey(_ key: UInt64) {
        while nextUnknown < unknown.count, unknown[nextUnknown].key < key { writeUnknown() }
        writer.unsigned(key)
        count += 1
    }

    @inline(never)
    private mutating func writeUnknown() {
        writer.unsigned(unknown[nextUnknown].key)
        writer.raw(unknown[nextUnknown].bytes)
        nextUnknown += 1
        count += 1
    }
}

/// Reads a group from a CBOR map in one pass: fields and keys both ascend.
struct FieldDecoder: FieldCoder {
    private var reader: CBORReader
    private var remaining: Int
    /// The key that was read and whose value comes next; without a meaning at the end of the map, when `hasKey` is false.
    private var nextKey: UInt64 = 0
    private var hasKey = false
    private var unknown = UnknownFields()

    init(_ reader: CBORReader) throws(CodingFailure) {
        self.reader = reader
        remaining = try self.reader.mapHead()
        guard remaining > 0 else { return }
        remaining -= 1
        nextKey = try self.reader.unsigned()
        hasKey = true
    }

    static func decode<Group: FieldGroup>(
        _ type: Group.Type, from reader: inout CBORReader
    ) throws(CodingFailure) -> Group {
        var decoder = try FieldDecoder(reader)
        var group = Group()
        try group.code(&decoder)
        let unknown = try decoder.finish(&reader)
        if !unknown.isEmpty { group.unknownFields = unknown }
        return group
    }

    /// Reads to the end of the map, moves `reader` there and returns the fields that nobody asked for.
    mutating func finish(_ reader: inout CBORReader) throws(CodingFailure) -> UnknownFields {
        while hasKey { try keepUnknown() }
        reader = self.reader
        return unknown
    }

    mutating func required<Value: FieldValue>(_ key: UInt64) throws(CodingFailure) -> Value {
        guard try advance(to: key) else { throw .missingField(key: key) }
        let value = try Value(from: &reader)
        try readKey()
        return value
    }

    mutating func optional<Value: FieldValue>(_ key: UInt64) throws(CodingFailure) -> Value? {
        guard try advance(to: key) else { return nil }
        let value = try Value(from: &reader)
        try readKey()
        return value
    }

    mutating func event(_ key: UInt64, type: UInt64, schemaVersion: UInt64?) throws(CodingFailure) -> Event {
        guard try advance(to: key) else { throw .missingField(key: key) }
        // Version 1 is left out; written out it would be a second form of the same record.
        if let schemaVersion, schemaVersion <= Event.schemaVersion { throw .notDeterministic(offset: reader.offset) }
        let event = try Event(type: type, schemaVersion: schemaVersion ?? Event.schemaVersion, from: &reader)
        try readKey()
        return event
    }

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value) throws(CodingFailure) {
        value = try required(key)
    }

    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value?) throws(CodingFailure) {
        value = try optional(key)
    }

    @inline(__always)
    private mutating func advance(to key: UInt64) throws(CodingFailure) -> Bool {
        while hasKey, nextKey < key { try keepUnknown() }
        return hasKey && nextKey == key
    }

    @inline(never)
    private mutating func keepUnknown() throws(CodingFailure) {
        unknown.fields.append(.init(key: nextKey, bytes: try reader.rawValue()))
        try readKey()
    }

    @inline(__always)
    private mutating func readKey() throws(CodingFailure) {
        guard remaining > 0 else {
            hasKey = false
            return
        }
        remaining -= 1
        let start = reader.offset
        let key = try reader.unsigned()
        guard key > nextKey else { throw .notDeterministic(offset: start) }
        nextKey = key
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
