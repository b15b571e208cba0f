import HoldfastLMDB
import Testing

@testable import HoldfastLog

/// The rows that flushes keep of the past.
@Suite struct PastTests {
    typealias Rows = [[[UInt8]: [UInt8]]]

    let folder = Folder()
    static let tables = [TableDefinition(name: "a", version: 1), TableDefinition(name: "b", version: 1)]

    private func open(
        _ tables: [TableDefinition] = tables, access: LogOptions.Access = .readWrite, recordsMax: UInt64 = 60,
        spanMin: UInt64 = 10
    ) throws(LogError) -> EventLog {
        var options = Sample.options(tables, access: access)
        options.past.recordsMax = recordsMax
        options.past.spanMin = spanMin
        return try EventLog.open(directory: folder.path, options: options)
    }

    private func append(_ count: Int, to log: EventLog) throws {
        try log.submit((0..<count).map { Sample.record("\($0)") }, at: log.nextPosition).wait()
    }

    /// Changes rows at random, here and in the log.
    private func flush(
        _ log: EventLog, _ rows: inout Rows, covering count: UInt64, _ generator: inout SeededGenerator
    ) throws {
        var changes: [[TableChange]] = [[], []]
        for table in 0..<2 {
            for key in 0..<12 as Range<UInt8> where Int.random(in: 0..<4, using: &generator) == 0 {
                let value = Bool.random(using: &generator) ? [UInt8.random(in: 0..<4, using: &generator)] : nil
                changes[table].append(TableChange(key: [key], value: value))
                rows[table][[key]] = value
            }
        }
        try log.flush(tables: changes, covering: count).wait()
    }

    private func stored(_ snapshot: borrowing LogSnapshot) throws(LogError) -> Rows {
        var rows: Rows = [[:], [:]]
        for table in 0..<2 {
            try snapshot.scanRows(table) { key, value in
                rows[table][Array(key)] = Array(value)
                return true
            }
        }
        return rows
    }

    /// Number of records that the rows cover, and the rows; nil where they are not kept.
    private func rows(_ log: EventLog, notAfter count: UInt64) throws(LogError) -> (count: UInt64, rows: Rows)? {
        try log.read { snapshot throws(LogError) in
            guard let past = try snapshot.pastRows(notAfter: count) else { return nil }
            var rows = try stored(snapshot)
            for table in 0..<2 { for (key, value) in past.tables[table] { rows[table][key] = value } }
            return (past.count, rows)
        }
    }

    private func tamper(_ body: (inout WriteTransaction, Table) throws(StorageError) -> Void) throws {
        let environment = try Environment.open(directory: folder.path, EnvironmentOptions())
        let table = try environment.openTables([TableName(Layout.pastTable)])[0]
        try environment.createTables { transaction throws(StorageError) in try body(&transaction, table) }
        environment.close()
    }

    private func pastRows() throws -> [(key: [UInt8], value: [UInt8])] {
        var rows: [(key: [UInt8], value: [UInt8])] = []
        try tamper { transaction, table throws(StorageError) in
            guard let cursor = try transaction.cursor(table) else { return }
            var row = try cursor.first()
            while let found = row {
                rows.append((Array(found.key), Array(found.value)))
                row = try cursor.next()
            }
        }
        return rows
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `kept rows turn the tables into what they were, as far back as they are kept`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var log = try open()
        var rows: Rows = [[:], [:]]
        var history: [UInt64: Rows] = [0: rows]
        var oldestEver: UInt64 = 0
        for _ in 0..<40 {
            try append(Int.random(in: 0...7, using: &generator) + 1, to: log)
            // Behind the head, at it, and now and then without a new record.
            let covered = try log.coveredCount
            let count =
                Bool.random(using: &generator)
                ? log.nextPosition : UInt64.random(in: covered...log.nextPosition, using: &generator)
            try flush(log, &rows, covering: count, &generator)
            // Rows that change without a record have no earlier self.
            history[count] = rows
            if Int.random(in: 0..<8, using: &generator) == 0 {
                log.closeAndWait()
                log = try open()
            }
            let kept = try log.read { snapshot throws(LogError) in try snapshot.pastCounts() }
            #expect(kept == kept.sorted())
            for wanted in kept + kept.map({ $0 + 3 }) + [0, count - min(1, count), count, log.nextPosition] {
                guard let found = try self.rows(log, notAfter: wanted) else {
                    #expect(wanted < (kept.first ?? count))
                    continue
                }
                #expect(found.count == kept.last { $0 <= wanted } ?? count || wanted >= count)
                #expect(found.rows == history[found.count], "seed \(seed), \(wanted) of \(count)")
            }
            if let oldest = kept.first {
                #expect(oldest >= oldestEver, "what was dropped does not come back")
                oldestEver = oldest
                #expect(oldest == 0 || count - oldest >= 60, "seed \(seed): \(count - oldest) records are kept")
                #expect((kept.dropFirst().first ?? count) + 60 >= count, "what ended longer ago is dropped")
            }
        }
        #expect(oldestEver > 0)
        #expect(try log.verify().problems == [])
        log.closeAndWait()
    }

