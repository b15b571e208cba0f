import Testing

@testable import HoldfastModel

@Suite struct BlockerTests {
    @Test(arguments: [
        (Link.none, "https://a.example/", [BlockerCode.noNetwork]), (.local, "https://a.example/", [.localOnly]),
        (.internet, "https://a.example/", []), (.none, "http://10.0.0.1/", [.noNetwork]),
        (.local, "http://10.0.0.1/", []), (.none, "http://127.0.0.1/", []),
    ])
    func `what is needed depends on where the source is`(link: Link, source: String, expected: [BlockerCode]) throws {
        var log = try ModelLog.online()
        try log.connect(link)
        try log.want("a", source: source)
        #expect(try log.blockers("a") == expected)
        #expect(try log.starts() == (expected.isEmpty ? ["a"] : []))
    }

    @Test func `before the first observation nothing is made up`() throws {
        var log = ModelLog()
        try log.run(.createStore(storeID: "0", engineVersion: "1"))
        try log.want("a")
        try log.want("b", source: "http://localhost/")
        #expect(try log.blockers("a") == [.checking])
        try log.openSession()
        #expect(try log.blockers("a") == [.checking])
        #expect(try log.starts() == ["b"])
        try log.connect(.internet)
        #expect(try log.blockers("a") == [])
        try log.run(.closeSession(.normal))
        #expect(try log.blockers("a") == [.checking])
        #expect(log.state.device().connectivity?.hasInternet == true)
    }

