import Glibc
import HoldfastLMDB
import HoldfastLog
import Testing

@Suite struct CrashTests {
    let folder = Folder()
    static let table = TableDefinition(name: "rows", version: 1)

    /// Appends and flushes for ever; each acknowledged count is written to `acknowledged` before the next write begins.
    static func writeUntilKilled(_ directory: String, _ step: LogStep, _ killAt: Int) async throws {
        let reached = SharedCounter()
        var options = Sample.options([table])
        options.fault = { found throws(StorageError) in
            if found == step && reached.next() == killAt { kill(getpid(), SIGKILL) }
        }
        let log = try EventLog.open(directory: directory + "/store", options: options)
        let descriptor = Glibc.open(directory + "/acknowledged", O_RDWR | O_CREAT, 0o600)
        for round in 0..<1000 as Range<UInt64> {
            let first = log.nextPosition
            let records = [
                Sample.record(
                    "a\(round)", subject: .first("s\(first)"), command: CommandKey(id: "c\(first)", count: 3)),
                Sample.record("b", subject: .number(first)), Sample.record("c", subject: .number(first)),
            ]
            try await log.submit(records, at: first).durable()
            var acknowledged = first + 3
            pwrite(descriptor, &acknowledged, 8, 0)
            if round % 3 == 2 {
                let change = TableChange(key: [UInt8](number: first), value: [1])
                try await log.flush(tables: [[change]], covering: first).durable()
            }
        }
    }

    @Test(arguments: LogStep.allCases)
    func `a kill at any step keeps what was acknowledged and no part of a group`(_ step: LogStep) async throws {
        let path = folder.path
        for killAt in [1, 2, 9] {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, name = step.rawValue as String, killAt = killAt as Int] in
                guard let step = LogStep(rawValue: name) else { return }
                try await CrashTests.writeUntilKilled(path, step, killAt)
            }
            var acknowledged: UInt64 = 0
            let descriptor = Glibc.open(path + "/acknowledged", O_RDONLY)
            pread(descriptor, &acknowledged, 8, 0)
            close(descriptor)
            let log = try EventLog.open(directory: path + "/store", options: Sample.options([Self.table]))
            let count = try log.storedCount
            #expect(count >= acknowledged && count % 3 == 0)
            let report = try log.verify()
            #expect(report.isSound, "\(report.problems)")
            if count > 0 {
                #expect(try log.command("c\(count - 3)")?.positions == (count - 3)..<count)
                #expect(try log.subjectNumber("s\(count - 3)") == count - 3)
            }
            await log.close()
        }
    }

    @Test(arguments: [LogStep.flushStarted, .flushWritten])
    func `a failed flush changes nothing and can be done again`(_ step: LogStep) async throws {
        let isFailing = SharedFlag()
        var options = Sample.options([Self.table])
        options.fault = { reached throws(StorageError) in
            if reached == step && isFailing.isSet { throw .diskFull(path: "test") }
        }
        let log = try EventLog.open(directory: folder.path, options: options)
        try await log.submit([Sample.record("a", subject: .first("s"))], at: 0).durable()
        let change = TableChange(key: [1], value: [2])
        isFailing.set(true)
        let failing = try log.flush(tables: [[change]], covering: 1)
        await #expect(throws: LogError.storage(.diskFull(path: "test"))) { try await failing.durable() }
        isFailing.set(false)
        try log.resynchronise()
        #expect(try log.coveredCount == 0)
        #expect(log.unflushedCount == 1)
        try await log.flush(tables: [[change]], covering: 1).durable()
        #expect(try log.coveredCount == 1)
        #expect(try log.verify().isSound)
        await log.close()
    }

    @Test func `a reader that opened before a table was made sees its rows as soon as they are covered`() async throws {
        try await EventLog.open(directory: folder.path, options: Sample.options).close()
        let reader = try EventLog.open(directory: folder.path, options: Sample.options([Self.table], access: .readOnly))
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let log = try EventLog.open(directory: path, options: Sample.options([CrashTests.table]))
            _ = try log.submit([Sample.record("a")], at: 0)
            try await log.flush(tables: [[TableChange(key: [1], value: [2])]], covering: 1).durable()
            await log.close()
        }
        try reader.read { snapshot throws(LogError) in
            #expect(snapshot.coveredCount == 1)
            #expect(try snapshot.row(0, [1]).map { Array($0) } == [2])
        }
        await reader.close()
    }

    @Test func `one snapshot stays the same while the log grows`() async throws {
        let log = try EventLog.open(directory: folder.path, options: Sample.options([Self.table]))
        try await log.submit([Sample.record("a", subject: .first("s"))], at: 0).durable()
        let more = try log.read { snapshot throws(LogError) -> Submission in
            let submission = try log.submit([Sample.record("b", subject: .number(0))], at: 1)
            while submission.outcome == nil { sched_yield() }
            let flush = try log.flush(tables: [[]], covering: 2)
            while flush.outcome == nil { sched_yield() }
            #expect(snapshot.count == 1)
            #expect(try snapshot.positions(ofSubject: 0) == [0])
            #expect(try snapshot.subjectNumber("s") == 0)
            #expect(try snapshot.root() == snapshot.root(at: 1))
            #expect(try snapshot.record(at: 0).text.hasSuffix("a"))
            return submission
        }
        try await more.durable()
        try log.read { snapshot throws(LogError) in #expect(try snapshot.positions(ofSubject: 0) == [0, 1]) }
        await log.close()
    }
}
