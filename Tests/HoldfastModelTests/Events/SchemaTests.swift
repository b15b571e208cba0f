import Testing

@testable import HoldfastModel

@Suite struct SchemaTests {
    @Test func `the schema is deterministic CBOR`() throws {
        let bytes = Schema.current.encode()
        #expect(Schema.current.encode() == bytes)
        try bytes.withUnsafeBytes { buffer in
            var reader = CBORReader(buffer)
            try reader.skip()
            #expect(reader.isAtEnd)
        }
    }

    @Test func `a schema takes the place of an older one only`() {
        #expect(!Schema.replaces(Schema.current.encode()))
        #expect(Schema.replaces([]))
        #expect(Schema.replaces([0xff]))
        #expect(Schema.replaces([0xa1, 0x68] + Array("revision".utf8) + [0x00]))
        #expect(!Schema.replaces([0xa1, 0x68] + Array("revision".utf8) + [0x17]))
    }

    @Test func `the schema names every type of event and its fields`() throws {
        let schema = try SchemaReader.read(Schema.current.encode())
        #expect(schema.eventNames.count == EventType.allCases.count)
        for type in EventType.allCases {
            #expect(schema.eventNames[UInt64(type.rawValue)] == type.name)
            let fields = try #require(schema.eventFields[UInt64(type.rawValue)])
            #expect(fields.map(\.key) == type.payloadFields.map(\.key))
            #expect(fields.map(\.name) == type.payloadFields.map(\.name))
        }
    }
}

/// Reads from the schema what the tests compare, and steps over the rest.
private struct SchemaReader {
    var eventNames: [UInt64: String] = [:]
    var eventFields: [UInt64: [(key: UInt64, name: String)]] = [:]

    static func read(_ bytes: [UInt8]) throws -> SchemaReader {
        var schema = SchemaReader()
        try bytes.withUnsafeBytes { buffer in
            var reader = CBORReader(buffer)
            for _ in 0..<(try reader.mapHead()) {
                if try reader.text() == "events" { try schema.events(&reader) } else { try reader.skip() }
            }
        }
        return schema
    }

    private mutating func events(_ reader: inout CBORReader) throws {
        for _ in 0..<(try reader.mapHead()) {
            let type = try reader.unsigned()
            for _ in 0..<(try reader.mapHead()) {
                switch try reader.text() {
                case "name": eventNames[type] = try reader.text()
                case "fields": eventFields[type] = try fields(&reader)
                default: try reader.skip()
                }
            }
        }
    }

    private func fields(_ reader: inout CBORReader) throws -> [(key: UInt64, name: String)] {
        try (0..<(try reader.mapHead())).map { _ in
            let key = try reader.unsigned()
            var name = ""
            for _ in 0..<(try reader.mapHead()) {
                if try reader.text() == "name" { name = try reader.text() } else { try reader.skip() }
            }
            return (key, name)
        }
    }
}
