import Holdfast
package import HoldfastLog
package import HoldfastModel

/// Writes a store record by record, past the engine: also what no engine would write, and the same bytes every time.
package final class StoreScribe {
    package let log: EventLog
    /// 2026-11-30 04:31:36 UTC, when the first record is written; each further one comes 1.5 s later.
    package static let start: Int64 = 1_796_013_096_000_000
    private let sha = SHA256()
    private var subjects: [String: UInt64] = [:]
    private var flushed = MemoryState()
    private var whole = MemoryState()
    private var changed = Overlay()
    private var coveredCount: UInt64 = 0
    private var last: Submission?

    package init(at path: String, change: (inout LogOptions) -> Void = { _ in }) throws {
        var options = LogOptions.writing
        options.storeIdentifier = [UInt8](0xa0...0xaf)
        change(&options)
        log = try EventLog.open(directory: path, options: options)
    }

    package var count: UInt64 { log.nextPosition }
    package var time: Int64 { Self.start + Int64(count) * 1_500_000 }

    /// Adds an event about the subject, which is named where it was not yet.
    @discardableResult
    package func add(
        _ event: Event, about subject: String, by actor: Record.Actor = .app, command: Record.CommandGroup? = nil,
        privatePart: PrivatePart? = nil, salt: UInt8 = 0, change: (inout Record) -> Void = { _ in }
    ) throws -> UInt64 {
        let position = count
        let number = subjects[subject]
        if number == nil { subjects[subject] = position }
        var record = Record(
            position: position, subject: number.map { .number($0) } ?? .first(subject), recordedAt: time, actor: actor,
            command: command, event: event)
        let row = privatePart?.row(salt: (0..<16).map { salt &+ $0 })
        if let row {
            record.privateDigest = Digest(sha256: ([0x02] + row).withUnsafeBytes { sha.hash($0) }.bytes)
        }
        change(&record)
        try add(bytes: record.encode(), privateRow: row)
        return position
    }

    /// Adds a record of these bytes, whatever they are; they are on disk after `flush` or `close`.
    package func add(bytes: [UInt8], privateRow: [UInt8]? = nil, keys: RecordKeys? = nil) throws {
        let position = count
        let read = try keys ?? bytes.withUnsafeBytes { RecordKeys(try RecordEnvelope(decoding: $0)) }
        last = try log.submit([NewRecord(bytes: bytes, keys: read, privateRow: privateRow)], at: position)
        guard let record = try? bytes.withUnsafeBytes({ try Record(decoding: $0, at: position) }) else { return }
        try changed.apply(record, over: flushed)
        whole.apply(record)
    }

    /// Brings the tables up to the head.
    package func flush() throws {
        guard count > coveredCount else { return }
        let changes = changed.changes().map { $0.map { TableChange(key: $0.key, value: $0.value) } }
        try log.flush(tables: changes, covering: count).wait()
        (flushed, changed, coveredCount) = (whole, Overlay(), count)
    }

    package func close() { log.closeAndWait() }
}
