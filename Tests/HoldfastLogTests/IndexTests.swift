import HoldfastLMDB
import HoldfastLog
import Testing

@Suite struct IndexTests {
    let folder = Folder()

    /// Rows of one of the log's tables, read past the log.
    private func rows(_ directory: String, _ table: String) throws -> [[UInt8]: [UInt8]] {
        let environment = try Environment.open(directory: directory, EnvironmentOptions(isReadOnly: true))
        defer { environment.close() }
        let table = try environment.openTables([TableName(table)])[0]
        return try environment.read { transaction throws(StorageError) in
            var rows: [[UInt8]: [UInt8]] = [:]
            guard let cursor = try transaction.cursor(table) else { return rows }
            var row = try cursor.first()
            while let found = row {
                rows[Array(found.key)] = Array(found.value)
                row = try cursor.next()
            }
            return rows
        }
    }

    /// Appends `count` records over a few subjects, flushing at random positions; returns each subject's positions.
    private func fill(
        _ log: EventLog, count: UInt64, seed: UInt64, flushes: Bool
    ) async throws -> [UInt64: [UInt64]] {
        var random = SeededGenerator(seed: seed)
        // Its own numbers, so that the records are the same with and without flushes.
        var flushing = SeededGenerator(seed: seed &+ 1000)
        var subjects: [UInt64: [UInt64]] = [:]
        var numbers: [UInt64] = []
        var position: UInt64 = 0
        while position < count {
            var records: [NewRecord] = []
            for _ in 0..<min(count - position, UInt64.random(in: 1...2000, using: &random)) {
                let own = position + UInt64(records.count)
                let command = CommandKey(id: "c\(own)", count: 1)
                if numbers.count < 5 || (numbers.count < 50 && own % 1000 == 7) {
                    records.append(Sample.record("r", subject: .first("s\(own)"), command: command))
                    numbers.append(own)
                    subjects[own] = [own]
                } else if let number = numbers.randomElement(using: &random) {
                    records.append(Sample.record("r", subject: .number(number), command: command))
                    subjects[number, default: []].append(own)
                }
            }
            _ = try log.submit(records, at: position)
            position += UInt64(records.count)
            if flushes && Bool.random(using: &flushing) {
                let covered = UInt64.random(in: min(try log.coveredCount, position)...position, using: &flushing)
                try await log.flush(tables: [], covering: max(covered, try log.coveredCount)).durable()
            } else if log.unflushedCount > 60_000 {
                try await log.flush(tables: [], covering: position).durable()
            }
        }
        return subjects
    }

    @Test(arguments: [false, true])
    func `texts that look alike and differ in bytes are different subjects and commands`(isFlushed: Bool) async throws {
        let composed = "caf\u{e9}"
        let decomposed = "cafe\u{301}"
        let log = try EventLog.open(directory: folder.path, options: Sample.options)
        for (position, text) in [composed, decomposed].enumerated() {
            let record = Sample.record("r", subject: .first(text), command: CommandKey(id: text, count: 1))
            try await log.submit([record], at: UInt64(position)).durable()
            if isFlushed { try await log.flush(tables: [], covering: UInt64(position) + 1).durable() }
        }
        for (position, text) in [composed, decomposed].enumerated() {
            let position = UInt64(position)
            #expect(try log.subjectNumber(text) == position)
            #expect(try log.command(text)?.positions == position..<(position + 1))
            try log.read { snapshot throws(LogError) in
                #expect(try snapshot.subjectNumber(text) == position)
                #expect(try snapshot.command(text) == position..<(position + 1))
            }
        }
        await log.close()
    }

