@testable import HoldfastModel

/// Records with a value in every field, written from what the schema says of their types.
enum SampleRecord {
    static let all: [[UInt8]] = EventType.allCases.map { bytes($0, subject: 3) } + [unknown]

    /// From registration to a deletion, in the form of the `fold` target.
    static let life: [UInt8] = lifeBytes.flatMap { [UInt8(clamping: $0.count), $0.count % 3 == 0 ? 0 : 1] + $0 }

    static let lifeRecords: [Record] = lifeBytes.enumerated().compactMap { position, bytes in
        try? bytes.withUnsafeBytes { try Record(decoding: $0, at: UInt64(position)) }
    }

    /// The attempt is the one that begins at position 3.
    private static let lifeBytes: [[UInt8]] = {
        let types: [EventType] = [
            .itemRegistered, .settingChanged, .downloadRequested, .transferStarted, .responseReceived,
            .transferCheckpointed, .transferCompleted, .contentVerified, .contentPublished, .deletionRequested,
            .deletionStarted, .contentDeleted, .featureDeclared, .connectivityChanged,
        ]
        return types.enumerated().map { position, type in
            bytes(type, subject: position == 0 ? nil : 0, attempt: 3, isSparse: type == .itemRegistered)
        }
    }()

    private static let unknown: [UInt8] = CBORWriter.bytes { writer in
        writer.mapHead(count: 5)
        for (key, value) in [(EnvelopeKey.type, 250 as UInt64), (2, 3), (3, 9), (5, 1), (9, 4)] {
            writer.unsigned(key)
            writer.unsigned(value)
        }
    }

    /// - Parameter subject: `nil` for a record that names item `a`.
    static func bytes(
        _ type: EventType, subject: UInt64?, attempt: UInt64 = 1, isSparse: Bool = false
    ) -> [UInt8] {
        CBORWriter.bytes { writer in
            writer.mapHead(count: 5)
            writer.unsigned(EnvelopeKey.type)
            writer.unsigned(UInt64(type.rawValue))
            writer.unsigned(EnvelopeKey.subject)
            if let subject { writer.unsigned(subject) } else { writer.text("item:a") }
            writer.unsigned(EnvelopeKey.recordedAt)
            writer.integer(1_796_040_000_000_000)
            writer.unsigned(EnvelopeKey.actor)
            writer.unsigned(1)
            writer.unsigned(EnvelopeKey.payload)
            group(type.payloadFields.filter { !isSparse || !$0.isOptional }, attempt, &writer)
        }
    }

    private static func group(_ fields: [FieldDescription], _ attempt: UInt64, _ writer: inout CBORWriter) {
        writer.mapHead(count: fields.count)
        for field in fields {
            writer.unsigned(field.key)
            if field.name == "attempt" { writer.unsigned(attempt) } else { value(field.shape, attempt, &writer) }
        }
    }

    private static func value(_ shape: FieldShape, _ attempt: UInt64, _ writer: inout CBORWriter) {
        switch shape {
        case .unsigned, .code: writer.unsigned(1)
        case .integer: writer.integer(1_000)
        case .boolean: writer.boolean(true)
        case .text: writer.text("a")
        case .bytes: writer.byteString([1, 2])
        case .digest: writer.byteString([1] + [UInt8](repeating: 7, count: 32))
        case .group(_, let fields): group(fields, attempt, &writer)
        case .list(let element):
            writer.arrayHead(count: 1)
            value(element, attempt, &writer)
        case .tuple(let shapes):
            writer.arrayHead(count: shapes.count)
            for shape in shapes { value(shape, attempt, &writer) }
        case .oneOf(let shapes): if let first = shapes.first { value(first, attempt, &writer) }
        case .payload: writer.mapHead(count: 0)
        }
    }
}
