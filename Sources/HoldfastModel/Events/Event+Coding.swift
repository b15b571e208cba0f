extension Event {
    /// `nil` for an unknown event.
    public var type: EventType? {
        var reader = TypeOfPayload()
        var type: EventType?
        accept(&reader, &type)
        return type
    }

    /// The type's number as it stands in the record.
    public var typeNumber: UInt64 {
        numbers.type
    }

    /// 1 for every event that this program knows.
    public var schemaVersion: UInt64 {
        if case .unknown(let event) = self { event.schemaVersion } else { Self.schemaVersion }
    }

    /// `typeNumber` and `schemaVersion`. Each look at an event copies it, so it is asked for both at once.
    var numbers: (type: UInt64, schemaVersion: UInt64) {
        if let type { return (UInt64(type.rawValue), Self.schemaVersion) }
        if case .unknown(let event) = self { return (event.type, event.schemaVersion) }
        return (0, Self.schemaVersion)
    }

    /// The word, e.g. `transferStarted`; `unknown(17)` for a type without one.
    public var typeName: String {
        if case .unknown(let event) = self {
            UInt8(exactly: event.type).flatMap(EventType.init(rawValue:))?.name ?? "unknown(\(event.type))"
        } else {
            type?.name ?? ""
        }
    }

    /// The version of all events of this release. A change of meaning that an older program must not overlook raises it.
    static let schemaVersion: UInt64 = 1

    /// The version that an envelope names. Version 1 is left out; written out it would be a second form of the same record.
    static func schemaVersion(_ named: UInt64?, at offset: Int) throws(CodingFailure) -> UInt64 {
        guard let named else { return schemaVersion }
        guard named > schemaVersion else { throw .notDeterministic(offset: offset) }
        return named
    }

    func encodePayload(into writer: inout CBORWriter) {
        var encoder = PayloadEncoder()
        accept(&encoder, &writer)
        if !encoder.isWritten, case .unknown(let event) = self { writer.raw(event.payload) }
    }

    /// `nil` for a type that has no word here, and for a newer version of one that has.
    static func knownType(_ type: UInt64, schemaVersion: UInt64) -> EventType? {
        guard schemaVersion == Self.schemaVersion, let number = UInt8(exactly: type) else { return nil }
        return EventType(rawValue: number)
    }

    /// Reads a payload. A type that has no word here, or a newer version of one that has, is kept as it is.
    init(type: UInt64, schemaVersion: UInt64, from reader: inout CBORReader) throws(CodingFailure) {
        guard let known = Self.knownType(type, schemaVersion: schemaVersion) else {
            let payload = try reader.rawValue()
            self = .unknown(UnknownEvent(type: type, schemaVersion: schemaVersion, payload: payload))
            return
        }
        var decoder = PayloadDecoder()
        self = try known.accept(&decoder, &reader)
    }
}

extension EventType {
    /// The word for the type, e.g. `transferStarted`.
    public var name: String { Self.names[Int(rawValue)] }

    /// By number; numbers without a type have an empty word.
    private static let names: [String] = {
        var names = [String](repeating: "", count: 256)
        for type in allCases { names[Int(type.rawValue)] = "\(type)" }
        return names
    }()
}

extension EventType {
    /// The fields of the payload, in ascending order of key.
    var payloadFields: [FieldDescription] {
        var lister = PayloadFields()
        var context: Void = ()
        return accept(&lister, &context)
    }
}

private struct PayloadFields: PayloadTypeVisitor {
    mutating func visit<Payload: EventPayload>(
        _ payload: Payload.Type, _ context: inout Void, wrap: (Payload) -> Event
    ) throws(Never) -> [FieldDescription] {
        FieldLister.fields(of: Payload.self)
    }
}

private struct TypeOfPayload: PayloadVisitor {
    mutating func visit<Payload: EventPayload>(_ payload: Payload, _ type: inout EventType?) throws(Never) {
        type = Payload.type
    }
}

private struct PayloadEncoder: PayloadVisitor {
    var isWritten = false

    @inline(__always)
    mutating func visit<Payload: EventPayload>(_ payload: Payload, _ writer: inout CBORWriter) throws(Never) {
        isWritten = true
        payload.encode(into: &writer)
    }
}

private struct PayloadDecoder: PayloadTypeVisitor {
    mutating func visit<Payload: EventPayload>(
        _ payload: Payload.Type, _ reader: inout CBORReader, wrap: (Payload) -> Event
    ) throws(CodingFailure) -> Event {
        wrap(try Payload(from: &reader))
    }
}
