import Testing

@testable import HoldfastModel

@Suite struct LedgerTests {
    private func online(_ kind: InterfaceKind = .wifi, isMetered: Bool? = false) throws -> ModelLog {
        var log = try ModelLog.online()
        try connect(&log, kind, isMetered: isMetered)
        return log
    }

    private func connect(_ log: inout ModelLog, _ kind: InterfaceKind, isMetered: Bool?) throws {
        try log.run(
            .observe(
                filled(ConnectivityChanged()) {
                    $0.link = .known(.internet)
                    $0.interfaces = [Interface(kind), Interface(.vpn)]
                    $0.isMetered = isMetered
                }))
    }

    private func attempts(_ log: ModelLog) throws -> [EndedAttempt] { try log.state.ledger(EndedAttempt.self) }

    // MARK: Attempts

    @Test func `a completed attempt is told with its network, its time and its bytes`() throws {
        var log = try online(.cellular, isMetered: true)
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        try log.want("a", bytes: 900)
        let id = try log.start("a")
        let began = log.wall
        log.wall += 2_000_000
        // What comes after the start changes nothing of it.
        try connect(&log, .wifi, isMetered: false)
        try log.report("a", .response(ModelLog.response(bytes: 900)))
        try log.report("a", .completed(bytes: 900, wireBytes: 950, elapsedInMilliseconds: 1, meteredBytes: 40))
        #expect(try attempts(log) == [], "it is not over before the file stands in its place")
        try log.report("a", .verified(bytes: 900, ModelLog.digest, .firstSeen))
        try log.report("a", .published(path: "content/a", volume: 0))
        let row = try #require(try attempts(log).first)
        #expect(row.id == id && row.item == log.item("a").number && row.source == 0 && row.details == row.item)
        #expect(row.startedAt == began && row.endedAt == log.wall)
        #expect(row.bytes == 900 && row.wireBytes == 950 && row.meteredBytes == 40 && row.fromByte == 0)
        #expect(row.network == UsedNetwork(kind: .cellular, isMetered: true))
        #expect(row.outcome == .known(.completed) && row.cause == nil && row.failure == nil)
    }

    @Test func `a failed attempt counts the content that became durable, and its wire is unknown`() throws {
        var log = try online()
        try log.receive("a", durable: 300, bytes: 900)
        _ = try log.fail("a", .server, durable: 400)
        let row = try #require(try attempts(log).first)
        #expect(row.bytes == 400 && row.wireBytes == nil && row.meteredBytes == nil)
        #expect(row.outcome == .known(.failed) && row.failure?.class == .known(.server))
        let sums = try log.state.ledger(UsageSum.self)
        #expect(sums.map(\.counts.unmeasured) == [1] && sums.map(\.counts.bytes) == [400])
        #expect(sums.map(\.counts.failed) == [1])
    }

    @Test func `what was counted on the way is believed`() throws {
        var log = try online()
        try log.receive("a", durable: 300, bytes: 900)
        let open = try #require(log.item("a").transfer.attempt)
        let event = filled(TransferInterrupted()) {
            $0.attempt = open.id
            $0.cause = .known(.blocked)
            $0.blocker = .known(.pausedAll)
            $0.durableBytes = 300
            $0.wireBytes = 512
            $0.meteredBytes = -1
        }
        log.append(
            Record(
                position: log.next, subject: .number(log.item("a").number), recordedAt: log.wall, actor: .system,
                event: .transferInterrupted(event)))
        let row = try #require(try attempts(log).first)
        #expect(row.bytes == 300 && row.wireBytes == 512 && row.meteredBytes == 0)
        #expect(row.outcome == .known(.interrupted) && row.cause == .known(.blocked))
        #expect(row.blocker == .known(.pausedAll))
    }

    @Test func `a wrong file moved all its bytes, and so did one whose process died before it was published`() throws {
        var log = try online()
        try log.verify("a", bytes: 900)
        try log.report("a", .verificationFailed(.digest, expected: "x", actual: "y", draw: 0))
        try log.publish("b", bytes: 700)
        try log.report("b", .interrupted(.processDied, blocker: nil, durableBytes: 0))
        let rows = try attempts(log)
        #expect(rows.map(\.outcome) == [.known(.wrong), .known(.interrupted)])
        #expect(rows.map(\.bytes) == [900, 700] && rows.map(\.wireBytes) == [900, 700])
        #expect(rows.first?.failure?.class == .known(.integrity))
        let counts = try #require(try log.state.usage(by: []).first?.counts)
        #expect(counts.attempts == 2 && counts.failed == 1 && counts.interrupted == 1 && counts.bytes == 1_600)
    }

    @Test func `an attempt that goes on counts from where it went on`() throws {
        var log = try online()
        try log.receive("a", durable: 300, bytes: 900)
        try log.report("a", .interrupted(.preempted, blocker: nil, durableBytes: 300))
        try log.start("a")
        try log.report("a", .response(ModelLog.response(206, bytes: 900, from: 300)))
        try log.report("a", .interrupted(.preempted, blocker: nil, durableBytes: 500))
        #expect(try attempts(log).map(\.bytes) == [300, 200])
        #expect(try attempts(log).map(\.fromByte) == [0, 300])
    }

