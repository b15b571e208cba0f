import Testing

@testable import HoldfastModel

@Suite struct RecordCodingTests {
    @Test(arguments: EventType.allCases)
    func `every record of a type is encoded as it was read`(type: EventType) throws {
        for seed in 0..<60 as Range<UInt64> {
            var values = RandomValues(seed: seed)
            values.addsUnknownFields = seed % 2 == 1
            let bytes = values.record(type: UInt64(type.rawValue), fields: type.payloadFields)
            let record = try Record(bytes, at: seed)
            #expect(record.event.type == type, "seed \(seed)")
            #expect(record.position == seed)
            #expect(record.encode() == bytes, "seed \(seed)")
        }
    }

    @Test func `an unknown type is kept as it is`() throws {
        for seed in 0..<60 as Range<UInt64> {
            var values = RandomValues(seed: seed)
            values.addsUnknownFields = true
            let bytes = values.record(type: 200 + seed * seed, fields: EventType.itemRegistered.payloadFields)
            let record = try Record(bytes)
            #expect(record.event.type == nil)
            #expect(record.event.typeNumber == 200 + seed * seed)
            #expect(record.encode() == bytes, "seed \(seed)")
        }
    }

    @Test(arguments: EventType.allCases)
    func `a newer version of a known type is kept as it is`(type: EventType) throws {
        for seed in 0..<10 as Range<UInt64> {
            var values = RandomValues(seed: seed)
            values.addsUnknownFields = true
            let bytes = values.record(
                type: UInt64(type.rawValue), fields: EventType.itemRegistered.payloadFields, schemaVersion: 2 + seed)
            let record = try Record(bytes)
            #expect(record.event.type == nil)
            #expect(record.event.typeName == type.name)
            #expect(record.event.schemaVersion == 2 + seed)
            #expect(record.encode() == bytes, "seed \(seed)")
        }
    }
}
