import Testing

@testable import HoldfastModel

@Suite struct RecordJSONTests {
    @Test(arguments: EventType.allCases)
    func `a record's JSON is that of its description`(type: EventType) throws {
        for seed in 0..<40 as Range<UInt64> {
            var values = RandomValues(seed: seed)
            values.addsUnknownFields = seed % 4 == 0
            let version: UInt64? = seed % 8 == 1 ? 3 : nil
            let bytes = values.record(
                type: UInt64(type.rawValue), fields: type.payloadFields, schemaVersion: version)
            try expectDescribed(try Record(bytes, at: seed), seed)
        }
    }

    @Test func `so is that of an unknown type`() throws {
        for seed in 0..<20 as Range<UInt64> {
            var values = RandomValues(seed: seed)
            let bytes = values.record(type: 300 + seed, fields: EventType.itemRegistered.payloadFields)
            try expectDescribed(try Record(bytes, at: seed), seed)
        }
    }

    @Test func `a private part's JSON is that of its description`() throws {
        var part = PrivatePart()
        part.sources = ["https://a.example/x?y=\u{85}", ""]
        part.title = "\u{7f}\u{9f}\u{a0}é\"\\\u{8}"
        part.unknownFields.fields = [.init(key: 99, bytes: [0x01])]
        for part in [part, PrivatePart()] {
            var json = JSONText()
            part.json(into: &json)
            var expected = JSONText()
            DescribedValue.group(part.described).json(into: &expected)
            #expect(json.string == expected.string)
        }
    }

    private func expectDescribed(_ record: Record, _ seed: UInt64) throws {
        for name in [nil, "item:é\n"] {
            var json = JSONText()
            record.json(subjectName: name, into: &json)
            var expected = JSONText()
            DescribedValue.group(record.described(subjectName: name)).json(into: &expected)
            #expect(json.string == expected.string, "seed \(seed)")
        }
    }
}
