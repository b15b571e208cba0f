import Testing

@testable import HoldfastModel

/// "Download only this": one item is let past the pauses that stand.
@Suite struct PauseConsentTests {
    /// "a" and "b" of the group "g", and "c" beside it, all wanted.
    private static func scene() throws -> ModelLog {
        var log = try ModelLog.online()
        for id in ["a", "b", "c"] { try log.want(id) }
        try log.run(.defineGroup(id: "g", title: nil))
        try log.run(.changeMembers(group: "g", adding: ["a", "b"], removing: []))
        return log
    }

    private static func letPast(_ id: String) -> Command { .consent(.item(id), Consent(.pause), isGiven: true) }

    @Test func `one item starts while everything and its group are paused`() throws {
        var log = try Self.scene()
        try log.run(.pause(.all, until: nil))
        try log.run(.pause(.group("g"), until: nil))
        #expect(try log.blockers("a") == [.pausedAll, .pausedGroup])
        #expect(try log.starts() == [])
        try log.run(Self.letPast("a"))
        #expect(try log.blockers("a") == [] && log.blockers("b") == [.pausedAll, .pausedGroup])
        #expect(try log.starts() == ["a"])
        try log.start("a")
        #expect(try log.plan().actions == [])
    }

    @Test func `the switch to work offline stands above it`() throws {
        var log = try Self.scene()
        try log.run(.pause(.all, until: nil))
        try log.run(Self.letPast("a"))
        try log.run(.setOfflineMode(true, until: nil))
        #expect(try log.blockers("a") == [.offlineMode])
        #expect(try log.starts() == [])
    }

    @Test func `a hold of the item itself stays`() throws {
        var log = try Self.scene()
        try log.run(.pause(.item("a"), until: nil))
        try log.run(Self.letPast("a"))
        #expect(log.item("a").transfer.state == .held)
        #expect(try !log.starts().contains("a"))
    }

    @Test func `it ends with the request`() throws {
        var log = try Self.scene()
        try log.run(.pause(.all, until: nil))
        try log.run(Self.letPast("a"))
        try log.run(.cancel(item: "a", keepsPartial: false))
        #expect(log.state.totals().letPast == 0)
        try log.run(.request(item: "a", RequestOptions()))
        #expect(try log.blockers("a") == [.pausedAll])
    }

    @Test func `it ends when it expires, and a running transfer with it`() throws {
        var log = try Self.scene()
        try log.run(.pause(.all, until: nil))
        try log.run(.consent(.item("a"), Consent(.pause, expiresAt: log.wall + 60_000_000), isGiven: true))
        try log.start("a")
        #expect(try log.plan().nextDue == log.wall + 60_000_000)
        log.wall += 60_000_000
        #expect(try log.blockers("a") == [.pausedAll])
        #expect(try log.plan().actions.count == 1)
    }

    @Test(arguments: [Scope.all, .group("g")])
    func `a later pause stops everything that it names, and says so on record`(_ scope: Scope) throws {
        var log = try Self.scene()
        try log.run(.pause(scope, until: nil))
        try log.run(Self.letPast("a"))
        let pause = log.next
        #expect(try log.events(.pause(scope, until: nil)) == ["downloadPaused", "consentRecorded"])
        #expect(log.records.last?.cause == pause)
        #expect(try log.blockers("a") == [scope == .all ? .pausedAll : .pausedGroup])
        #expect(log.state.totals().letPast == 0)
        #expect(try log.note(.pause(scope, until: nil)) == .alreadyPaused)
    }

    @Test func `a pause of one group leaves what was let past in another`() throws {
        var log = try Self.scene()
        try log.run(.pause(.all, until: nil))
        try log.run(Self.letPast("c"))
        #expect(try log.events(.pause(.group("g"), until: nil)) == ["downloadPaused"])
        #expect(try log.blockers("c") == [])
    }

    @Test func `a group or all are not let past a pause, they are resumed`() throws {
        let log = try Self.scene()
        for scope in [Scope.all, .group("g")] {
            #expect(log.refusal(.consent(scope, Consent(.pause), isGiven: true)) == .valueOutOfRange)
        }
    }

    @Test func `how many are let past is counted, and stands in the row`() throws {
        var log = try Self.scene()
        for id in ["a", "c"] { try log.run(Self.letPast(id)) }
        let totals = log.state.totals()
        #expect(totals.letPast == 2)
        let row = try totals.row.withUnsafeBytes { try Totals(row: $0) }
        #expect(row == totals)
        try log.run(.consent(.item("a"), Consent(.pause), isGiven: false))
        #expect(log.state.totals().letPast == 1)
    }
}
