extension Record {
    /// The record's bytes: what is stored, hashed and proven. The position is the key and not among them.
    package func encode() -> [UInt8] { CBORWriter.bytes { encode(into: &$0) } }

    /// Reads the bytes that stand at `position`.
    /// - Throws: also for bytes that are readable but not in their only form, so that encoding gives them back exactly.
    package init(decoding bytes: UnsafeRawBufferPointer, at position: UInt64) throws(CodingFailure) {
        var reader = CBORReader(bytes)
        var fields = try MapReader(reader)
        let type: UInt64 = try fields.required(EnvelopeKey.type)
        let version: UInt64? = try fields.optional(EnvelopeKey.schemaVersion)
        self.position = position
        subject = try fields.required(EnvelopeKey.subject)
        recordedAt = try fields.required(EnvelopeKey.recordedAt)
        wallClock = try fields.optional(EnvelopeKey.wallClock)
        occurredAt = try fields.optional(EnvelopeKey.occurredAt)
        actor = try fields.required(EnvelopeKey.actor)
        cause = try fields.optional(EnvelopeKey.cause)
        command = try fields.optional(EnvelopeKey.command)
        event = try fields.event(EnvelopeKey.payload, type: type, schemaVersion: version)
        privateDigest = try fields.optional(EnvelopeKey.privateDigest)
        unknownFields = try fields.finish(&reader)
        guard reader.isAtEnd else { throw .trailingBytes(offset: reader.offset) }
    }

    private func encode(into writer: inout CBORWriter) {
        var fields = FieldEncoder(writer, unknown: unknownFields)
        let numbers = event.numbers
        fields.write(EnvelopeKey.type, numbers.type)
        if numbers.schemaVersion != Event.schemaVersion {
            fields.write(EnvelopeKey.schemaVersion, numbers.schemaVersion)
        }
        fields.write(EnvelopeKey.subject, subject)
        fields.write(EnvelopeKey.recordedAt, recordedAt)
        fields.write(EnvelopeKey.wallClock, wallClock)
        fields.write(EnvelopeKey.occurredAt, occurredAt)
        fields.write(EnvelopeKey.actor, actor)
        fields.write(EnvelopeKey.cause, cause)
        fields.write(EnvelopeKey.command, command)
        fields.write(EnvelopeKey.payload, payloadOf: event)
        fields.write(EnvelopeKey.privateDigest, privateDigest)
        fields.finish(&writer)
    }

    /// What the schema says about the envelope.
    static let fields: [FieldDescription] = [
        .init(key: EnvelopeKey.type, name: "type", shape: .unsigned, isOptional: false),
        .init(key: EnvelopeKey.schemaVersion, name: "schemaVersion", shape: .unsigned, isOptional: true),
        .init(key: EnvelopeKey.subject, name: "subject", shape: Subject.shape, isOptional: false),
        .init(key: EnvelopeKey.recordedAt, name: "recordedAt", shape: .integer, isOptional: false),
        .init(key: EnvelopeKey.wallClock, name: "wallClock", shape: .integer, isOptional: true),
        .init(key: EnvelopeKey.occurredAt, name: "occurredAt", shape: .integer, isOptional: true),
        .init(key: EnvelopeKey.actor, name: "actor", shape: Record.Actor.shape, isOptional: false),
        .init(key: EnvelopeKey.cause, name: "cause", shape: .unsigned, isOptional: true),
        .init(key: EnvelopeKey.command, name: "command", shape: CommandGroup.shape, isOptional: true),
        .init(key: EnvelopeKey.payload, name: "payload", shape: .payload, isOptional: false),
        .init(key: EnvelopeKey.privateDigest, name: "privateDigest", shape: .digest, isOptional: true),
    ]
}

/// The keys of a record's map.
enum EnvelopeKey {
    static let type: UInt64 = 0
    static let schemaVersion: UInt64 = 1
    static let subject: UInt64 = 2
    static let recordedAt: UInt64 = 3
    static let wallClock: UInt64 = 4
    static let occurredAt: UInt64 = 5
    static let actor: UInt64 = 6
    static let cause: UInt64 = 7
    static let command: UInt64 = 8
    static let payload: UInt64 = 9
    static let privateDigest: UInt64 = 10
}

extension Record.Subject: FieldValue {
    static var shape: FieldShape { .oneOf([.text, .unsigned]) }

    var described: DescribedValue {
        switch self {
        case .first(let name): .text(name)
        case .number(let number): .unsigned(number)
        }
    }

    func encode(into writer: inout CBORWriter) {
        switch self {
        case .first(let text): writer.text(text)
        case .number(let number): writer.unsigned(number)
        }
    }

    @inline(__always)
    init(from reader: inout CBORReader) throws(CodingFailure) {
        self = try reader.peekKind() == .text ? .first(try reader.text()) : .number(try reader.unsigned())
    }
}

extension Record.CommandGroup: FieldValue {
    static var shape: FieldShape { .tuple([.text, .unsigned]) }
    var described: DescribedValue { .list([.text(id), .unsigned(count)]) }

    func encode(into writer: inout CBORWriter) {
        writer.arrayHead(count: 2)
        writer.text(id)
        writer.unsigned(count)
    }

    init(from reader: inout CBORReader) throws(CodingFailure) {
        try reader.tupleHead(count: 2)
        id = try reader.text()
        count = try reader.unsigned()
    }

    static func skip(_ reader: inout CBORReader) throws(CodingFailure) {
        try reader.tupleHead(count: 2)
        try reader.skipText()
        _ = try reader.unsigned()
    }
}

extension Record.Actor: FieldValue {
    static var shape: FieldShape { .oneOf([Open<ActorKind>.shape, .tuple([Open<ActorKind>.shape, .text])]) }
    var described: DescribedValue { .list([.code(kind.description)] + (rule.map { [.text($0)] } ?? [])) }

    func encode(into writer: inout CBORWriter) {
        if rule != nil { writer.arrayHead(count: 2) }
        kind.encode(into: &writer)
        if let rule { writer.text(rule) }
    }

    @inline(__always)
    init(from reader: inout CBORReader) throws(CodingFailure) {
        let hasRule = try reader.peekKind() == .array
        if hasRule { try reader.tupleHead(count: 2) }
        let kind = try Open<ActorKind>(from: &reader)
        self.init(kind: kind, rule: hasRule ? try reader.text() : nil)
    }

    private init(kind: Open<ActorKind>, rule: String?) {
        self.init(.system, rule: rule)
        self.kind = kind
    }
}