    @Test func `a portal is not the internet`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        for link in [Link.local, .internet] {
            try log.connect(link, isCaptive: true)
            #expect(try log.blockers("a") == [.captivePortal])
        }
    }

    @Test func `metered, roaming and low data networks need consent`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        try log.connect(.internet, isMetered: true, isRoaming: true, isLowData: true)
        #expect(try log.blockers("a") == [.needsUnmetered, .roaming, .lowData])
        for key in ["network.allowMetered", "network.allowRoaming", "network.allowLowData"] {
            try log.run(.set(key: key, for: .all, value: "true"))
        }
        #expect(try log.blockers("a") == [])
    }

    @Test func `an unknown cost counts as none unless it is to block`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        try log.connect(.internet, isMetered: nil)
        #expect(try log.blockers("a") == [])
        try log.run(.set(key: "network.unknownMetered", for: .all, value: "block"))
        #expect(try log.blockers("a") == [.meteredUnknown])
    }

    @Test func `a request may allow what the settings do not`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        try log.run(.request(item: "a", filled(RequestOptions()) { $0.allowsMetered = true }))
        try log.connect(.internet, isMetered: true)
        #expect(try log.blockers("a") == [])
    }

    @Test func `a slow link is too slow only below the minimum`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        try log.connect(.internet, quality: .slow)
        #expect(try log.blockers("a") == [])
        try log.run(.set(key: "network.minDownlinkBps", for: .all, value: "1MB"))
        #expect(try log.blockers("a") == [.linkTooSlow])
        try log.connect(.internet, quality: .moderate)
        #expect(try log.blockers("a") == [])
    }

    @Test func `room is the volume's, less what is kept free and reserved`() throws {
        var log = try ModelLog.online()
        try log.want("a", bytes: 2_000_000)
        try Self.measure(&log, 501_999_999)
        let blocker = try #require(try Self.first(log, "a"))
        #expect(blocker == Blocker(.noSpace, needBytes: 2_000_000, limitBytes: 501_999_999))
        try Self.measure(&log, 502_000_000)
        #expect(try log.blockers("a") == [])
        try log.start("a")
        try log.want("b", bytes: 1)
        #expect(try log.blockers("b") == [.noSpace])
    }

    @Test func `the quota counts installed, unfinished and reserved bytes`() throws {
        var log = try ModelLog.online()
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "3MB"))
        try log.install("a", bytes: 1_000_000)
        try log.receive("b", durable: 400_000, bytes: 1_000_000)
        try log.want("c", bytes: 1_000_001)
        #expect(log.state.totals().committedBytes == 2_000_000)
        #expect(try Self.first(log, "c") == Blocker(.quotaFull, needBytes: 1_000_001, limitBytes: 3_000_000))
        try log.want("d", bytes: 1_000_000)
        #expect(try log.blockers("d") == [])
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "0"))
        #expect(try log.blockers("d") == [.quotaFull])
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "none"))
        #expect(try log.blockers("c") == [])
    }

    @Test func `a missing volume blocks`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        #expect(try log.note(.volume(id: 0, isAvailable: true)) == .unchanged)
        try log.run(.volume(id: 7, isAvailable: true))
        try log.run(.volume(id: 7, isAvailable: false))
        #expect(try log.blockers("a") == [.volumeMissing])
    }

    @Test func `what was free on a volume that is away is no reason`() throws {
        var log = try ModelLog.online()
        try log.want("a")
        try Self.measure(&log, 0)
        #expect(try log.blockers("a") == [.noSpace])
        try log.run(.volume(id: 0, isAvailable: false))
        #expect(try log.blockers("a") == [.volumeMissing])
    }

    @Test func `an item is not started before its time`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        let time = log.wall + 60_000_000
        try log.run(.request(item: "a", filled(RequestOptions()) { $0.notBefore = time }))
        #expect(try Self.first(log, "a") == Blocker(.notBefore, until: time))
        #expect(try log.plan() == Plan(actions: [], nextDue: time))
        log.wall = time
        #expect(try log.starts() == ["a"])
    }

    @Test func `a failed item tells what it needs`() throws {
        var log = try ModelLog.online()
        for (id, failure) in [("a", FailureClass.auth), ("b", .space)] {
            try log.receive(id)
            _ = try log.fail(id, failure)
        }
        #expect(try log.blockers("a") == [.authNeeded])
        #expect(try log.blockers("b") == [.noSpace])
    }

    @Test func `slots are full in all, or for a host`() throws {
        var log = try ModelLog.online()
        for id in ["a", "b", "c"] { try log.want(id, source: "https://one.example/\(id)") }
        for id in ["d", "e"] { try log.want(id) }
        try log.start("a")
        try log.start("b")
        #expect(try log.blockers("c") == [.hostSlotsFull])
        try log.start("d")
        #expect(try log.blockers("c") == [.hostSlotsFull, .slotsFull])
        #expect(try log.blockers("e") == [.slotsFull])
    }

    @Test func `all reasons are kept, in the order in which they are told`() throws {
        var log = try ModelLog.online()
        try log.receive("a")
        _ = try log.fail("a", .server, draw: 2_000)
        try log.connect(.none)
        try log.run(.pause(.all, until: log.wall + 5))
        try log.run(.setOfflineMode(true, until: nil))
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "0"))
        try log.run(.volume(id: 0, isAvailable: false))
        let blockers = try log.blockers("a")
        #expect(blockers == [.offlineMode, .pausedAll, .noNetwork, .quotaFull, .volumeMissing, .backoff])
        let order = BlockerCode.tellingOrder
        #expect(
            blockers.compactMap { order.firstIndex(of: $0) }
                == blockers.compactMap { order.firstIndex(of: $0) }.sorted())
        #expect(order.count == BlockerCode.allCases.count)
    }

    @Test func `what nobody wants has no reasons`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        try log.connect(.none)
        #expect(try log.blockers("a") == [])
    }

    static func first(_ log: ModelLog, _ id: String) throws -> Blocker? {
        try blockers(of: log.item(id), in: log.state, at: log.now, slots: SlotUse(in: log.state)).first
    }

    static func measure(_ log: inout ModelLog, _ free: Int64) throws {
        try log.run(
            .measure(
                filled(StorageMeasured()) {
                    $0.freeBytes = free
                    $0.capacityBytes = 1_000_000_000
                }))
    }
}
