/// Walks a CBOR map in one pass: fields and keys both ascend.
struct MapReader {
    private var reader: CBORReader
    /// Entries that are still to be read; the key of the first of them was read already.
    private var remaining: Int
    /// The key whose value comes next; without a meaning at the end of the map.
    private var nextKey: UInt64 = .max
    private var unknown = UnknownFields()

    @inline(__always)
    init(_ reader: CBORReader) throws(CodingFailure) {
        self.reader = reader
        remaining = try self.reader.mapHead()
        if remaining > 0 { nextKey = try self.reader.unsigned() }
    }

    /// Reads to the end of the map, moves `reader` there and returns the fields that nobody asked for.
    @inline(__always)
    mutating func finish(_ reader: inout CBORReader) throws(CodingFailure) -> UnknownFields {
        if remaining > 0 { try keepUnknown(before: nil) }
        reader = self.reader
        return unknown
    }

    @inline(__always)
    mutating func required<Value: FieldValue>(_ key: UInt64) throws(CodingFailure) -> Value {
        try seek(key)
        guard nextKey == key, remaining > 0 else { throw .missingField(key: key) }
        let value = try Value(from: &reader)
        try step()
        return value
    }

    @inline(__always)
    mutating func optional<Value: FieldValue>(_ key: UInt64) throws(CodingFailure) -> Value? {
        try seek(key)
        guard nextKey == key, remaining > 0 else { return nil }
        let value = try Value(from: &reader)
        try step()
        return value
    }

    /// Steps over a text and checks it as reading it does.
    /// - Returns: whether the map has the key.
    @inline(__always)
    mutating func skipText(_ key: UInt64) throws(CodingFailure) -> Bool {
        try seek(key)
        guard nextKey == key, remaining > 0 else { return false }
        try reader.skipText()
        try step()
        return true
    }

    /// Reads the payload of the type and version that the map named before.
    mutating func event(_ key: UInt64, type: UInt64, schemaVersion: UInt64?) throws(CodingFailure) -> Event {
        try seek(key)
        guard nextKey == key, remaining > 0 else { throw .missingField(key: key) }
        let schemaVersion = try Event.schemaVersion(schemaVersion, at: reader.offset)
        let event = try Event(type: type, schemaVersion: schemaVersion, from: &reader)
        try step()
        return event
    }

    @inline(__always)
    private mutating func seek(_ key: UInt64) throws(CodingFailure) {
        if nextKey < key { try keepUnknown(before: key) }
    }

    /// - Parameter key: `nil` keeps all that is left.
    @inline(never)
    private mutating func keepUnknown(before key: UInt64?) throws(CodingFailure) {
        while remaining > 0 {
            if let key, nextKey >= key { return }
            unknown.append(.init(key: nextKey, bytes: try reader.rawValue()))
            try step()
        }
    }

    @inline(__always)
    private mutating func step() throws(CodingFailure) {
        remaining -= 1
        guard remaining > 0 else {
            nextKey = .max
            return
        }
        let start = reader.offset
        let key = try reader.unsigned()
        guard key > nextKey else { throw .notDeterministic(offset: start) }
        nextKey = key
    }
}

/// Reads a group with all its fields.
struct FieldDecoder: FieldCoder {
    private var map: MapReader

    static func decode<Group: FieldGroup>(
        _ type: Group.Type, from reader: inout CBORReader
    ) throws(CodingFailure) -> Group {
        var decoder = FieldDecoder(map: try MapReader(reader))
        var group = Group()
        try group.code(&decoder)
        let unknown = try decoder.map.finish(&reader)
        if !unknown.isEmpty { group.unknownFields = unknown }
        return group
    }

    @inline(__always)
    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value) throws(CodingFailure) {
        value = try map.required(key)
    }

    @inline(__always)
    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value?) throws(CodingFailure) {
        value = try map.optional(key)
    }
}

/// Reads a group as far as a fold looks at it: as strictly as `FieldDecoder`, but texts that are only shown stay at their defaults.
struct FoldDecoder: FieldCoder {
    private var map: MapReader

    @inline(__always)
    static func decode<Group: FieldGroup>(
        _ type: Group.Type, from reader: inout CBORReader
    ) throws(CodingFailure) -> Group {
        var decoder = FoldDecoder(map: try MapReader(reader))
        var group = Group()
        try group.code(&decoder)
        let unknown = try decoder.map.finish(&reader)
        if !unknown.isEmpty { group.unknownFields = unknown }
        return group
    }

    @inline(__always)
    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value) throws(CodingFailure) {
        value = try map.required(key)
    }

    @inline(__always)
    mutating func field<Value: FieldValue>(_ key: UInt64, _ name: String, _ value: inout Value?) throws(CodingFailure) {
        value = try map.optional(key)
    }

    @inline(__always)
    mutating func shownText(_ key: UInt64, _ name: String, _ value: inout String) throws(CodingFailure) {
        guard try map.skipText(key) else { throw .missingField(key: key) }
    }

    @inline(__always)
    mutating func shownText(_ key: UInt64, _ name: String, _ value: inout String?) throws(CodingFailure) {
        _ = try map.skipText(key)
    }
}
