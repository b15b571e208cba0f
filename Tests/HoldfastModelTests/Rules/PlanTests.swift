import Testing

@testable import HoldfastModel

@Suite struct PlanTests {
    @Test func `the queue starts in order until the slots are full`() throws {
        var log = try ModelLog.online()
        for id in ["a", "b", "c", "d", "e"] { try log.want(id) }
        try log.run(.reprioritise(item: "e", priority: 5, place: nil, before: nil))
        #expect(try log.starts() == ["e", "a", "b"])
        try log.start("e")
        #expect(try log.starts() == ["a", "b"])
        try log.run(.set(key: "queue.maxConcurrent", for: .all, value: "1"))
        #expect(try log.starts() == [])
    }

    @Test func `a host gets no more than its slots`() throws {
        var log = try ModelLog.online()
        for id in ["a", "b", "c"] { try log.want(id, source: "https://one.example/\(id)") }
        try log.want("d")
        #expect(try log.starts() == ["a", "b", "d"])
    }

    @Test func `an item whose wait has passed stands in its place of the queue`() throws {
        var log = try ModelLog.online()
        for id in ["a", "b", "c"] { try log.want(id) }
        try log.run(.set(key: "queue.maxConcurrent", for: .all, value: "1"))
        try log.run(.pause(.item("b"), until: log.wall + 10))
        try log.run(.reprioritise(item: "b", priority: 1, place: nil, before: nil))
        #expect(try log.starts() == ["a"])
        log.wall += 10
        #expect(try log.starts() == ["b"])
    }

    @Test func `one turn starts no more than the room holds`() throws {
        var log = try ModelLog.online()
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "2500KB"))
        for id in ["a", "b", "c"] { try log.want(id, bytes: 1_000_000) }
        #expect(try log.starts() == ["a", "b"])
    }

    @Test func `running attempts are interrupted by what blocks them now`() throws {
        var log = try ModelLog.online()
        try log.receive("a", durable: 40_000)
        let item = log.item("a")
        let attempt = item.transfer.attempt?.id ?? 0
        func interrupt(_ cause: InterruptCause, _ blocker: BlockerCode?) -> [Plan.Action] {
            [.interrupt(item: item.number, attempt: attempt, cause, blocker: blocker)]
        }
        #expect(try log.plan().actions == [])
        try log.connect(.internet, isMetered: true)
        #expect(try log.plan().actions == interrupt(.blocked, .needsUnmetered))
        try log.connect(.none)
        #expect(try log.plan().actions == interrupt(.connectivityLost, nil))
        try log.connect(.internet)
        #expect(try log.plan().actions == [])
        try log.run(.setOfflineMode(true, until: nil))
        #expect(try log.plan().actions == interrupt(.blocked, .offlineMode))
        try log.run(.setOfflineMode(false, until: nil))
        try BlockerTests.measure(&log, 499_999_999)
        #expect(try log.plan().actions == interrupt(.blocked, .noSpace))
        try BlockerTests.measure(&log, 600_000_000)
        try log.run(.volume(id: 0, isAvailable: false))
        #expect(try log.plan().actions == interrupt(.volumeLost, nil))
    }

    @Test func `a setting acts at once on running attempts`() throws {
        var log = try ModelLog.online()
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        try log.connect(.internet, isMetered: true)
        try log.receive("a", durable: 40_000)
        #expect(try log.plan().actions == [])
        try log.run(.set(key: "network.allowMetered", for: .all, value: "false"))
        #expect(try log.plan().actions.count == 1)
        try log.report("a", .interrupted(.blocked, blocker: .needsUnmetered, durableBytes: 41_000))
        #expect(try log.blockers("a") == [.needsUnmetered])
        try log.connect(.internet)
        #expect(try log.starts() == ["a"])
        #expect(log.item("a").staging?.durableBytes == 41_000 && log.item("a").intent?.failures == 0)
    }

    @Test func `a whole file needs no network any more`() throws {
        var log = try ModelLog.online()
        try log.verify("a")
        try log.connect(.none)
        try log.run(.setOfflineMode(true, until: nil))
        #expect(try log.plan().actions == [])
    }

    @Test func `switches that end wake the plan`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        try log.run(.setOfflineMode(true, until: log.wall + 50))
        try log.run(.pause(.all, until: log.wall + 20))
        #expect(try log.plan() == Plan(actions: [], nextDue: log.wall + 20))
        log.wall += 20
        #expect(try log.plan().nextDue == log.wall + 30)
        log.wall += 30
        #expect(try log.starts() == ["a"])
    }

    @Test func `an item without a usable source starts, to fail for all to see`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        var blind = MemoryState()
        for record in log.records { blind.apply(record) }
        let plan = try plan(in: blind, at: log.now)
        #expect(plan.actions == [.start(item: log.item("a").number)])
    }

    @Test func `a log that cannot be read is not acted on`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        let unknown = UnknownEvent(type: 222, schemaVersion: 1, payload: [0xa0])
        log.append(NewEvent(subject: .device, event: .unknown(unknown)))
        #expect(log.state.device().unreadable == log.next - 1)
        #expect(try log.plan() == Plan())
        #expect(log.refusal(.request(item: "a", RequestOptions())) == .unreadableLog)
        #expect(log.refusal(.openSession(engineVersion: "", operatingSystem: "", bootID: "")) == .unreadableLog)
        #expect(log.item("a").transfer == .ready)
    }

    @Test func `one turn looks at a bounded part of a long queue`() throws {
        var log = try ModelLog.online()
        for number in 0..<1_500 { try log.want("x\(number)", source: "https://one.example/\(number)") }
        let counter = CountingState(log.state)
        let plan = try plan(in: counter, at: log.now)
        #expect(plan.actions.count == 2)
        #expect(counter.counts.items <= planLookMax + 10)
    }
}

/// Counts how many rows are read.
private struct CountingState: StateView {
    final class Counts { var items = 0 }

    let state: MemoryState
    let counts = Counts()

    init(_ state: MemoryState) { self.state = state }

    func item(_ number: UInt64) -> Item? {
        counts.items += 1
        return state.item(number)
    }
    func number(ofItem id: String) -> UInt64? { state.number(ofItem: id) }
    func group(_ number: UInt64) -> Group? { state.group(number) }
    func number(ofGroup id: String) -> UInt64? { state.number(ofGroup: id) }
    func groups() -> [Group] { state.groups() }
    func device() -> Device { state.device() }
    func totals() -> Totals { state.totals() }
    func setting(_ key: String, for scope: UInt64?) -> String? { state.setting(key, for: scope) }
    func features() -> [Feature] { state.features() }
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        try state.walkItems(after: number, body)
    }
    func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) throws {
        try state.walk(index, from: start, body)
    }
    func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) -> Row? { state.ledgerRow(type, key) }
    func walkLedger<Row: LedgerRow>(_ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool) throws {
        try state.walkLedger(type, from: start, body)
    }
    func privatePart(at position: UInt64) -> PrivatePart? { state.privatePart(at: position) }
}
