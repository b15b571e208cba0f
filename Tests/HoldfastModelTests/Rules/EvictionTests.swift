import Testing

@testable import HoldfastModel

@Suite struct EvictionTests {
    /// Three installed items of 1, 2 and 3 MB, in this order of age, under a quota of 6 MB that is full.
    private static func scene(_ rule: String = "lru") throws -> ModelLog {
        var log = try ModelLog.online()
        for (id, megabytes) in [("one", 1), ("two", 2), ("three", 3)] as [(String, Int64)] {
            try log.install(id, bytes: megabytes * 1_000_000)
            log.wall += 1_000_000
        }
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "6MB"))
        try log.run(.set(key: "storage.eviction", for: .all, value: rule))
        return log
    }

    private static func victims(_ log: inout ModelLog, _ need: Int64, sparing: Set<UInt64> = []) throws -> [String] {
        let decision = try log.run(.evict(needBytes: need, sparing: sparing))
        guard case .evictionPlanned(let plan) = decision.events.first?.event else { return [] }
        #expect(decision.events.count == plan.victims.count + 1)
        return plan.victims.compactMap { log.state.item($0.item)?.id }
    }

    @Test(arguments: [("lru", ["one", "three"]), ("oldest", ["one", "two"]), ("largest", ["three"])])
    func `the rule gives the order`(rule: String, expected: [String]) throws {
        var log = try Self.scene(rule)
        log.wall += 4_000_000_000
        try log.run(.opened(item: "two"))
        #expect(try Self.victims(&log, 3_000_000) == expected)
    }

    @Test func `the plan is a fact, with its rule as the actor, and each removal has it as its cause`() throws {
        var log = try Self.scene()
        let plan = log.next
        #expect(try Self.victims(&log, 1) == ["one"])
        let planned = log.records[Int(plan)]
        let requested = log.records[Int(plan) + 1]
        #expect(planned.actor == Record.Actor(.policy, rule: "eviction.lru") && requested.actor == planned.actor)
        #expect(requested.cause == plan)
        guard case .deletionRequested(let deletion) = requested.event else {
            Issue.record("no removal")
            return
        }
        #expect(deletion.reason == .known(.evicted) && deletion.rule == "lru" && deletion.undoUntil == nil)
        #expect(try log.plan().actions.contains(.remove(item: log.item("one").number)))
    }

    @Test func `pinned, open, wanted and leaving content never makes way`() throws {
        var log = try Self.scene()
        try log.run(.pin(item: "one", true))
        #expect(try log.note(.pin(item: "one", true)) == .alreadySet)
        try log.run(.request(item: "two", filled(RequestOptions()) { $0.reason = .update }))
        #expect(try Self.victims(&log, 1, sparing: [log.item("three").number]) == [])
        #expect(try Self.victims(&log, 1) == ["three"])
        try log.run(.pin(item: "one", false))
        #expect(try Self.victims(&log, 1) == ["one"])
    }

    @Test func `what does not free enough frees nothing`() throws {
        var log = try Self.scene()
        #expect(try log.note(.evict(needBytes: 6_000_001, sparing: [])) == .nothingToEvict)
        #expect(try Self.victims(&log, 6_000_000) == ["one", "two", "three"])
    }

    @Test func `an item that lacks nothing but room makes the plan evict, once a removal`() throws {
        var log = try Self.scene()
        try log.want("new", bytes: 1_500_000)
        #expect(try log.plan().actions == [.evict(needBytes: 1_500_000)])
        _ = try Self.victims(&log, 1_500_000)
        let removals = try log.plan().actions
        #expect(removals == [.remove(item: log.item("one").number), .remove(item: log.item("two").number)])
        for id in ["one", "two"] {
            try log.run(.startDeletion(item: log.item(id).number))
            #expect(try !log.plan().actions.contains { if case .evict = $0 { true } else { false } })
            try log.run(.deleted(item: log.item(id).number, freedBytes: 1))
        }
        #expect(try log.starts() == ["new"])
    }

    @Test func `nothing makes way for what waits for something else too`() throws {
        var log = try Self.scene()
        try log.want("new")
        try log.connect(.none)
        #expect(try log.plan().actions == [])
        try log.connect(.internet)
        try log.run(.set(key: "storage.eviction", for: .all, value: "off"))
        #expect(try log.plan().actions == [])
        #expect(try log.note(.evict(needBytes: 5, sparing: [])) == .unchanged)
    }

    @Test func `a quota that is lowered makes content go`() throws {
        var log = try Self.scene()
        #expect(try log.plan().actions == [])
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "5MB"))
        #expect(try log.plan().actions == [.evict(needBytes: 1_000_000)])
    }

    @Test(arguments: EvictionRule.allCases, 1...6 as ClosedRange<UInt64>)
    func `the order is total`(rule: EvictionRule, seed: UInt64) {
        var random = CodingRandom(seed: seed)
        let items = (0..<12).map { number in
            filled(Item(number: number, id: "\(number)")) { item in
                item.installed = Installed(
                    bytes: Int64.random(in: 1...3, using: &random), digest: ModelLog.digest, trust: .known(.expected),
                    publishedAt: Int64.random(in: 1...3, using: &random), published: number / 2, volume: 0,
                    openedAt: Bool.random(using: &random) ? 2 : nil)
            }
        }
        for left in items {
            for right in items {
                let both = [left.makesWay(before: right, by: rule), right.makesWay(before: left, by: rule)]
                #expect(both.count { $0 } == (left.number == right.number ? 0 : 1), "seed \(seed)")
                for third in items where both[0] && right.makesWay(before: third, by: rule) {
                    #expect(left.makesWay(before: third, by: rule), "seed \(seed)")
                }
            }
        }
    }
}
