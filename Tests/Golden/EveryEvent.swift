@testable import HoldfastModel

/// Makes events out of what is known of their fields: readable values that differ from field to field and event to event.
struct EveryEvent {
    /// Of the event that is made; values follow from it.
    private let number: UInt64
    private var writer = CBORWriter()

    /// - Parameter isFull: fills the optional fields too.
    static func event(_ type: EventType, number: UInt64, isFull: Bool) throws -> Event {
        var maker = EveryEvent(number: number)
        maker.group(type.payloadFields, isFull: isFull)
        return try maker.writer.bytes.withUnsafeBytes { bytes in
            var reader = CBORReader(bytes)
            return try Event(type: UInt64(type.rawValue), schemaVersion: 1, from: &reader)
        }
    }

    private init(number: UInt64) { self.number = number }

    private mutating func group(_ fields: [FieldDescription], isFull: Bool) {
        let written = fields.filter { isFull || !$0.isOptional }
        writer.mapHead(count: written.count)
        for field in written {
            writer.unsigned(field.key)
            value(field.shape, named: field.name, key: field.key)
        }
    }

    private mutating func value(_ shape: FieldShape, named name: String, key: UInt64) {
        switch shape {
        case .unsigned: writer.unsigned(number + key)
        case .integer:
            let isTime = FieldUnit(fieldName: name) == .time
            writer.integer(isTime ? 1_796_100_000_000_000 + Int64(number * 1_000_003) : Int64(number * 1000 + key))
        case .boolean: writer.boolean((number + key) % 2 == 0)
        case .text: writer.text(name == "key" ? "queue.maxConcurrent" : "\(name) \(number) für 日本")
        case .bytes: writer.byteString([UInt8(truncatingIfNeeded: number), 0xff])
        case .digest: writer.byteString([1] + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32))
        case .code(_, let words):
            let known = words.indices.filter { !words[$0].isEmpty }
            writer.unsigned(UInt64(known[Int(number + key) % known.count]))
        case .group(_, let fields): group(fields, isFull: true)
        case .list(let element):
            writer.arrayHead(count: 2)
            for index in 0..<2 as Range<UInt64> { value(element, named: name, key: key + index) }
        case .tuple, .oneOf, .payload: writer.unsigned(0)
        }
    }
}
