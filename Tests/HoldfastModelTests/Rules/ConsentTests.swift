import Testing

@testable import HoldfastModel

@Suite struct ConsentTests {
    private static func scene(
        isMetered: Bool? = true, isRoaming: Bool? = nil, isLowData: Bool? = nil, quality: Quality? = nil
    ) throws -> ModelLog {
        var log = try ModelLog.online()
        try log.want("a")
        try log.connect(.internet, isMetered: isMetered, isRoaming: isRoaming, isLowData: isLowData, quality: quality)
        return log
    }

    @Test func `one consent lets one request use a metered connection, and is on record`() throws {
        var log = try Self.scene()
        #expect(try log.blockers("a") == [.needsUnmetered])
        #expect(try log.events(.consent(.item("a"), Consent(.metered), isGiven: true)) == ["consentRecorded"])
        #expect(try log.note(.consent(.item("a"), Consent(.metered), isGiven: true)) == .alreadySet)
        #expect(try log.blockers("a") == [])
        // Once: the next request asks again.
        try log.run(.cancel(item: "a", keepsPartial: false))
        try log.run(.request(item: "a", RequestOptions()))
        #expect(try log.blockers("a") == [.needsUnmetered])
    }

    @Test func `download now asks for the item and agrees in one step`() throws {
        var log = try ModelLog.online()
        try log.connect(.internet, isMetered: true)
        try log.register("a")
        let options = filled(RequestOptions()) { $0.consents = [Consent(.metered)] }
        #expect(try log.events(.request(item: "a", options)) == ["downloadRequested", "consentRecorded"])
        #expect(try log.blockers("a") == [])
        #expect(log.records.last?.cause == log.item("a").intent?.request)
        #expect(try log.note(.request(item: "a", options)) == .alreadyWanted)
    }

    @Test func `the dearer takes in the cheaper, not the other way round`() throws {
        var log = try Self.scene(isRoaming: true, isLowData: true)
        try log.run(.set(key: "network.confirmBytes", for: .all, value: "1000"))
        #expect(try log.blockers("a") == [.needsUnmetered, .roaming, .lowData, .consentNeeded])
        try log.run(.consent(.item("a"), Consent(.metered), isGiven: true))
        #expect(try log.blockers("a") == [.roaming])
        try log.run(.consent(.item("a"), Consent(.roaming), isGiven: true))
        try log.run(.consent(.item("a"), Consent(.metered), isGiven: false))
        #expect(try log.blockers("a") == [])
    }

    @Test func `a large download over a metered connection is confirmed first, where a limit is set`() throws {
        var log = try Self.scene()
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        #expect(try log.blockers("a") == [])
        try log.run(.set(key: "network.confirmBytes", for: .all, value: "1000000"))
        #expect(try log.blockers("a") == [.consentNeeded])
        try log.run(.consent(.item("a"), Consent(.large), isGiven: true))
        #expect(try log.blockers("a") == [])
        try log.connect(.internet, isMetered: false)
        try log.want("b")
        #expect(try log.blockers("b") == [])
    }

    @Test func `a consent with a limit is for downloads of that size, and says nothing about unknown ones`() throws {
        var log = try Self.scene()
        try log.run(.consent(.all, Consent(.metered, maxBytes: 999_999), isGiven: true))
        #expect(try log.blockers("a") == [.needsUnmetered])
        try log.run(.consent(.all, Consent(.metered, maxBytes: 1_000_000), isGiven: true))
        #expect(try log.blockers("a") == [])
        try log.want("unknown", bytes: nil)
        #expect(try log.blockers("unknown") == [.needsUnmetered])
    }

    @Test func `a consent that ends stops what runs by it, and the plan wakes for it`() throws {
        var log = try Self.scene()
        try log.run(.consent(.all, Consent(.metered, expiresAt: log.wall + 60_000_000), isGiven: true))
        try log.start("a")
        #expect(try log.plan().nextDue == log.wall + 60_000_000)
        log.wall += 60_000_000
        let actions = try log.plan().actions
        guard case .interrupt(_, _, .blocked, .needsUnmetered) = actions.first else {
            Issue.record("\(actions)")
            return
        }
    }

    @Test func `taking a consent back stops what runs by it`() throws {
        var log = try Self.scene()
        try log.run(.consent(.item("a"), Consent(.metered), isGiven: true))
        try log.start("a")
        #expect(try log.events(.consent(.item("a"), Consent(.metered), isGiven: false)) == ["consentRecorded"])
        #expect(try log.blockers("a") == [.needsUnmetered])
        #expect(try log.plan().actions.count == 1)
    }

    @Test func `senseless consents are refused and nothing is written`() throws {
        var log = try Self.scene()
        #expect(log.refusal(.consent(.all, Consent(.metered, maxBytes: -1), isGiven: true)) == .valueOutOfRange)
        #expect(log.refusal(.consent(.all, Consent(.metered, expiresAt: log.wall), isGiven: true)) == .valueOutOfRange)
        #expect(log.refusal(.consent(.group("none"), Consent(.metered), isGiven: true)) == .unknownGroup)
        try log.register("b")
        #expect(log.refusal(.consent(.item("b"), Consent(.metered), isGiven: true)) == .illegalTransition)
        #expect(try log.note(.consent(.item("b"), Consent(.metered), isGiven: false)) == .notWanted)
    }

    @Test func `a slow link can be agreed to`() throws {
        var log = try Self.scene(isMetered: false, quality: .slow)
        try log.run(.set(key: "network.minDownlinkBps", for: .all, value: "1MB"))
        #expect(try log.blockers("a") == [.linkTooSlow])
        try log.run(.consent(.item("a"), Consent(.slow), isGiven: true))
        #expect(try log.blockers("a") == [])
    }

    @Test func `waiting for Wi-Fi takes back what was agreed to and allowed, and writes no more than that`() throws {
        var log = try Self.scene(isRoaming: true)
        try log.run(.consent(.item("a"), Consent(.roaming), isGiven: true))
        #expect(try log.blockers("a") == [])
        #expect(try log.events(.waitForUnmetered(item: "a")) == ["consentRecorded"])
        #expect(try log.blockers("a") == [.needsUnmetered, .roaming])
        #expect(try log.note(.waitForUnmetered(item: "a")) == .alreadySet)
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        #expect(try log.events(.waitForUnmetered(item: "a")) == ["settingChanged"])
        #expect(log.state.setting("network.allowMetered", for: log.item("a").number) == "false")
        try log.run(.request(item: "b", filled(RequestOptions()) { $0.allowsMetered = true }), registering: "b")
        #expect(try log.events(.waitForUnmetered(item: "b")) == ["settingChanged"])
        #expect(try log.blockers("b") == [.needsUnmetered, .roaming])
        try log.register("c")
        #expect(try log.note(.waitForUnmetered(item: "c")) == .notWanted)
    }
}

extension ModelLog {
    fileprivate mutating func run(_ command: Command, registering id: String) throws {
        try register(id)
        try run(command)
    }
}
