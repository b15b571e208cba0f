import HoldfastLMDB
import Testing

@testable import HoldfastLog

@Suite struct SegmentTests {
    let folder = Folder()

    /// A record is one byte; 1 begins a segment.
    private func open(_ access: LogOptions.Access = .readWrite) throws(LogError) -> EventLog {
        try EventLog.open(
            directory: folder.path,
            options: LogOptions(access: access) { RecordKeys(recordedAt: 0, beginsSegment: $0.first == 1) })
    }

    private func record(_ isStart: Bool) -> NewRecord {
        NewRecord(bytes: [isStart ? 1 : 0], keys: RecordKeys(recordedAt: 0, beginsSegment: isStart))
    }

    private func segments(_ log: EventLog) throws(LogError) -> [UInt64] {
        try log.read { snapshot throws(LogError) in try snapshot.segments() }
    }

    private func changeTable(_ body: (inout WriteTransaction, Table) throws(StorageError) -> Void) throws {
        let environment = try Environment.open(directory: folder.path, EnvironmentOptions())
        let table = try environment.openTables([TableName("segments@1")])[0]
        try environment.createTables { transaction throws(StorageError) in try body(&transaction, table) }
        environment.close()
    }

    @Test func `records with which times begin anew are found, flushed or not`() throws {
        var log = try open()
        let starts: [UInt64] = [3, 4, 9, 17, 18, 25]
        for position in 0..<30 as Range<UInt64> {
            try log.submit([record(starts.contains(position))], at: position).wait()
            if position % 7 == 6 { try log.flush(tables: [], covering: position - 2).wait() }
            #expect(try segments(log) == starts.filter { $0 <= position })
        }
        #expect(try log.verify().problems == [])
        log.closeAndWait()
        for access in [LogOptions.Access.readOnly, .readWrite] {
            log = try open(access)
            #expect(try segments(log) == starts)
            log.closeAndWait()
        }
        for isRemoved in [true, false] {
            try changeTable { transaction, table throws(StorageError) in
                try withKey(isRemoved ? 9 : 10) { key throws(StorageError) in
                    if isRemoved {
                        _ = try transaction.remove(table, key)
                    } else {
                        try transaction.put(table, key, UnsafeRawBufferPointer(start: nil, count: 0))
                    }
                }
            }
            log = try open(.readOnly)
            #expect(try log.verify().problems.map(\.kind) == [.derived])
            log.closeAndWait()
            try changeTable { transaction, table throws(StorageError) in
                try transaction.clear(table)
                for start in starts where start < 25 { try transaction.put(table, [UInt8](number: start), []) }
            }
        }
    }
}
