package import HoldfastLog

extension LogOptions {
    package static var writing: LogOptions { state(.readWrite) }
    package static var reading: LogOptions { state(.readOnly) }

    /// Made once: it costs more than everything else that opening does.
    private static let schema = Schema.current.encode()

    private static func state(_ access: Access) -> LogOptions {
        LogOptions(
            access: access, schema: schema,
            tables: StateTable.allCases.map { TableDefinition(name: $0.name, version: $0.version) },
            keys: { RecordKeys(try RecordEnvelope(decoding: $0)) })
    }
}

extension RecordKeys {
    package init(_ envelope: RecordEnvelope) {
        self.init(
            envelope.subject, command: envelope.command, recordedAt: envelope.recordedAt,
            beginsSegment: envelope.type == UInt64(EventType.clockJumped.rawValue))
    }

    init(_ subject: Record.Subject, command: Record.CommandGroup?, recordedAt: Int64, beginsSegment: Bool = false) {
        let key: SubjectKey =
            switch subject {
            case .first(let text): .first(text)
            case .number(let number): .number(number)
            }
        self.init(
            subject: key, command: command.map { CommandKey(id: $0.id, count: Int(clamping: $0.count)) },
            recordedAt: recordedAt, beginsSegment: beginsSegment)
    }
}

extension EventLog {
    /// `nil` past the end.
    func decodedRecord(at position: UInt64) throws -> Record? {
        try lend { snapshot in
            guard position < snapshot.count else { return nil }
            return try Record(stored: try snapshot.record(at: position), at: position)
        }
    }
}
