/// What the fold takes from a record's envelope.
struct RecordHead: ~Copyable {
    let position: UInt64
    let subject: Subject
    /// Microseconds since 1970 UTC.
    let recordedAt: Int64
    let actor: Record.Actor
    /// Position of the event that led to it.
    let cause: UInt64?
    var hasPrivatePart: Bool

    /// What the record is about, as far as a fold looks at it.
    enum Subject {
        /// A subject named before.
        case number(UInt64)
        /// The record names an item, by this id.
        case item(String)
        /// The record names a group, by this id.
        case group(String)
        /// The record names something else.
        case other
    }
}

extension RecordHead {
    init(_ record: borrowing Record) {
        let subject: Subject =
            switch record.subject {
            case .number(let number): .number(number)
            case .first(var text): text.withUTF8 { Subject(naming: UnsafeRawBufferPointer($0)) }
            }
        self.init(
            position: record.position, subject: subject, recordedAt: record.recordedAt, actor: record.actor,
            cause: record.cause, hasPrivatePart: record.privateDigest != nil)
    }
}

extension RecordHead.Subject {
    /// - Parameter text: UTF-8.
    init(naming text: UnsafeRawBufferPointer) {
        if let id = Self.id(after: "item:", in: text) {
            self = .item(id)
        } else if let id = Self.id(after: "group:", in: text) {
            self = .group(id)
        } else {
            self = .other
        }
    }

    private static func id(after prefix: StaticString, in text: UnsafeRawBufferPointer) -> String? {
        let length = prefix.utf8CodeUnitCount
        guard (length + 1...length + Overlay.keyByteCountMax).contains(text.count),
            prefix.withUTF8Buffer({ text.starts(with: $0) })
        else { return nil }
        return String(decoding: text[length...], as: UTF8.self)
    }
}