    @Test(arguments: [1] as [UInt64])
    func `derived tables do not depend on where flushes fell, and equal a rebuild`(_ seed: UInt64) async throws {
        let count: UInt64 = 70_000
        var stored: [[String: [[UInt8]: [UInt8]]]] = []
        for flushes in [true, false] {
            let directory = folder.path + "/\(flushes)"
            let log = try EventLog.open(directory: directory, options: Sample.options)
            let subjects = try await fill(log, count: count, seed: seed, flushes: flushes)
            for (number, positions) in subjects {
                try log.read { snapshot throws(LogError) in
                    let found = try snapshot.positions(ofSubject: number, in: 0..<snapshot.count)
                    #expect(found == positions.filter { $0 < snapshot.count })
                }
            }
            try await log.flush(tables: [], covering: count).durable()
            let report = try log.verify()
            #expect(report.isSound, "\(report.problems)")
            try log.read { snapshot throws(LogError) in
                for (number, positions) in subjects {
                    #expect(try snapshot.positions(ofSubject: number) == positions)
                    let part = 1000..<66_000 as Range<UInt64>
                    let wanted = positions.filter { part.contains($0) }
                    #expect(try snapshot.positions(ofSubject: number, in: part) == wanted)
                    #expect(
                        try snapshot.positions(ofSubject: number, in: part, isReverse: true, limit: 3)
                            == Array(wanted.reversed().prefix(3)))
                    #expect(try snapshot.positions(ofSubject: number, limit: 4) == Array(positions.prefix(4)))
                }
            }
            #expect(try log.command("c\(count - 1)")?.positions == (count - 1)..<count)
            #expect(try log.command("c\(count - 65_536)") != nil)
            #expect(try log.command("c\(count - 65_537)") == nil)
            await log.close()
            var tables: [String: [[UInt8]: [UInt8]]] = [:]
            for table in Layout.derivedTables { tables[table] = try rows(directory, table) }
            stored.append(tables)
        }
        let areEqual = stored[0] == stored[1]
        #expect(areEqual)
        #expect(stored[0]["commands@1"]?.count == 65_536)

