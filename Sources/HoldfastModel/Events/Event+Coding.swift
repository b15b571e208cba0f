extension Event {
    /// `nil` for an unknown event.
    public var type: EventType? {
        var reader = TypeOfPayload()
        accept(&reader)
        return reader.type
    }

    /// The type's number as it stands in the record.
    public var typeNumber: UInt64 {
        if case .unknown(let event) = self { event.type } else { type.map { UInt64($0.rawValue) } ?? 0 }
    }

    /// 1 for every event that this program knows.
    public var schemaVersion: UInt64 {
        if case .unknown(let event) = self { event.schemaVersion } else { Self.schemaVersion }
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

    func encodePayload(into writer: inout CBORWriter) {
        if case .unknown(let event) = self { return writer.raw(event.payload) }
        var encoder = PayloadEncoder(writer: writer)
        accept(&encoder)
        writer = encoder.writer
    }

    /// Reads a payload. A type that has no word here, or a newer version of one that has, is kept as it is.
    init(type: UInt64, schemaVersion: UInt64, from reader: inout CBORReader) throws(CodingFailure) {
        guard schemaVersion == Self.schemaVersion, let number = UInt8(exactly: type),
            let known = EventType(rawValue: number)
        else {
            let payload = try reader.rawValue()
            self = .unknown(UnknownEvent(type: type, schemaVersion: schemaVersion, payload: payload))
            return
        }
        var decoder = PayloadDecoder(reader: reader)
        self = try known.accept(&decoder)
        reader = decoder.reader
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
        return (try? accept(&lister)) ?? []
    }
}

private struct PayloadFields: PayloadTypeVisitor {
    mutating func visit<Payload: EventPayload>(
        _ payload: Payload.Type, wrap: (Payload) -> Event
    ) throws(CodingFailure) -> [FieldDescription] {
        FieldLister.fields(of: Payload.self)
    }
}

private struct TypeOfPayload: PayloadVisitor {
    var type: EventType?

    mutating func visit<Payload: EventPayload>(_ payload: Payload) { type = Payload.type }
}

private struct PayloadEncoder: PayloadVisitor {
    var writer: CBORWriter

    mutating func visit<Payload: EventPayload>(_ payload: Payload) { payload.encode(into: &writer) }
}

private struct PayloadDecoder: PayloadTypeVisitor {
    var reader: CBORReader

    mutating func visit<Payload: EventPayload>(
        _ payload: Payload.Type, wrap: (Payload) -> Event
    ) throws(CodingFailure) -> Event {
        wrap(try Payload(from: &reader))
    }
}
