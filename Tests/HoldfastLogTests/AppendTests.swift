import Dispatch
import HoldfastLMDB
import HoldfastLog
import Testing

@Suite struct AppendTests {
    let folder = Folder()

    private func open(_ options: LogOptions = Sample.options) throws(LogError) -> EventLog {
        try EventLog.open(directory: folder.path + "/store", options: options)
    }

    @Test func `what was appended is read back after the log is opened again`() async throws {
        let log = try open()
        try await log.submit([Sample.record("one", privateRow: [1, 2]), Sample.record("two")], at: 0).durable()
        #expect(try log.storedCount == 2)
        let root = try log.read { snapshot throws(LogError) in try snapshot.root() }
        let identifier = try log.read { snapshot throws(LogError) in try snapshot.storeIdentifier() }
        #expect(identifier.count == 16)
        await log.close()
        let again = try open()
        try again.read { snapshot throws(LogError) in
            #expect(snapshot.count == 2)
            #expect(try snapshot.record(at: 1).text == "||0|two")
            #expect(try snapshot.privateRow(at: 0).map { Array($0) } == [1, 2])
            #expect(try snapshot.privateRow(at: 1) == nil)
            #expect(try snapshot.root() == root)
            #expect(try snapshot.root(at: 2) == root)
            #expect(try snapshot.storeIdentifier() == identifier)
            #expect(try snapshot.schema() == Array("schema".utf8))
            #expect(try snapshot.formatVersion() == 1)
            #expect(throws: LogError.pastEnd(position: 2, count: 2)) { try snapshot.record(at: 2) }
        }
        await again.close()
    }

