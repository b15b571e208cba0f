import Holdfast
import HoldfastLog
import HoldfastModel

/// A log and its state, kept as the engine keeps them, without deciding anything: encode, queue, fold; tables are written behind.
final class StateKeeper {
    let log: EventLog
    private let tables: any StateView
    private var active = Overlay()
    private var frozen: Overlay?
    private var flushing: Submission?
    private var coveredCount: UInt64
    private let sha = SHA256()
    private var salts = SystemRandomNumberGenerator()

    /// As in the engine: a flush is begun at this many records, and an append that could pass twice as many waits for it.
    private static let flushCount: UInt64 = 32_768

    /// The store must be new or closed in good order, so that its tables cover the whole log.
    init(directory: String) throws {
        log = try EventLog.openForState(at: directory)
        tables = log.storedState()
        coveredCount = try log.coveredCount
        guard coveredCount == log.nextPosition else { throw MeasureFailure.notFlushed(directory) }
    }

    /// Queues the records for the disk and folds them.
    func append(_ drafts: ArraySlice<Draft>) throws -> Submission {
        while log.nextPosition - coveredCount + UInt64(drafts.count) > 2 * Self.flushCount { try waitForFlush() }
        var records: [Record] = []
        var encoded: [NewRecord] = []
        records.reserveCapacity(drafts.count)
        encoded.reserveCapacity(drafts.count)
        for draft in drafts {
            let (record, new) = encode(draft)
            records.append(record)
            encoded.append(new)
        }
        let submission = try log.submit(encoded, at: log.nextPosition)
        try fold(records, drafts, over: tables)
        return submission
    }

    /// The record with the digest of its private part, and what the log takes.
    func encode(_ draft: Draft) -> (Record, NewRecord) {
        guard let part = draft.privatePart else { return (draft.record, NewRecord(draft.record, privateRow: nil)) }
        var record = draft.record
        var salt: [UInt8] = []
        salt.append(number: salts.next() as UInt64)
        salt.append(number: salts.next() as UInt64)
        let row = part.row(salt: salt)
        sha.begin()
        sha.add(2)
        row.withUnsafeBytes { sha.add($0) }
        record.privateDigest = Digest(sha256: sha.finish().bytes)
        return (record, NewRecord(record, privateRow: row))
    }

    private func fold(_ records: [Record], _ drafts: ArraySlice<Draft>, over tables: some StateView) throws {
        let base = (frozen ?? Overlay()).view(over: tables)
        for (record, draft) in zip(records, drafts) {
            try active.apply(record, privatePart: draft.privatePart, over: base)
        }
    }

    /// Call it after a commit, as the engine does.
    func flushIfDue() throws {
        if let flushing, flushing.outcome != nil { try finish(flushing) }
        if flushing == nil, log.nextPosition - coveredCount >= Self.flushCount { try beginFlush() }
    }

    private func beginFlush() throws {
        let changes = active.changes().map { $0.map { TableChange(key: $0.key, value: $0.value) } }
        let count = log.nextPosition
        flushing = try log.flush(tables: changes, covering: count)
        frozen = active
        active = Overlay()
        coveredCount = count
    }

    private func finish(_ flush: Submission) throws {
        try flush.wait()
        frozen = nil
        flushing = nil
    }

    private func waitForFlush() throws {
        if flushing == nil { try beginFlush() }
        if let flushing { try finish(flushing) }
    }

    /// Brings the tables up to the last record, and closes.
    func close() throws {
        if let flushing { try finish(flushing) }
        if log.nextPosition > coveredCount { try waitForFlush() }
        log.closeAndWait()
    }
}

enum MeasureFailure: Error, CustomStringConvertible {
    case notFlushed(String)
    case usage(String)
    case differs(String)

    var description: String {
        switch self {
        case .notFlushed(let path): "the tables of \(path) do not cover its log; begin with an empty folder"
        case .usage(let detail): detail
        case .differs(let detail): detail
        }
    }
}
