import Testing

@testable import HoldfastModel

@Suite struct GroupTests {
    /// A group "g" of the wanted items "a" and "b", with "c" beside it.
    private static func scene() throws -> ModelLog {
        var log = try ModelLog.online()
        for id in ["a", "b", "c"] { try log.want(id) }
        try log.run(.defineGroup(id: "g", title: "Album"))
        try log.run(.changeMembers(group: "g", adding: ["a", "b"], removing: []))
        return log
    }

    @Test func `a group is defined once, and again only with another title`() throws {
        var log = try Self.scene()
        let number = try #require(log.state.number(ofGroup: "g"))
        let group = try #require(log.state.group(number))
        #expect(try log.state.details(of: group)?.title == "Album")
        #expect(try log.note(.defineGroup(id: "g", title: "Album")) == .alreadyDefined)
        #expect(try log.note(.defineGroup(id: "g", title: nil)) == .alreadyDefined)
        #expect(try log.events(.defineGroup(id: "g", title: "Other")) == ["groupDefined"])
        let renamed = try #require(log.state.group(number))
        #expect(try log.state.details(of: renamed)?.title == "Other")
        #expect(log.refusal(.defineGroup(id: "", title: nil)) == .invalidIdentifier)
        #expect(log.refusal(.changeMembers(group: "none", adding: ["a"], removing: [])) == .unknownGroup)
    }

    @Test func `an item belongs to one group, and leaves the old one in a record of that group`() throws {
        var log = try Self.scene()
        try log.run(.defineGroup(id: "h", title: nil))
        let events = try log.run(.changeMembers(group: "h", adding: ["a"], removing: [])).events
        #expect(events.map(\.event.name) == ["groupMembersChanged", "groupMembersChanged"])
        #expect(log.totals("g").items == 1 && log.totals("h").items == 1)
        #expect(log.item("a").group == log.state.number(ofGroup: "h"))
        #expect(try log.note(.changeMembers(group: "h", adding: ["a"], removing: ["b"])) == .unchanged)
        #expect(log.refusal(.changeMembers(group: "h", adding: ["a"], removing: ["a"])) == .illegalTransition)
        #expect(log.refusal(.changeMembers(group: "h", adding: ["no such"], removing: [])) == .unknownItem)
    }

    @Test func `its totals roll its items up`() throws {
        var log = try Self.scene()
        try log.install("a")
        try log.run(.pause(.item("b"), until: nil))
        let totals = log.totals("g")
        #expect(totals.items == 2 && totals.installed == 1 && totals.wanted == 1 && totals.held == 1)
        #expect(totals.usedBytes == 1_000_000 && totals.knownBytes == 2_000_000 && totals.unknownSizes == 0)
        try log.run(.changeMembers(group: "g", adding: [], removing: ["a", "b"]))
        #expect(log.totals("g") == GroupTotals())
    }

    @Test func `a paused group holds up its items, also running ones, and no others`() throws {
        var log = try Self.scene()
        try log.start("a")
        try log.run(.pause(.group("g"), until: log.wall + 5))
        #expect(try log.blockers("b").first == .pausedGroup)
        #expect(try log.blockers("c") == [])
        let interrupts = try log.plan().actions.filter { if case .interrupt = $0 { true } else { false } }
        #expect(interrupts.count == 1)
        #expect(try log.note(.pause(.group("g"), until: log.wall + 5)) == .alreadyPaused)
        log.wall += 10
        #expect(try log.blockers("b") == [])
        #expect(try log.events(.resume(.group("g"))) == ["downloadResumed"])
        #expect(try log.note(.resume(.group("g"))) == .notPaused)
    }

    @Test func `a setting stands for its items, under their own and over the global one`() throws {
        var log = try Self.scene()
        try log.connect(.internet, isMetered: true)
        try log.run(.set(key: "network.allowMetered", for: .group("g"), value: "true"))
        #expect(try log.blockers("a") == [] && log.blockers("c") == [.needsUnmetered])
        try log.run(.set(key: "network.allowMetered", for: .item("a"), value: "false"))
        #expect(try log.blockers("a") == [.needsUnmetered] && log.blockers("b") == [])
        try log.run(.set(key: "network.allowMetered", for: .group("g"), value: nil))
        #expect(try log.blockers("b") == [.needsUnmetered])
        #expect(log.refusal(.set(key: "queue.maxConcurrent", for: .group("g"), value: "1")) == .valueOutOfRange)
        let key = try #require(SettingKey.named("network.allowMetered"))
        #expect(try effectiveSetting(key, item: log.item("a"), in: log.state) == "false")
    }

    @Test func `an order goes over all items, and what one refuses holds up no other`() throws {
        var log = try Self.scene()
        try log.install("a")
        try log.publish("b")
        let events = try log.events(.eachMember(group: "g", .remove(isImmediate: true), after: nil))
        #expect(events == ["deletionRequested"])
        #expect(log.item("b").transfer.state == .publishing)
        #expect(try log.note(.eachMember(group: "g", .cancel(keepsPartial: false), after: nil)) == .unchanged)
    }

    @Test func `an order over many items goes on where it stopped`() throws {
        var log = try ModelLog.online()
        try log.run(.defineGroup(id: "g", title: nil))
        let ids = (0..<450).map { "x\($0)" }
        for id in ids { try log.register(id) }
        for start in stride(from: 0, to: 450, by: 150) {
            try log.run(.changeMembers(group: "g", adding: Array(ids[start..<start + 150]), removing: []))
        }
        var after: UInt64?
        var pages = 0
        repeat {
            let decision = try log.run(.eachMember(group: "g", .request(RequestOptions()), after: after))
            after = decision.continuesAfter
            pages += 1
        } while after != nil
        #expect(pages == 3)
        #expect(log.totals("g").wanted == 450)
    }

    @Test func `a paused group of thousands hides nothing that may start behind it`() throws {
        var log = try ModelLog.online()
        try log.run(.defineGroup(id: "g", title: nil))
        for number in 0..<1_300 {
            try log.want("x\(number)")
            try log.run(.changeMembers(group: "g", adding: ["x\(number)"], removing: []))
        }
        try log.want("last")
        try log.run(.pause(.group("g"), until: nil))
        let first = try log.plan()
        #expect(first.actions.isEmpty)
        let start = try #require(first.continuesAt)
        let second = try plan(in: log.state, at: log.now, from: start)
        #expect(second.actions == [.start(item: log.item("last").number)])
        #expect(second.continuesAt == nil)
    }
}

extension ModelLog {
    fileprivate func totals(_ group: String) -> GroupTotals {
        state.number(ofGroup: group).flatMap { state.group($0) }?.totals ?? GroupTotals()
    }
}