        // Emptied tables are filled again at the next open.
        let directory = folder.path + "/true"
        let environment = try Environment.open(directory: directory, EnvironmentOptions())
        let all = (Layout.derivedTables + ["meta"]).map { TableName($0) }
        let tables = try environment.openTables(all)
        try environment.createTables { transaction throws(StorageError) in
            for table in tables.dropLast() { try transaction.clear(table) }
            try transaction.put(tables[tables.count - 1], Array("covered".utf8), [UInt8](number: 0))
        }
        environment.close()
        let log = try EventLog.open(directory: directory, options: Sample.options)
        try await log.flush(tables: [], covering: count).durable()
        await log.close()
        for table in Layout.derivedTables {
            let isEqual = try rows(directory, table) == stored[1][table]
            #expect(isEqual, "\(table)")
        }
    }

    @Test func `keys around one and two bytes keep their order`() async throws {
        let log = try EventLog.open(directory: folder.path, options: Sample.options)
        var records = (0..<65_530).map { Sample.record("\($0)") }
        records[254] = Sample.record("254", subject: .first("a"))
        for position in 255...258 { records[position] = Sample.record("\(position)", subject: .number(254)) }
        _ = try log.submit(records, at: 0)
        try await log.flush(tables: [], covering: 256).durable()
        let more = (65_530..<65_545).map { Sample.record("\($0)", subject: .number(254)) }
        try await log.submit(more, at: 65_530).durable()
        for covered in [65_535, 65_536, 65_537, 65_545] as [UInt64] {
            try await log.flush(tables: [], covering: covered).durable()
            try log.read { snapshot throws(LogError) in
                #expect(try snapshot.positions(ofSubject: 254) == Array(254...258) + Array(65_530..<65_545))
                for position in Array(254...258) + Array(65_534...65_538) as [UInt64] {
                    #expect(try snapshot.record(at: position).text.hasSuffix("|\(position)"))
                }
            }
        }
        #expect(try log.verify().isSound)
        await log.close()
    }

    // C42
    @Test(arguments: [254, 65_534, 1 << 24 - 2] as [UInt64])
    func `appending over the edge of a byte keeps order, head and next position through every reopen`(
        _ start: UInt64
    ) async throws {
        try await EventLog.open(directory: folder.path, options: Sample.options).close()
        let environment = try Environment.open(directory: folder.path, EnvironmentOptions())
        let meta = try environment.openTables([TableName("meta")])[0]
        try environment.createTables { transaction throws(StorageError) in
            let roots = [UInt8](repeating: 7, count: 32 * start.nonzeroBitCount)
            try transaction.put(meta, Array("stack".utf8), [UInt8](number: start) + roots)
            try transaction.put(meta, Array("covered".utf8), [UInt8](number: start))
        }
        environment.close()
        for position in start..<(start + 5) {
            let log = try EventLog.open(directory: folder.path, options: Sample.options)
            #expect(log.nextPosition == position)
            let subject: SubjectKey = position == start ? .first("s") : .number(start)
            try await log.submit([Sample.record("\(position)", subject: subject)], at: position).durable()
            // The blocks before the start are made up, so that nothing but tables may be read of them at the next open.
            try await log.flush(tables: [], covering: position + 1).durable()
            #expect(throws: LogError.stalePosition(expected: position + 1, given: position)) {
                try log.submit([Sample.record("again", subject: subject)], at: position)
            }
            await log.close()
        }
        let log = try EventLog.open(directory: folder.path, options: Sample.options)
        var found: [UInt64] = []
        try log.read { snapshot throws(LogError) in
            try snapshot.scan(start..<(start + 5), isChecked: false) { position, bytes in
                if bytes.text.hasSuffix("|\(position)") { found.append(position) }
                return true
            }
        }
        #expect(found == Array(start..<(start + 5)))
        await log.close()
    }

    @Test func `a row that stands already where the next record goes is never written over`() async throws {
        var log = try EventLog.open(directory: folder.path, options: Sample.options)
        try await log.submit([Sample.record("0")], at: 0).durable()
        await log.close()
        let environment = try Environment.open(directory: folder.path, EnvironmentOptions())
        let records = try environment.openTables([TableName("records")])[0]
        try environment.createTables { transaction throws(StorageError) in
            try transaction.put(records, [UInt8](number: 1), Array("theirs".utf8))
        }
        environment.close()
        log = try EventLog.open(directory: folder.path, options: Sample.options)
        await #expect(throws: LogError.self) { try await log.submit([Sample.record("1")], at: 1).durable() }
        #expect(log.isBroken)
        await log.close()
        #expect(try rows(folder.path, "records")[[UInt8](number: 1)] == Array("theirs".utf8))
    }

    @Test func `positions around three bytes are indexed in a log that begins there`() async throws {
        let start: UInt64 = 1 << 24 - 2
        try await EventLog.open(directory: folder.path, options: Sample.options).close()
        // Only the counters of the earlier records exist; their bytes do not.
        let environment = try Environment.open(directory: folder.path, EnvironmentOptions())
        let meta = try environment.openTables([TableName("meta")])[0]
        try environment.createTables { transaction throws(StorageError) in
            let roots = [UInt8](repeating: 7, count: 32 * start.nonzeroBitCount)
            try transaction.put(meta, Array("stack".utf8), [UInt8](number: start) + roots)
            try transaction.put(meta, Array("covered".utf8), [UInt8](number: start))
        }
        environment.close()
        let log = try EventLog.open(directory: folder.path, options: Sample.options)
        _ = try log.submit([Sample.record("0", subject: .first("s"))], at: start)
        for number in 1..<5 as Range<UInt64> {
            try await log.flush(tables: [], covering: start + number).durable()
            try await log.submit([Sample.record("\(number)", subject: .number(start))], at: start + number).durable()
        }
        try log.read { snapshot throws(LogError) in
            #expect(try snapshot.positions(ofSubject: start) == Array(start..<(start + 5)))
            var texts: [String] = []
            try snapshot.scan(start..<(start + 5), isChecked: false) { _, bytes in
                texts.append(String(bytes.text.suffix(1)))
                return true
            }
            #expect(texts == ["0", "1", "2", "3", "4"])
        }
        await log.close()
    }
}
