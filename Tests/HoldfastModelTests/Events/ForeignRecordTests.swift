import Testing

@testable import HoldfastModel

/// Records that this program did not write: newer, damaged or made up.
@Suite struct ForeignRecordTests {
    private func someRecord(_ event: Event) -> Record {
        Record(
            position: 7, subject: .number(3), recordedAt: 1_796_023_896_123_456, wallClock: 5,
            actor: Record.Actor(.policy, rule: "x"),
            cause: 6, command: .init(id: "command", count: 2), event: event,
            privateDigest: Digest(sha256: Array(0..<32)))
    }

    @Test func `an unknown word survives`() throws {
        var requested = DownloadRequested()
        requested.reason = Open(rawValue: 999)
        let bytes = someRecord(.downloadRequested(requested)).encode()
        let record = try Record(bytes)
        #expect(record.event == .downloadRequested(requested))
        #expect(record.encode() == bytes)
        #expect(record.event.fields.first == DescribedField("reason", .code("unknown(999)")))
    }

    @Test func `an unknown field survives and is shown by its key`() throws {
        var requested = DownloadRequested()
        requested.unknownFields.fields = [.init(key: 0, bytes: [0xf6]), .init(key: 17, bytes: [0x61, 0x61])]
        let bytes = someRecord(.downloadRequested(requested)).encode()
        let record = try Record(bytes)
        #expect(record.event == .downloadRequested(requested))
        #expect(record.encode() == bytes)
        #expect(
            record.event.fields.suffix(2) == [
                DescribedField("0", .bytes([0xf6])), DescribedField("17", .bytes([0x61, 0x61])),
            ])
    }

    @Test func `an unknown event is shown by its number with its bytes`() throws {
        let event = Event.unknown(UnknownEvent(type: 250, schemaVersion: 3, payload: [0xa1, 0x01, 0x02]))
        let bytes = someRecord(event).encode()
        let record = try Record(bytes)
        #expect(record.event == event)
        #expect(record.encode() == bytes)
        #expect(record.event.typeName == "unknown(250)")
        #expect(record.event.fields == [DescribedField("cbor", .bytes([0xa1, 0x01, 0x02]))])
    }

    @Test func `version 1 written out is refused as a second form`() throws {
        for version in 0...1 as ClosedRange<UInt64> {
            var values = RandomValues(seed: version)
            let bytes = values.record(
                type: UInt64(EventType.deletionUndone.rawValue), fields: [], schemaVersion: version)
            #expect(throws: CodingFailure.self) { try Record(bytes) }
        }
    }

    @Test(arguments: EventType.allCases)
    func `a record cut short or with more behind it is refused`(type: EventType) throws {
        for seed in 0..<2 as Range<UInt64> {
            var values = RandomValues(seed: seed)
            values.addsUnknownFields = seed == 1
            let bytes = values.record(type: UInt64(type.rawValue), fields: type.payloadFields)
            let readable = (0..<bytes.count).filter { (try? Record(Array(bytes[..<$0]))) != nil }
            #expect(readable.isEmpty, "seed \(seed)")
            #expect(throws: CodingFailure.trailingBytes(offset: bytes.count)) { try Record(bytes + [0]) }
        }
    }

    @Test func `a record without a field it must have is refused`() throws {
        for key in [
            EnvelopeKey.type, EnvelopeKey.subject, EnvelopeKey.recordedAt, EnvelopeKey.actor, EnvelopeKey.payload,
        ] {
            let keys = [
                EnvelopeKey.type, EnvelopeKey.subject, EnvelopeKey.recordedAt, EnvelopeKey.actor, EnvelopeKey.payload,
            ]
            .filter { $0 != key }
            let bytes = CBORWriter.bytes { writer in
                writer.mapHead(count: keys.count)
                for key in keys {
                    writer.unsigned(key)
                    if key == EnvelopeKey.payload { writer.mapHead(count: 0) } else { writer.unsigned(1) }
                }
            }
            #expect(throws: CodingFailure.missingField(key: key)) { try Record(bytes) }
        }
    }

    @Test func `random bytes never trap`() {
        var random = CodingRandom(seed: 1)
        for _ in 0..<100_000 {
            var bytes = random.bytes(upTo: 64)
            // Most begin as a record does, so that they get further than the first byte.
            if bytes.count > 2, Bool.random(using: &random) {
                bytes[0] = 0xa0 | bytes[0] & 15
                bytes[1] = 0
            }
            readEverything(bytes)
        }
    }

    @Test func `damaged records never trap and never pass for another form of themselves`() {
        var random = CodingRandom(seed: 2)
        for seed in 0..<2_000 as Range<UInt64> {
            let type = EventType.allCases[Int(seed % UInt64(EventType.allCases.count))]
            var values = RandomValues(seed: seed)
            values.addsUnknownFields = seed % 16 == 0
            let bytes = values.record(type: UInt64(type.rawValue), fields: type.payloadFields)
            for _ in 0..<50 {
                var damaged = bytes
                for _ in 0...Int.random(in: 0...2, using: &random) { damage(&damaged, &random) }
                readEverything(damaged)
            }
        }
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout CodingRandom) {
        guard let index = bytes.indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0...4, using: &random) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.remove(at: index)
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        default: bytes.removeSubrange(index...)
        }
    }

    /// A fold reads as strictly as a record is read.
    private func isFolded(_ bytes: [UInt8]) -> Bool {
        var fold = StateFold()
        return (try? bytes.withUnsafeBytes { try fold.apply($0, at: 7) }) != nil
    }

    private func readEverything(_ bytes: [UInt8]) {
        if let record = try? Record(bytes) {
            if record.encode() != bytes { Issue.record("read, but written back otherwise: \(TextForm.hex(bytes))") }
            // Describing is slow beside reading, so only some are.
            if bytes.count % 8 == 0 {
                var json = JSONText()
                record.json(into: &json)
            }
            let envelope = try? bytes.withUnsafeBytes { try RecordEnvelope(decoding: $0) }
            if envelope?.subject != record.subject || envelope?.command != record.command
                || envelope?.recordedAt != record.recordedAt
            {
                Issue.record("the envelope says something else: \(TextForm.hex(bytes))")
            }
            if !isFolded(bytes) { Issue.record("read, but not folded: \(TextForm.hex(bytes))") }
            let digest = try? bytes.withUnsafeBytes { try Record.privateDigest(in: $0) }
            if digest != record.privateDigest { Issue.record("the digest is another: \(TextForm.hex(bytes))") }
        } else {
            _ = try? bytes.withUnsafeBytes { try RecordEnvelope(decoding: $0) }
            _ = try? bytes.withUnsafeBytes { try Record.privateDigest(in: $0) }
            if isFolded(bytes) { Issue.record("no record, but folded: \(TextForm.hex(bytes))") }
        }
        _ = try? bytes.withUnsafeBytes { try PrivatePart(row: $0) }
    }
}
