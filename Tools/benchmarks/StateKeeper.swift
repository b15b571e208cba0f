import Glibc
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
    private var salts = Salts()

    /// As in the engine: a flush is begun at this many records, and an append that could pass twice as many waits for it.
    private static let flushCount: UInt64 = 32_768

    /// The store must be new or closed in good order, so that its tables cover the whole log.
    init(directory: String) throws {
        // Valgrind has no room for the standard map.
        let mapSize = getenv("HOLDFAST_BENCH_MAP").flatMap { Int(String(cString: $0)) }
        log = try EventLog.openForState(
            at: directory, identifier: Workload.storeIdentifier, mapSizeInBytes: mapSize)
        tables = log.storedState()
        coveredCount = try log.coveredCount
        guard coveredCount == log.nextPosition else { throw MeasureFailure.notFlushed(directory) }
    }

    /// Queues the records for the disk and folds them.
    func append(_ drafts: inout [Draft], _ range: Range<Int>) throws -> Submission {
        while log.unflushedCount + range.count > LogLimits.tailMax { try waitForFlush() }
        var encoded: [NewRecord] = []
        encoded.reserveCapacity(range.count)
        for index in range { encoded.append(encode(&drafts[index])) }
        let submission = try log.submit(encoded, at: log.nextPosition)
        try fold(&drafts, range)
        return submission
    }

    /// What the log takes of a record; the record learns the digest of its private part.
    func encode(_ draft: inout Draft) -> NewRecord {
        guard let part = draft.privatePart else { return NewRecord(draft.record, privateRow: nil) }
        let row = part.row(salt: salts.next())
        sha.begin()
        sha.add(2)
        row.withUnsafeBytes { sha.add($0) }
        draft.record.privateDigest = Digest(sha256: sha.finish().bytes)
        return NewRecord(draft.record, privateRow: row)
    }

    private func fold(_ drafts: inout [Draft], _ range: Range<Int>) throws {
        try Self.fold(&drafts, range, into: &active, over: Self.base(frozen, over: tables))
    }

    private static func fold(
        _ drafts: inout [Draft], _ range: Range<Int>, into rows: inout Overlay, over base: any StateView
    ) throws {
        defer { rows.settle() }
        for index in range { try fold(&drafts[index], into: &rows, over: base) }
    }

    private static func base(_ frozen: Overlay?, over tables: some StateView) -> any StateView {
        frozen?.view(over: tables) ?? tables
    }

    /// By reference: a draft that is taken out of its array is copied, piece by piece.
    private static func fold(_ draft: inout Draft, into rows: inout Overlay, over base: any StateView) throws {
        try rows.fold(draft.record, privatePart: draft.privatePart, over: base)
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
