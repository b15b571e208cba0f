/// What derived tables need of a record, read without its payload.
package struct RecordEnvelope: Sendable, Equatable {
    /// Number of the event's type.
    package var type: UInt64
    package var subject: Record.Subject
    /// Microseconds since 1970 UTC.
    package var recordedAt: Int64
    package var command: Record.CommandGroup?

    /// Reads up to the command and looks at nothing behind it, so bytes that pass here may still be no record.
    package init(decoding bytes: UnsafeRawBufferPointer) throws(CodingFailure) {
        var reader = CBORReader(bytes)
        var type: UInt64?
        var subject: Record.Subject?
        var recordedAt: Int64?
        var last: UInt64?
        fields: for _ in 0..<(try reader.mapHead()) {
            let start = reader.offset
            let key = try reader.unsigned()
            if let last, key <= last { throw .notDeterministic(offset: start) }
            last = key
            switch key {
            case EnvelopeKey.type: type = try reader.unsigned()
            case EnvelopeKey.subject: subject = try Record.Subject(from: &reader)
            case EnvelopeKey.recordedAt: recordedAt = try reader.integer()
            case EnvelopeKey.command: command = try Record.CommandGroup(from: &reader)
            case EnvelopeKey.payload...: break fields
            default: try reader.skip()
            }
        }
        guard let type else { throw .missingField(key: EnvelopeKey.type) }
        guard let subject else { throw .missingField(key: EnvelopeKey.subject) }
        guard let recordedAt else { throw .missingField(key: EnvelopeKey.recordedAt) }
        self.type = type
        self.subject = subject
        self.recordedAt = recordedAt
    }
}
