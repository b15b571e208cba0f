import Testing

@testable import HoldfastModel

@Suite struct RetryTests {
    @Test func `the delay is drawn from a range that doubles up to the cap`() {
        let settings = Settings()
        for (stall, ceiling) in [(1, 2_000), (2, 4_000), (5, 32_000), (8, 256_000), (9, 300_000), (70, 300_000)]
            as [(UInt64, UInt64)]
        {
            #expect(RetryRule.delay(stall: stall, settings: settings, draw: ceiling) == Int64(ceiling))
            #expect(RetryRule.delay(stall: stall, settings: settings, draw: ceiling + 1) == 1_000)
            #expect(RetryRule.delay(stall: stall, settings: settings, draw: 0) == 1_000)
        }
        #expect(RetryRule.delay(stall: .max, settings: settings, draw: .max) <= 300_000)
    }

    @Test func `the drawn delay is the fact`() throws {
        var log = try ModelLog.online()
        try log.receive("a")
        #expect(try log.fail("a", .server, draw: 1_500) == ["transferFailed", "retryScheduled"])
        guard case .backoff(let notBefore, let delay, _, let scheduled) = log.item("a").transfer else {
            Issue.record("no backoff")
            return
        }
        #expect(delay == 1_500 && notBefore == log.wall + 1_500_000 && scheduled == log.next - 1)
        #expect(log.records.last?.cause == log.next - 2)
        #expect(try log.blockers("a") == [.backoff])
        #expect(try log.plan().nextDue == notBefore)
        log.wall = notBefore - 1
        #expect(try log.starts() == [])
        log.wall = notBefore
        #expect(try log.starts() == ["a"])
    }

    @Test func `the budget is eight failures without progress`() throws {
        var log = try ModelLog.online()
        for round in 1...8 {
            try log.receive("a")
            let events = try log.fail("a", round % 2 == 0 ? .server : .transient)
            #expect(events.last == (round < 8 ? "retryScheduled" : "downloadFailed"), "\(round)")
            log.wall += 301_000_000
        }
        guard case .failed(_, let needs) = log.item("a").transfer else {
            Issue.record("not failed")
            return
        }
        #expect(needs == .known(.user))
        // The budget never deletes anything, and the user gives a fresh one.
        try log.run(.retry(item: "a"))
        #expect(log.item("a").intent?.failures == 0 && log.item("a").transfer == .ready)
    }

    @Test func `new durable bytes begin the count anew`() throws {
        var log = try ModelLog.online()
        var durable: Int64 = 0
        for _ in 1...20 {
            try log.receive("a", bytes: 100_000_000)
            durable += 256 * 1024
            #expect(try log.fail("a", .transient, durable: durable).last == "retryScheduled")
            #expect(log.item("a").intent?.failures == 1)
            log.wall += 301_000_000
            try log.start("a")
            try log.report("a", .response(ModelLog.response(206, bytes: 100_000_000, from: durable)))
            #expect(try log.fail("a", .transient, durable: durable + 256 * 1024 - 1).last == "retryScheduled")
            #expect(log.item("a").intent?.failures == 2)
            durable = log.item("a").staging?.durableBytes ?? 0
            log.wall += 301_000_000
            try log.run(.discardPartial(item: log.item("a").number, .lost))
            durable = 0
        }
    }

    @Test(arguments: [FailureClass.offline, .captive])
    func `being offline never counts`(class: FailureClass) throws {
        var log = try ModelLog.online()
        for _ in 1...30 {
            try log.receive("a")
            #expect(try log.fail("a", `class`).last == "retryScheduled")
            log.wall += 301_000_000
        }
        #expect(log.item("a").intent?.failures == 0)
        #expect(log.item("a").intent?.stalls == 30)
    }