    @Test func `over a network that is only remembered nothing is known of it`() throws {
        var log = try online()
        try log.run(.closeSession(.normal))
        try log.openSession()
        try log.want("a", source: "http://127.0.0.1/a")
        try log.start("a")
        _ = try log.fail("a", .server)
        #expect(try attempts(log).map(\.network) == [UsedNetwork()])
    }

    @Test func `attempts are found by item, from an id on, up to a limit`() throws {
        var log = try online()
        for id in ["a", "b", "a", "a"] {
            try log.receive(id, bytes: 900)
            try log.report(id, .interrupted(.preempted, blocker: nil, durableBytes: 0))
        }
        let all = try attempts(log).map(\.id)
        let item = log.item("a").number
        #expect(try log.state.attempts(of: item, after: nil, limit: .max).map(\.id) == [all[0], all[2], all[3]])
        #expect(try log.state.attempts(of: item, after: all[0], limit: 1).map(\.id) == [all[2]])
        #expect(try log.state.attempts(of: nil, after: all[1], limit: 9).map(\.id) == [all[2], all[3]])
        #expect(try log.state.attempts(of: nil, after: .max, limit: 9) == [])
        #expect(try log.state.attempts(of: nil, after: nil, limit: 0) == [])
    }

    // MARK: Usage and hosts

    @Test func `usage is told by any axes`() throws {
        var log = try online()
        log.wall = 3 * 86_400_000_000 - 1
        try log.install("a", bytes: 100)
        log.wall += 1
        try log.install("b", bytes: 200)
        try connect(&log, .cellular, isMetered: nil)
        try log.install("c", bytes: 400)
        let state = log.state
        #expect(try state.usage(by: []).map(\.counts.bytes) == [700])
        let days = try state.usage(by: [.day])
        #expect(days.map(\.day) == [2, 3] && days.map(\.counts.bytes) == [100, 600])
        let networks = try state.usage(by: [.network])
        #expect(networks.map(\.network) == [.wifi, .cellular] && networks.map(\.counts.bytes) == [300, 400])
        let metered = try state.usage(by: [.metered])
        #expect(metered.map(\.isMetered) == [false, nil] && metered.map(\.counts.bytes) == [300, 400])
        let hosts = try state.usage(by: [.host, .day])
        #expect(hosts.map(\.host) == ["https://a.example", "https://b.example", "https://c.example"])
        #expect(hosts.map(\.day) == [2, 3, 3] && hosts.map(\.counts.bytes) == [100, 200, 400])
    }

    @Test(arguments: [
        (0, 0), (86_399_999_999, 0), (86_400_000_000, 1), (-1, -1), (-86_400_000_000, -1), (.min, -106_751_992),
    ])
    func `a day begins at midnight UTC, also before 1970`(time: Int64, day: Int64) {
        #expect(UsageKey.day(of: time) == day)
    }

    @Test func `keys of usage order as their bytes do, and read back`() throws {
        let kinds: [InterfaceKind?] = InterfaceKind.allCases + [nil]
        var keys: [UsageKey] = []
        for day in [Int64.min, -1, 0, 1, .max] {
            for kind in kinds {
                for isMetered in [false, true, nil] as [Bool?] {
                    keys.append(UsageKey(day: day, network: UsedNetwork(kind: kind, isMetered: isMetered)))
                }
            }
        }
        let bytes = keys.map(UsageSum.bytes)
        #expect(keys == keys.sorted())
        #expect(zip(bytes, bytes.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
        #expect(bytes.map { UsageKey($0) } == keys)
        #expect(UsageKey([UInt8](repeating: 0, count: 9)) == nil)
        #expect(UsageKey([UInt8](repeating: 0, count: 8) + [77, 0]) == nil)
        #expect(UsageKey([UInt8](repeating: 0, count: 8) + [0, 2]) == nil)
    }

    @Test func `hosts are told with failures by class, their rate and how long they asked for quiet`() throws {
        var log = try online()
        try log.want("a", bytes: 4_000, source: "https://one.example/a")
        try log.start("a")
        try log.report("a", .response(ModelLog.response(bytes: 4_000)))
        log.wall += 2_000_000
        try log.report(
            "a",
            .failed(
                Failure(.server, "busy", httpStatus: 503), durableBytes: 1_000, retryAfterInMilliseconds: 60_000,
                discards: nil, draw: 0))
        try log.want("b", bytes: 800, source: "https://two.example:8443/b")
        try log.install("b", bytes: 800)
        let hosts = try log.state.hostStatistics(at: log.now)
        #expect(hosts.map(\.host) == ["https://one.example", "https://two.example:8443"])
        let one = try #require(hosts.first)
        #expect(one.failures == [.known(.server): 1] && one.lastFailure?.httpStatus == 503)
        #expect(one.lastFailureAt == log.wall && one.meanBytesPerSecond == 500)
        #expect(one.holdUntil == log.wall + 60_000_000)
        #expect(hosts.last?.holdUntil == nil && hosts.last?.counts.completed == 1)
        #expect(hosts.last?.meanBytesPerSecond == nil, "it took no time")
        let later = Now(wall: log.wall + 60_000_000, monotonic: 0)
        #expect(try log.state.hostStatistics(at: later).first?.holdUntil == nil)
    }

