/// Reads a record for folding: as strictly as `Record.init(decoding:at:)`, but nothing is made of what no fold looks at.
struct RecordReading: ~Copyable {
    private var reader: CBORReader
    /// Entries of the map that come after the key that was read last.
    private var remaining: Int
    private(set) var head: RecordHead
    /// `nil` for an event that this program does not know.
    let type: EventType?

    /// Reads up to the payload.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, at position: UInt64) throws(CodingFailure) {
        var reader = CBORReader(bytes)
        var remaining = try reader.mapHead()
        var type: UInt64?
        var version: UInt64?
        var subject: RecordHead.Subject?
        var recordedAt: Int64?
        var actor: Record.Actor?
        var cause: UInt64?
        var last: UInt64?
        fields: while true {
            guard remaining > 0 else { throw .missingField(key: EnvelopeKey.payload) }
            remaining -= 1
            last = try Self.key(&reader, after: last)
            switch last {
            case EnvelopeKey.type: type = try reader.unsigned()
            case EnvelopeKey.schemaVersion: version = try reader.unsigned()
            case EnvelopeKey.subject: subject = try Self.subject(&reader)
            case EnvelopeKey.recordedAt: recordedAt = try reader.integer()
            case EnvelopeKey.wallClock, EnvelopeKey.occurredAt: _ = try reader.integer()
            case EnvelopeKey.actor: actor = try Record.Actor(from: &reader)
            case EnvelopeKey.cause: cause = try reader.unsigned()
            case EnvelopeKey.command: try Record.CommandGroup.skip(&reader)
            case EnvelopeKey.payload: break fields
            // No number stands between these; a later one means that the payload is missing.
            default: throw .missingField(key: EnvelopeKey.payload)
            }
        }
        guard let type else { throw .missingField(key: EnvelopeKey.type) }
        guard let subject else { throw .missingField(key: EnvelopeKey.subject) }
        guard let recordedAt else { throw .missingField(key: EnvelopeKey.recordedAt) }
        guard let actor else { throw .missingField(key: EnvelopeKey.actor) }
        let schemaVersion = try Event.schemaVersion(version, at: reader.offset)
        head = RecordHead(
            position: position, subject: subject, recordedAt: recordedAt, actor: actor, cause: cause,
            hasPrivatePart: false)
        self.type = Event.knownType(type, schemaVersion: schemaVersion)
        self.reader = reader
        self.remaining = remaining
    }

    /// Reads the rest.
    @inline(__always)
    mutating func payload<Payload: EventPayload>(_ type: Payload.Type) throws(CodingFailure) -> Payload {
        let payload = try FoldDecoder.decode(Payload.self, from: &reader)
        try finish()
        return payload
    }

    /// Reads the rest of a record whose event this program does not know.
    mutating func skipPayload() throws(CodingFailure) {
        try reader.skip()
        try finish()
    }

    private mutating func finish() throws(CodingFailure) {
        var last = EnvelopeKey.payload
        while remaining > 0 {
            remaining -= 1
            last = try Self.key(&reader, after: last)
            if last == EnvelopeKey.privateDigest {
                _ = try Digest(from: &reader)
                head.hasPrivatePart = true
            } else {
                try reader.skip()
            }
        }
        guard reader.isAtEnd else { throw .trailingBytes(offset: reader.offset) }
    }

    @inline(__always)
    private static func key(_ reader: inout CBORReader, after last: UInt64?) throws(CodingFailure) -> UInt64 {
        let start = reader.offset
        let key = try reader.unsigned()
        if let last, key <= last { throw .notDeterministic(offset: start) }
        return key
    }

    @inline(__always)
    private static func subject(_ reader: inout CBORReader) throws(CodingFailure) -> RecordHead.Subject {
        guard try reader.peekKind() == .text else { return .number(try reader.unsigned()) }
        return RecordHead.Subject(naming: try reader.textSlice())
    }
}

extension Record {
    /// Number of the type of the record with these bytes; nothing else of them is looked at.
    package static func typeNumber(in bytes: UnsafeRawBufferPointer) throws(CodingFailure) -> UInt64 {
        var reader = CBORReader(bytes)
        guard try reader.mapHead() > 0, try reader.unsigned() == EnvelopeKey.type else {
            throw .missingField(key: EnvelopeKey.type)
        }
        return try reader.unsigned()
    }

    /// The digest of the private part of the record with these bytes; nothing else of them is looked at.
    package static func privateDigest(in bytes: UnsafeRawBufferPointer) throws(CodingFailure) -> Digest? {
        var reader = CBORReader(bytes)
        for _ in 0..<(try reader.mapHead()) {
            let key = try reader.unsigned()
            if key == EnvelopeKey.privateDigest { return try Digest(from: &reader) }
            guard key < EnvelopeKey.privateDigest else { return nil }
            try reader.skip()
        }
        return nil
    }
}