    @Test func `rows kept beside a flush that did not know of them are not believed, and a new chain begins`() throws {
        var generator = SeededGenerator(seed: 5)
        var rows: Rows = [[:], [:]]
        var log = try open()
        for _ in 0..<4 {
            try append(12, to: log)
            try flush(log, &rows, covering: log.nextPosition, &generator)
        }
        log.closeAndWait()
        let before = try pastRows()
        for addsRecords in [true, false] {
            log = try open()
            if addsRecords { try append(12, to: log) }
            try log.flush(
                tables: [[TableChange(key: [77, addsRecords ? 1 : 0], value: [1])], []], covering: log.nextPosition
            ).wait()
            rows[0][[77, addsRecords ? 1 : 0]] = [1]
            log.closeAndWait()
            try tamper { transaction, table throws(StorageError) in
                try transaction.clear(table)
                for (key, value) in before { try transaction.put(table, key, value) }
            }
            log = try open(access: .readOnly)
            let covered = try log.coveredCount
            #expect(try self.rows(log, notAfter: covered)?.rows == rows)
            #expect(try self.rows(log, notAfter: covered - 1) == nil)
            #expect(try log.verify().problems == [])
            log.closeAndWait()
        }
        log = try open()
        let old = rows
        try append(12, to: log)
        try flush(log, &rows, covering: log.nextPosition, &generator)
        let found = try #require(try self.rows(log, notAfter: log.nextPosition - 1))
        #expect(found.count == log.nextPosition - 12 && found.rows == old)
        log.closeAndWait()
    }

    @Test func `another version of a table begins a chain of its own`() throws {
        var generator = SeededGenerator(seed: 6)
        var rows: Rows = [[:], [:]]
        let others = [Self.tables[0], TableDefinition(name: "b", version: 2)]
        for tables in [Self.tables, others] {
            let log = try open(tables)
            rows = [[:], [:]]
            if log.nextPosition == 0 { try append(40, to: log) }
            for count in [10, 20, 40] as [UInt64] { try flush(log, &rows, covering: count, &generator) }
            #expect(try log.read { snapshot throws(LogError) in try snapshot.pastCounts() } == [0, 10, 20])
            log.closeAndWait()
        }
        // What is kept now belongs to the other version.
        let log = try open()
        #expect(try log.read { snapshot throws(LogError) in try snapshot.pastCounts() } == [])
        log.closeAndWait()
    }

    @Test func `a rebuild that is far from the head keeps nothing`() throws {
        var generator = SeededGenerator(seed: 7)
        var rows: Rows = [[:], [:]]
        let log = try open()
        try append(200, to: log)
        for count in stride(from: 20, through: 200, by: 20) as StrideThrough<UInt64> {
            try flush(log, &rows, covering: count, &generator)
            let kept = try log.read { snapshot throws(LogError) in try snapshot.pastCounts() }
            #expect(kept == stride(from: 120, to: count, by: 20).map { $0 })
        }
        log.closeAndWait()
    }

    @Test func `a row too large to be kept ends the chain, and the flush goes through`() throws {
        var generator = SeededGenerator(seed: 8)
        var rows: Rows = [[:], [:]]
        let log = try open()
        try append(20, to: log)
        try flush(log, &rows, covering: 10, &generator)
        let key = [UInt8](repeating: 1, count: StorageLimits.keySizeMax)
        try log.flush(tables: [[TableChange(key: key, value: [1])], []], covering: 20).wait()
        #expect(try log.read { snapshot throws(LogError) in try snapshot.pastCounts() } == [])
        #expect(try log.verify().problems == [])
        // A key of the longest kind that fits.
        try append(20, to: log)
        let change = TableChange(key: Array(key.dropFirst(9)), value: [1])
        try log.flush(tables: [[change], []], covering: 40).wait()
        #expect(try log.read { snapshot throws(LogError) in try snapshot.pastCounts() } == [20])
        log.closeAndWait()
    }

    @Test func `a damaged row of the past is never used, and verify finds it`() throws {
        var generator = SeededGenerator(seed: 9)
        var rows: Rows = [[:], [:]]
        var log = try open()
        for _ in 0..<4 {
            try append(12, to: log)
            try flush(log, &rows, covering: log.nextPosition, &generator)
        }
        log.closeAndWait()
        let sound = try pastRows()
        #expect(sound.count > 12)
        for (index, row) in sound.enumerated() {
            for change in [index % 4] {
                try tamper { transaction, table throws(StorageError) in
                    if change != 3 {
                        try withBytes(of: row.key) { key throws(StorageError) in _ = try transaction.remove(table, key)
                        }
                    }
                    var (key, value) = row
                    if change == 1 { value[Int.random(in: 0..<value.count, using: &generator)] ^= 1 << 3 }
                    if change == 2 { key[Int.random(in: 0..<key.count, using: &generator)] ^= 1 << 3 }
                    if change == 3 { key.append(0) }
                    if change > 0 { try transaction.put(table, key, value) }
                }
                log = try open(access: .readOnly)
                let kinds = try log.verify().problems.map(\.kind)
                // Not every bit of a span's head matters to what is read.
                let isHead = row.key.count == 8 && change == 1
                #expect(kinds == [.derived] || (isHead && kinds == []), "row \(index), change \(change)")
                let found = try self.rows(log, notAfter: 0)
                #expect(found == nil || (isHead && found?.rows == [[:], [:]]), "row \(index), change \(change)")
                log.closeAndWait()
                try tamper { transaction, table throws(StorageError) in
                    try transaction.clear(table)
                    for (key, value) in sound { try transaction.put(table, key, value) }
                }
            }
        }
        log = try open(access: .readOnly)
        #expect(try self.rows(log, notAfter: 0)?.rows == [[:], [:]])
        #expect(try log.verify().problems == [])
        log.closeAndWait()
    }
}