    @Test func `a host is the one of the sources as they were, and unknown where they are not known any more`() throws {
        var log = try online()
        try log.want("a", bytes: 900, source: "https://old.example/a")
        try log.start("a")
        _ = try log.fail("a", .auth)
        try log.run(.amend(item: "a", Registration(id: "a", sources: ["https://new.example/a"])))
        try log.run(.retry(item: "a"))
        try log.start("a")
        _ = try log.fail("a", .server)
        #expect(
            try log.state.hostStatistics(at: log.now).map(\.host) == ["https://new.example", "https://old.example"])
        // Sources that change under an attempt: nobody says which it had.
        try log.run(.retry(item: "a"))
        try log.start("a")
        try log.run(.amend(item: "a", Registration(id: "a", sources: ["https://third.example/a"])))
        _ = try log.fail("a", .server)
        let hosts = try log.state.hostStatistics(at: log.now)
        #expect(hosts.map(\.host) == ["https://new.example", "https://old.example", nil])
        // Private parts that were erased.
        var erased = MemoryState()
        for record in log.records { erased.apply(record) }
        let unknown = try erased.hostStatistics(at: log.now)
        #expect(unknown.map(\.host) == [nil] && unknown.first?.counts.attempts == 3)
    }

    // MARK: Deletions

    @Test func `an eviction is told with its plan and its rule, a person's removal with the person`() throws {
        var log = try online()
        try log.run(.set(key: "storage.eviction", for: .all, value: "lru"))
        try log.install("a", bytes: 500)
        try log.install("b", bytes: 700)
        try log.run(.evict(needBytes: 400, sparing: []))
        try log.run(.remove(item: "b", reason: .user, isImmediate: true))
        let rows = try log.state.deletions(of: nil)
        try #require(rows.count == 2)
        #expect(rows[0].item == log.item("a").number && rows[0].reason == .known(.evicted) && rows[0].bytes == 500)
        #expect(rows[0].actor == Record.Actor(.policy, rule: "eviction.lru"))
        let plan = try #require(rows[0].cause)
        guard case .evictionPlanned = log.records[Int(plan)].event else {
            Issue.record("the cause is no plan")
            return
        }
        #expect(rows[1].actor == .user && rows[1].cause == nil && rows[1].undoUntil == nil)
        #expect(try log.state.deletions(of: rows[1].item).map(\.position) == [rows[1].position])
        try log.run(.startDeletion(item: rows[0].item))
        #expect(try log.state.deletions(of: rows[0].item).map(\.outcome) == [.known(.running)])
        try log.run(.deletionFailed(item: rows[0].item, Failure(.file, "busy")))
        #expect(try log.state.deletions(of: rows[0].item).first?.failure?.code == "busy")
        try log.run(.startDeletion(item: rows[0].item))
        log.wall += 7
        try log.run(.deleted(item: rows[0].item, freedBytes: 500))
        let done = try #require(try log.state.deletions(of: rows[0].item).first)
        #expect(done.outcome == .known(.deleted) && done.freedBytes == 500 && done.endedAt == log.wall)
        #expect(done.failure == nil)
    }

    @Test func `a removal that is undone, and one that another takes the place of`() throws {
        var log = try online()
        try log.install("a", bytes: 500)
        try log.run(.remove(item: "a", reason: .user, isImmediate: false))
        try log.run(.undoRemoval(item: "a"))
        try log.run(.remove(item: "a", reason: .user, isImmediate: false))
        try log.run(.remove(item: "a", reason: .user, isImmediate: true))
        #expect(
            try log.state.deletions(of: nil).map(\.outcome) == [
                .known(.undone), .known(.replaced), .known(.pending),
            ])
    }

    // MARK: The timeline

    @Test func `the timeline tells what holds at any moment between two times`() throws {
        var log = try ModelLog.online()
        let start = log.wall
        for (offset, isMetered) in [(10, true), (20, false), (30, true)] as [(Int64, Bool)] {
            log.wall = start + offset
            try connect(&log, .cellular, isMetered: isMetered)
        }
        func metered(_ from: Int64?, _ to: Int64?) throws -> [Bool?] {
            try log.state.timeline(from: from.map { start + $0 }, to: to.map { start + $0 }).map(\.isMetered)
        }
        #expect(try metered(15, 25) == [true, false])
        #expect(try metered(21, 29) == [false])
        #expect(try metered(40, nil) == [true])
        #expect(try metered(20, 20) == [true, false])
        #expect(try log.state.timeline(from: nil, to: start - 1) == [])
        let last = try #require(try log.state.timeline(from: start + 40, to: nil).first)
        #expect(last.network == .known(.cellular) && last.isCurrent && last.isSessionOpen)
        try log.run(.closeSession(.normal))
        let rest = try #require(try log.state.timeline(from: nil, to: nil).last)
        #expect(!rest.isCurrent && !rest.isSessionOpen && rest.link == .known(.internet))
    }
}