    @Test(arguments: [
        (FailureClass.auth, Need.auth), (.forbidden, .source), (.notFound, .source), (.changed, .source),
        (.space, .space), (.quota, .space), (.file, .user), (.integrity, .source), (.tls, .user), (.policy, .user),
        (.internal, .user),
    ])
    func `what trying again cannot help has failed`(class: FailureClass, need: Need) throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 10)
        #expect(try log.fail("a", `class`) == ["transferFailed", "downloadFailed"])
        #expect(log.item("a").transfer == .failed(Failure(`class`, "test"), needs: .known(need)))
        #expect(log.item("a").staging?.durableBytes == 10)
        #expect(try log.starts() == [])
        #expect(log.state.totals().failed == 1)
    }

    @Test func `a failure of a class without a word is tried again within the budget`() throws {
        var log = try ModelLog.online()
        try log.run(.set(key: "retry.budget", for: .all, value: "2"))
        var failure = Failure(.transient, "new")
        failure.class = .unknown(200)
        for expected in ["retryScheduled", "downloadFailed"] {
            try log.receive("a")
            let report = AttemptReport.failed(
                failure, durableBytes: 0, retryAfterInMilliseconds: nil, discards: nil, draw: 0)
            #expect(try log.report("a", report).last == expected)
            log.wall += 301_000_000
        }
    }

    @Test(arguments: [(0 as Int64, 1_000 as Int64), (-5, 1_000), (5_000, 5_000), (1_000_000_000, 86_400_000)])
    func `Retry-After wins, within a second and a day`(asked: Int64, given: Int64) throws {
        var log = try ModelLog.online()
        try log.receive("a")
        try Self.throttle(&log, "a", asked)
        guard case .backoff(let notBefore, let delay, _, _) = log.item("a").transfer else {
            Issue.record("no backoff")
            return
        }
        #expect(delay == given && notBefore == log.wall + given * 1_000)
    }

    @Test func `Retry-After holds for the whole host`() throws {
        var log = try ModelLog.online()
        try log.want("b", source: "https://a.example/other")
        try log.want("c", source: "https://c.example/")
        try log.receive("a")
        try Self.throttle(&log, "a", 60_000)
        #expect(try log.starts() == ["c"])
        #expect(try log.blockers("b") == [.backoff])
        let number = log.item("b").number
        #expect(
            log.refusal(.startTransfer(item: number, source: 0, fromByte: 0, validator: nil, reservedBytes: 0))
                == .blocked)
        log.wall += 60_000_000
        #expect(try log.starts() == ["b", "c", "a"])
    }

    @Test func `the hold of a host wakes the planner only for an item that waits for it`() throws {
        var log = try ModelLog.online()
        try log.want("b", source: "https://a.example/other")
        try log.receive("a")
        try Self.throttle(&log, "a", 60_000)
        try log.run(.cancel(item: "a", keepsPartial: false))
        #expect(try log.plan().nextDue == log.wall + 60_000_000)
        try log.run(.cancel(item: "b", keepsPartial: false))
        #expect(try log.plan().nextDue == nil)
    }

    @Test func `a clock that was set back ends the hold of a host`() throws {
        var log = try ModelLog.online()
        try log.want("b", source: "https://a.example/other")
        try log.receive("a")
        try Self.throttle(&log, "a", 60_000)
        log.wall -= 63_000_000_000_000
        #expect(try log.starts() == ["b", "a"])
    }

    @Test func `try now ends the hold of the host too`() throws {
        var log = try ModelLog.online()
        try log.receive("a")
        try Self.throttle(&log, "a", 60_000)
        try log.run(.retry(item: "a"))
        #expect(try log.starts() == ["a"])
    }

    @Test func `the internet's return ends waits for the network within two seconds`() throws {
        var log = try ModelLog.online()
        for id in ["a", "b"] {
            try log.want(id)
            try log.start(id)
        }
        _ = try log.fail("a", .transient, draw: 2_000)
        _ = try log.fail("b", .server, draw: 2_000)
        try log.run(.set(key: "retry.baseMs", for: .all, value: "3600000"))
        try log.run(.set(key: "retry.capMs", for: .all, value: "3600000"))
        for id in ["a", "b"] {
            try log.run(.retry(item: id))
            try log.start(id)
        }
        _ = try log.fail("a", .transient, draw: 3_600_000)
        _ = try log.fail("b", .server, draw: 3_600_000)
        try log.connect(.none)
        log.wall += 10_000_000
        try log.connect(.internet)
        let due = try #require(try log.plan().nextDue)
        #expect(due <= log.wall + 2_000_000)
        log.wall += 2_000_000
        #expect(try log.starts() == ["a"])
        #expect(try log.blockers("b") == [.backoff])
        try log.start("a")
        #expect(log.item("a").transfer.state == .connecting)
    }

    @Test func `a failure after the reconnect waits as drawn`() throws {
        var log = try ModelLog.online()
        try log.receive("a")
        _ = try log.fail("a", .transient, draw: 2_000)
        log.wall += 1_999_999
        #expect(try log.starts() == [])
        log.wall += 1
        #expect(try log.starts() == ["a"])
    }

    @Test func `a clock that was set back never makes a wait longer than drawn`() throws {
        var log = try ModelLog.online()
        try log.receive("a")
        _ = try log.fail("a", .server, draw: 2_000)
        let before = log.wall
        log.wall = before - 4_000_000
        #expect(try log.starts() == [])
        log.wall = before - 63_000_000_000_000
        #expect(try log.starts() == ["a"])
        log.wall = before + 63_000_000_000_000
        #expect(try log.starts() == ["a"])
    }

    @Test func `more room retries what failed for want of it, within the room there is`() throws {
        var log = try ModelLog.online()
        for id in ["a", "b"] {
            try log.receive(id)
            _ = try log.fail(id, .space)
        }
        try log.connect(.none)
        func measure(_ free: Int64) -> Command {
            .measure(
                filled(StorageMeasured()) {
                    $0.freeBytes = free
                    $0.capacityBytes = 1_000_000_000_000
                })
        }
        #expect(try log.events(measure(500_500_000)) == ["storageMeasured"])
        #expect(try log.blockers("a").contains(.noSpace))
        #expect(try log.events(measure(501_500_000)) == ["storageMeasured", "retryRequested"])
        #expect(log.item("a").transfer == .ready && log.item("b").transfer.state == .failed)
        #expect(try log.events(measure(501_400_000)) == ["storageMeasured"])
        #expect(try log.note(measure(501_400_000)) == .unchanged)
    }

    static func throttle(_ log: inout ModelLog, _ id: String, _ milliseconds: Int64) throws {
        let report = AttemptReport.failed(
            Failure(.server, "busy", httpStatus: 503), durableBytes: 0, retryAfterInMilliseconds: milliseconds,
            discards: nil, draw: 0)
        try log.report(id, report)
    }
}