    @Test func `append refuses a stale position`() async throws {
        let log = try open()
        _ = try log.submit([Sample.record("one")], at: 0)
        for position in [0, 2] as [UInt64] {
            #expect(throws: LogError.stalePosition(expected: 1, given: position)) {
                try log.submit([Sample.record("two")], at: position)
            }
        }
        #expect(log.nextPosition == 1)
        await log.close()
    }

    @Test func `the records of a command come together or not at all`() async throws {
        let log = try open()
        let half = [Sample.record("a", command: CommandKey(id: "c", count: 3)), Sample.record("b")]
        #expect(throws: LogError.groupSplit(command: "c")) { try log.submit(half, at: 0) }
        let inner = [
            Sample.record("a", command: CommandKey(id: "c", count: 2)),
            Sample.record("b", command: CommandKey(id: "d", count: 1)),
        ]
        #expect(throws: LogError.groupSplit(command: "d")) { try log.submit(inner, at: 0) }
        #expect(throws: LogError.groupSplit(command: "e")) {
            try log.submit([Sample.record("a", command: CommandKey(id: "e", count: 0))], at: 0)
        }
        #expect(throws: LogError.emptySubmission) { try log.submit([], at: 0) }
        #expect(log.nextPosition == 0)
        await log.close()
    }

    @Test func `a command is known while it is queued, when it is durable, and after a flush`() async throws {
        let log = try open()
        let records = [Sample.record("a", command: CommandKey(id: "c", count: 2)), Sample.record("b")]
        let submission = try log.submit(records, at: 0)
        let queued = try #require(try log.command("c"))
        #expect(queued.positions == 0..<2)
        try await queued.submission?.durable()
        try await submission.durable()
        #expect(try #require(try log.command("c")).submission == nil)
        #expect(throws: LogError.commandAlreadyRecorded("c", 0..<2)) { try log.submit(records, at: 2) }
        try await log.flush(tables: [], covering: 2).durable()
        #expect(try log.command("c")?.positions == 0..<2)
        #expect(try log.command("other") == nil)
        await log.close()
        let again = try open()
        #expect(try again.command("c")?.positions == 0..<2)
        await again.close()
    }

    @Test func `a subject is named once and referred to by its number`() async throws {
        let log = try open()
        _ = try log.submit(
            [
                Sample.record("x"), Sample.record("a", subject: .first("item:1")),
                Sample.record("b", subject: .number(1)),
            ], at: 0)
        #expect(try log.subjectNumber("item:1") == 1)
        #expect(try log.subjectNumber("item:2") == nil)
        #expect(throws: LogError.subjectAlreadyNamed("item:1", number: 1)) {
            try log.submit([Sample.record("c", subject: .first("item:1"))], at: 3)
        }
        for number in [0, 2, 3, 4, 1 << 60] as [UInt64] {
            #expect(throws: LogError.unknownSubject(number)) {
                try log.submit([Sample.record("c", subject: .number(number))], at: 3)
            }
        }
        for size in [0, 321] {
            #expect(throws: LogError.subjectSize(size)) {
                try log.submit([Sample.record("c", subject: .first(String(repeating: "a", count: size)))], at: 3)
            }
        }
        try await log.flush(tables: [], covering: 3).durable()
        await log.close()
        let again = try open()
        #expect(try again.subjectNumber("item:1") == 1)
        #expect(throws: LogError.unknownSubject(0)) {
            try again.submit([Sample.record("c", subject: .number(0))], at: 3)
        }
        #expect(throws: LogError.subjectAlreadyNamed("item:1", number: 1)) {
            try again.submit([Sample.record("c", subject: .first("item:1"))], at: 3)
        }
        #expect(throws: LogError.subjectAlreadyNamed("twice", number: 3)) {
            try again.submit(Array(repeating: Sample.record("c", subject: .first("twice")), count: 2), at: 3)
        }
        try await again.submit([Sample.record("c", subject: .number(1))], at: 3).durable()
        try again.read { snapshot throws(LogError) in
            #expect(try snapshot.positions(ofSubject: 1) == [1, 2, 3])
            #expect(try snapshot.subjectNumber("item:1") == 1)
        }
        await again.close()
    }

    @Test func `a repeated command is refused whatever its subject`() async throws {
        let log = try open()
        try await log.submit([Sample.record("a", subject: .first("item:1"))], at: 0).durable()
        let again = [Sample.record("b", subject: .number(0), command: CommandKey(id: "c", count: 1))]
        try await log.submit(again, at: 1).durable()
        #expect(throws: LogError.commandAlreadyRecorded("c", 1..<2)) { try log.submit(again, at: 2) }
        await log.close()
    }

    @Test func `a subject that was looked up is known, and no other`() async throws {
        let log = try open()
        try await log.submit([Sample.record("a", subject: .first("item:1"))], at: 0).durable()
        try await log.flush(tables: [], covering: 1).durable()
        // Looked up the first time, remembered the second time.
        for position in [1, 2] as [UInt64] {
            try await log.submit([Sample.record("b", subject: .number(0))], at: position).durable()
        }
        for number in [1, 65_536, UInt64.max] {
            #expect(throws: LogError.unknownSubject(number)) {
                try log.submit([Sample.record("c", subject: .number(number))], at: 3)
            }
        }
        await log.close()
    }

    @Test func `a full tail is refused until a flush is durable`() async throws {
        let log = try open()
        let many = Array(repeating: Sample.record("r"), count: LogLimits.tailMax)
        try await log.submit(many, at: 0).durable()
        #expect(throws: LogError.tailFull(unflushedCount: LogLimits.tailMax)) {
            try log.submit([Sample.record("r")], at: 65_536)
        }
        try await log.flush(tables: [], covering: 10).durable()
        try await log.submit([Sample.record("r")], at: 65_536).durable()
        await log.close()
    }

    @Test(arguments: [LogStep.groupBegun, .appendStarted, .appendWritten, .groupWritten])
    func `a failed write fails what is queued, changes nothing, and the log goes on after it`(
        _ step: LogStep
    ) async throws {
        let isFailing = SharedFlag()
        var options = Sample.options
        options.fault = { reached throws(StorageError) in
            if reached == step && isFailing.isSet { throw .diskFull(path: "test") }
        }
        let log = try open(options)
        try await log.submit([Sample.record("one", subject: .first("s"))], at: 0).durable()
        isFailing.set(true)
        let failing = try log.submit([Sample.record("two", subject: .first("t"))], at: 1)
        await #expect(throws: LogError.storage(.diskFull(path: "test"))) { try await failing.durable() }
        #expect(throws: LogError.notResynchronised) { try log.submit([Sample.record("x")], at: 2) }
        #expect(throws: LogError.notResynchronised) { try log.subjectNumber("t") }
        isFailing.set(false)
        try log.resynchronise()
        #expect(log.nextPosition == 1)
        #expect(try log.subjectNumber("t") == nil)
        #expect(try log.subjectNumber("s") == 0)
        try await log.submit([Sample.record("two", subject: .first("t"))], at: 1).durable()
        #expect(try log.verify().isSound)
        await log.close()
    }

    @Test func `what is queued behind a write that fails is told why that one did`() async throws {
        let second = DispatchSemaphore(value: 0)
        let isFailing = SharedFlag()
        var options = Sample.options
        options.fault = { reached throws(StorageError) in
            guard reached == .groupBegun, isFailing.isSet else { return }
            isFailing.set(false)
            second.wait()
            throw .diskFull(path: "test")
        }
        let log = try open(options)
        isFailing.set(true)
        let failing = try log.submit([Sample.record("one")], at: 0)
        let behind = try log.submit([Sample.record("two")], at: 1)
        second.signal()
        for submission in [failing, behind] {
            await #expect(throws: LogError.storage(.diskFull(path: "test"))) { try await submission.durable() }
        }
        try log.resynchronise()
        #expect(log.nextPosition == 0)
        await log.close()
    }

    @Test func `a thousand submissions become durable in order`() async throws {
        let log = try open()
        let order = SharedList()
        var submissions: [Submission] = []
        for position in 0..<1000 as Range<UInt64> {
            let submission = try log.submit([Sample.record("\(position)")], at: position)
            submission.whenDone { _ in order.append(position) }
            submissions.append(submission)
        }
        for submission in submissions { try await submission.durable() }
        #expect(order.all == Array(0..<1000))
        var next: UInt64 = 0
        try log.scan { position, bytes in
            #expect(position == next && bytes.text == "||0|\(position)")
            next += 1
            return true
        }
        #expect(next == 1000)
        await log.close()
        #expect(throws: LogError.self) { try log.submit([Sample.record("late")], at: 1000) }
    }
}
