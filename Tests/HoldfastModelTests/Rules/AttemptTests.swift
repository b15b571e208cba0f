import Testing

@testable import HoldfastModel

@Suite struct AttemptTests {
    @Test func `the happy path is six events`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        let start = log.records.count
        try log.run(.request(item: "a", RequestOptions()))
        try log.start("a")
        try log.report("a", .response(ModelLog.response(bytes: 1_000_000)))
        try log.report("a", ModelLog.completed(1_000_000))
        try log.report("a", .verified(bytes: 1_000_000, ModelLog.digest, .firstSeen))
        try log.report("a", .published(path: "content/a", volume: 0))
        #expect(
            log.records[start...].map(\.event.name) == [
                "downloadRequested", "transferStarted", "responseReceived", "transferCompleted", "contentVerified",
                "contentPublished",
            ])
        // Each is caused by the one that it follows from.
        let base = UInt64(start)
        #expect(log.records[start...].map(\.cause) == [nil, base, base + 1, base + 1, base + 1, base + 4])
        let item = log.item("a")
        #expect(item.installed?.bytes == 1_000_000 && item.intent == nil && item.staging == nil)
        #expect(log.details[base + 5]?.path == "content/a")
        #expect(log.state.totals().usedBytes == 1_000_000 && log.state.totals().reservedBytes == 0)
    }

    @Test func `a transfer starts only when it may`() throws {
        var log = try ModelLog.online()
        let number = try log.register("a")
        let start = Command.startTransfer(item: number, source: 0, fromByte: 0, validator: nil, reservedBytes: 0)
        #expect(log.refusal(start) == .notReady)
        try log.run(.request(item: "a", RequestOptions()))
        #expect(log.refusal(filledStart(start, fromByte: 5)) == .illegalTransition)
        try log.run(.setOfflineMode(true, until: nil))
        #expect(log.refusal(start) == .blocked)
        try log.run(.setOfflineMode(false, until: nil))
        try log.run(start)
        #expect(log.refusal(start) == .attemptOpen)
        #expect(
            log.refusal(.startTransfer(item: 999, source: 0, fromByte: 0, validator: nil, reservedBytes: 0))
                == .unknownItem)
    }

    private func filledStart(_ command: Command, fromByte: Int64) -> Command {
        guard case .startTransfer(let item, let source, _, let validator, let reserved) = command else {
            return command
        }
        return .startTransfer(
            item: item, source: source, fromByte: fromByte, validator: validator, reservedBytes: reserved)
    }

    @Test func `a transfer goes on from durable bytes or from more, never from fewer`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 40_000)
        try log.report("a", .interrupted(.preempted, blocker: nil, durableBytes: 50_000))
        #expect(log.item("a").staging?.durableBytes == 50_000)
        let number = log.item("a").number
        let fewer = Command.startTransfer(item: number, source: 0, fromByte: 40_000, validator: nil, reservedBytes: 0)
        #expect(log.refusal(fewer) == .illegalTransition)
        try log.run(.startTransfer(item: number, source: 0, fromByte: 60_000, validator: nil, reservedBytes: 0))
        #expect(log.item("a").staging?.durableBytes == 60_000)
    }

    @Test func `durable bytes never fall by a report`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 40_000)
        let item = log.item("a")
        let attempt = item.transfer.attempt?.id ?? 0
        #expect(
            log.refusal(.attempt(item: item.number, id: attempt, .checkpoint(durableBytes: 39_999)))
                == .illegalTransition)
        #expect(try log.note(.attempt(item: item.number, id: attempt, .checkpoint(durableBytes: 40_000))) == .unchanged)
        // The recovery finds fewer: what is left is thrown away.
        #expect(
            try log.report("a", .interrupted(.processDied, blocker: nil, durableBytes: 100)) == [
                "transferInterrupted", "partialDiscarded",
            ])
        #expect(log.item("a").staging == nil)
    }

    @Test func `an interruption uses up no try`() throws {
        var log = try ModelLog.online()
        for cause in [InterruptCause.connectivityLost, .preempted, .processDied, .sessionEnded] {
            try log.receive("a")
            try log.report("a", .interrupted(cause, blocker: nil, durableBytes: 0))
        }
        #expect(log.item("a").transfer == .ready)
        #expect(log.item("a").intent?.failures == 0 && log.item("a").intent?.attempts == 4)
    }

    @Test func `a range answered from its start goes on`() throws {
        var log = try Self.interrupted()
        try log.start("a")
        #expect(
            try log.report("a", .response(ModelLog.response(206, bytes: 100_000, from: 40_000))) == ["responseReceived"]
        )
        #expect(log.item("a").transfer.state == .receiving && log.item("a").staging?.durableBytes == 40_000)
    }

    @Test func `a range answered with the whole file starts again`() throws {
        var log = try Self.interrupted()
        try log.start("a")
        #expect(
            try log.report("a", .response(ModelLog.response(bytes: 100_000))) == [
                "partialDiscarded", "responseReceived",
            ])
        #expect(log.item("a").transfer.state == .receiving)
        #expect(log.item("a").staging?.durableBytes == 0 && log.item("a").intent?.restarts == 1)
        #expect(log.item("a").transfer.attempt?.fromByte == 0)
        #expect(log.state.totals().reservedBytes == 100_000)
        guard case .partialDiscarded(let payload) = log.records[log.records.count - 2].event else {
            Issue.record("no discard")
            return
        }
        #expect(payload.reason == .known(.rangeIgnored) && payload.bytes == 40_000)
        let number = log.item("a").number
        let id = log.item("a").transfer.attempt?.id ?? 0
        #expect(try log.note(.attempt(item: number, id: id, .discarded(.rangeIgnored))) == .unchanged)
    }

    @Test func `whole content that was refused leaves what is staged, and its validator, as they were`() throws {
        var log = try Self.interrupted()
        let staged = log.item("a").staging
        try log.start("a")
        var answer = ModelLog.response(bytes: 49_000, etag: "\"b\"")
        answer.isRefused = true
        try log.report("a", .response(answer))
        #expect(log.item("a").staging == staged && staged?.durableBytes == 40_000)
        #expect(log.item("a").transfer.state == .connecting)
    }

    @Test func `a changed file starts again`() throws {
        var log = try Self.interrupted()
        try log.start("a")
        try log.report("a", .response(ModelLog.response(bytes: 120_000, etag: "\"b\"")))
        #expect(log.item("a").staging == Staging(durableBytes: 0, total: 120_000, validator: "\"b\""))
        #expect(log.item("a").catalogue.size == 120_000)
    }

    @Test(arguments: [(36_864 as Int64?, 100_000 as Int64), (nil, 100_000), (40_000, 120_000)])
    func `a range that was not asked for is not accepted`(from: Int64?, total: Int64) throws {
        var log = try Self.interrupted()
        try log.start("a")
        try log.report("a", .response(ModelLog.response(206, bytes: total, from: from)))
        #expect(log.item("a").transfer.state == .connecting && log.item("a").staging?.total == 100_000)
        let failure = AttemptReport.failed(
            Failure(.changed, "rangeNotHonoured"), durableBytes: 40_000, retryAfterInMilliseconds: nil,
            discards: .rangeIgnored, draw: 0)
        #expect(try log.report("a", failure) == ["transferFailed", "partialDiscarded"])
        #expect(log.item("a").transfer == .ready)
        // Once is given, twice is not.
        try log.receive("a", durable: 10, bytes: 100_000)
        #expect(try log.report("a", failure) == ["transferFailed", "partialDiscarded", "downloadFailed"])
        #expect(log.item("a").transfer.state == .failed)
    }

    @Test func `a validator that changes with every answer does not go on for ever`() throws {
        var log = try Self.interrupted()
        var rounds = 0
        while log.item("a").transfer.state != .failed, rounds < 20 {
            rounds += 1
            try log.start("a")
            try log.report("a", .response(ModelLog.response(bytes: 100_000, etag: "\"n\(rounds)\"")))
            guard log.item("a").transfer.state == .receiving else { break }
            try log.report("a", .checkpoint(durableBytes: 50_000))
            _ = try log.fail("a", .transient, durable: 50_000)
            log.wall += 301_000_000
        }
        #expect(rounds == 4)
        guard case .failed(let failure, let needs) = log.item("a").transfer else {
            Issue.record("not failed")
            return
        }
        #expect(failure.code == "validatorUnstable" && needs == .known(.source))
    }

    @Test func `weak and encoded answers leave nothing to resume with`() throws {
        #expect(ModelLog.response(bytes: 1, etag: "W/\"a\"").validator == nil)
        #expect(filled(ModelLog.response(bytes: 1)) { $0.encoding = "gzip" }.validator == nil)
        #expect(ModelLog.response(bytes: 1, etag: "\"a\"").validator == "\"a\"")
        #expect(filled(ModelLog.response(bytes: 1, etag: nil)) { $0.lastModified = "then" }.validator == "then")
    }

    @Test func `all bytes are there already`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 100_000, bytes: 100_000)
        try log.report("a", .interrupted(.processDied, blocker: nil, durableBytes: 100_000))
        try log.start("a")
        try log.report("a", .response(ModelLog.response(416, bytes: 100_000)))
        #expect(log.item("a").transfer.state == .connecting)
        try log.report("a", ModelLog.completed(100_000))
        #expect(log.item("a").transfer.state == .verifying)
    }

    @Test func `the size becomes known with the answer`() throws {
        var log = try ModelLog.online()
        try log.want("a", bytes: nil)
        #expect(log.item("a").catalogue.size == nil)
        try log.start("a")
        #expect(try log.report("a", .response(ModelLog.response(bytes: 77))) == ["responseReceived", "sizeResolved"])
        #expect(log.item("a").catalogue.size == 77 && log.state.totals().reservedBytes == 77)
        try log.want("b", bytes: nil)
        try log.start("b")
        try log.report("b", .response(ModelLog.response(bytes: nil)))
        #expect(try log.report("b", ModelLog.completed(88)) == ["transferCompleted", "sizeResolved"])
    }

    @Test func `an answer that does not fit ends its attempt`() throws {
        var log = try ModelLog.online()
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "1MB"))
        try log.want("a", bytes: nil)
        try log.start("a")
        #expect(
            try log.report("a", .response(ModelLog.response(bytes: 1_000_001))) == [
                "responseReceived", "sizeResolved", "transferInterrupted",
            ])
        #expect(try log.blockers("a") == [.quotaFull])
        #expect(log.state.totals().committedBytes == 0)
    }

    @Test func `short bodies are not complete`() throws {
        var log = try ModelLog.online()
        try log.receive("a", bytes: 100_000)
        let item = log.item("a")
        let id = item.transfer.attempt?.id ?? 0
        #expect(log.refusal(.attempt(item: item.number, id: id, ModelLog.completed(95_000))) == .illegalTransition)
    }

    @Test func `only what the catalogue promises is verified`() throws {
        var log = try ModelLog.online()
        var registration = Registration(id: "a", sources: ["https://a.example"])
        registration.expectedDigest = ModelLog.digest
        registration.expectedBytes = 100
        try log.run(.register(registration))
        try log.run(.request(item: "a", RequestOptions()))
        try log.verify("a", bytes: 100)
        let item = log.item("a")
        let id = item.transfer.attempt?.id ?? 0
        for (bytes, digest, trust) in [
            (100 as Int64, ModelLog.otherDigest, Trust.expected), (99, ModelLog.digest, .expected),
            (100, ModelLog.otherDigest, .firstSeen),
        ] {
            let report = Command.attempt(item: item.number, id: id, .verified(bytes: bytes, digest, trust))
            #expect(log.refusal(report) == .illegalTransition)
        }
        try log.report("a", .verified(bytes: 100, ModelLog.digest, .expected))
        #expect(log.item("a").transfer.state == .publishing)
    }

    @Test func `a wrong file is tried once more, then the download has failed`() throws {
        var log = try ModelLog.online()
        let wrong = AttemptReport.verificationFailed(.digest, expected: "1", actual: "2", draw: 5_000)
        try log.verify("a")
        #expect(try log.report("a", wrong) == ["verificationFailed", "partialDiscarded", "retryScheduled"])
        #expect(log.item("a").staging == nil)
        log.wall += 300_000_000
        try log.verify("a")
        #expect(try log.report("a", wrong) == ["verificationFailed", "partialDiscarded", "downloadFailed"])
        #expect(log.item("a").transfer == .failed(Failure(.integrity, "digest"), needs: .known(.source)))
    }

    @Test func `nothing stops what is being put in its place, but its end is told`() throws {
        var log = try ModelLog.online()
        try log.publish("a")
        let item = log.item("a")
        let id = item.transfer.attempt?.id ?? 0
        let paused = AttemptReport.interrupted(.paused, blocker: nil, durableBytes: 0)
        #expect(log.refusal(.attempt(item: item.number, id: id, paused)) == .pastNoReturn)
        try log.report("a", .interrupted(.processDied, blocker: nil, durableBytes: 1_000_000))
        #expect(log.item("a").transfer == .ready)
    }

    /// Wanted, 40,000 of 100,000 bytes durable, validator "a".
    static func interrupted() throws -> ModelLog {
        var log = try ModelLog.online()
        try log.receive("a", durable: 40_000, bytes: 100_000)
        try log.report("a", .interrupted(.preempted, blocker: nil, durableBytes: 40_000))
        return log
    }
}
