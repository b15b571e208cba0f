import HoldfastTestSupport
import Synchronization

@testable import Holdfast
@testable import HoldfastLog
@testable import HoldfastModel

/// The rows of all state tables with what `meta` says of each table, and how many records they cover.
struct FoldedTables: Equatable {
    var covered: UInt64
    private var rows: [[[UInt8]]] = []
    private var states: [[UInt8]] = []

    /// As they are stored.
    init(_ log: EventLog) throws {
        covered = try log.coveredCount
        for table in StateTable.allCases.indices {
            var found: [[UInt8]] = []
            let state = try log.read { snapshot throws(LogError) in
                try snapshot.scanRows(table) { key, value throws(LogError) in
                    found += [Array(key), Array(value)]
                    return true
                }
                return try snapshot.state(ofTable: table).bytes
            }
            rows.append(found)
            states.append(state)
        }
    }

    /// Of a store in a folder.
    static func stored(in folder: String) async throws -> FoldedTables {
        let log = try EventLog.open(directory: folder, options: .reading)
        let tables = try FoldedTables(log)
        await log.close()
        return tables
    }

    /// Folded anew into a fresh log of the same records, which is closed and opened again at each checkpoint.
    static func folded(_ records: [NewRecord], checkpoints: [Int] = []) async throws -> FoldedTables {
        let folder = try TemporaryDirectory()
        var written = 0
        for checkpoint in checkpoints + [records.count] {
            let log = try EventLog.open(directory: folder.path, options: .writing)
            let sequencer = try Sequencer(log: log, addresses: { [] })
            try sequencer.beginFlush()?.wait()
            if checkpoint > written {
                try log.submit(Array(records[written..<checkpoint]), at: UInt64(written)).wait()
                written = checkpoint
            }
            let reopened = try Sequencer(log: log, addresses: { [] })
            try reopened.beginFlush()?.wait()
            await log.close()
        }
        return try await stored(in: folder.path)
    }

    /// The records of a store, ready to be written again.
    static func records(in folder: String) async throws -> [NewRecord] {
        let log = try EventLog.open(directory: folder, options: .reading)
        let rows = try log.read { snapshot throws(LogError) in
            var rows: [(bytes: [UInt8], privateRow: [UInt8]?)] = []
            for position in 0..<snapshot.count {
                let bytes = Array(try snapshot.record(at: position))
                rows.append((bytes, try snapshot.privateRow(at: position).map { Array($0) }))
            }
            return rows
        }
        await log.close()
        return try rows.map { row in
            let keys = RecordKeys(try row.bytes.withUnsafeBytes { try RecordEnvelope(decoding: $0) })
            return NewRecord(bytes: row.bytes, keys: keys, privateRow: row.privateRow)
        }
    }
}
