import Testing

@testable import HoldfastModel

/// What the rules do not decide, what the records cannot tell, and what is refused.
@Suite struct WhatIfLimitsTests {
    private let zero: Int64 = 1_000_000_000

    @Test func `a download that was paused or cancelled by its user would have been so all the same`() throws {
        var log = try ModelLog.session()
        try log.cellular()
        try log.want("a")
        try log.want("b")
        log.wait(seconds: 100)
        try log.run(.cancel(item: "b", keepsPartial: false))
        try log.wifi()
        try log.start("a")
        try log.report("a", .response(ModelLog.response(bytes: 1_000_000)))
        log.wait(seconds: 10)
        try log.report("a", .interrupted(.paused, blocker: nil, durableBytes: 600_000))
        try log.run(.pause(.item("a"), until: nil))
        log.wait(seconds: 10)
        try log.run(.resume(.item("a")))
        try log.start("a")
        try log.report("a", .response(ModelLog.response(206, bytes: 1_000_000, from: 600_000)))
        log.wait(seconds: 10)
        try log.report("a", .completed(bytes: 1_000_000, wireBytes: 400_000, elapsedInMilliseconds: 1, meteredBytes: 0))

        let report = try log.whatIf("network.allowMetered", "true")
        #expect(report["a"]?.bytesText == ["wifi: 1000000 -> 0", "cellular metered: 0 -> 1000000"])
        #expect(report["a"]?.wholeAfter == zero + 20_000_000)
        // It never ran: its size alone tells what would have moved.
        #expect(report["b"]?.bytesText == ["cellular metered: 0 -> 1000000"])
        let off = try log.whatIf("network.unknownMetered", "block")
        #expect(off.items.isEmpty)
    }

    @Test func `nothing goes on while no engine runs, and it is said`() throws {
        var log = try ModelLog.session()
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        try log.cellular()
        try log.want("a")
        try log.download("a", seconds: 10)
        try log.run(.closeSession(.normal))
        log.wait(seconds: 100)
        try log.openSession()
        log.wait(seconds: 1)
        try log.wifi()
        log.wait(seconds: 100)
        try log.noNetwork()

        let report = try log.whatIf("network.allowMetered", "false")
        let item = try #require(report["a"])
        #expect(item.waitsAfter.map { $0.text(since: zero) } == ["0-10 needsUnmetered", "10-111 checking"])
        #expect(item.ranAfter == zero + 111_000_000)
        #expect(report.unknowns.contains(.notObserved))
    }

    @Test func `a source whose address was erased is taken to need the internet`() throws {
        var log = try ModelLog.session()
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        try log.cellular()
        try log.want("a")
        try log.download("a", seconds: 10)
        try log.want("near", source: "http://127.0.0.1/file")
        try log.download("near", seconds: 10)
        let details = try #require(log.item("a").catalogue.details)

        let report = try log.whatIf([.init(key: "network.allowMetered", value: "false")], erased: [details])
        #expect(report.items.map(\.id) == ["a"])
        #expect(report.unknowns.contains(.sourceErased))
        #expect(report.bytesText.last == "thisMachine unknown: 1000000 -> 1000000")
    }

    @Test func `a setting that no blocker depends on changes nothing, and that is said`() throws {
        var log = try ModelLog.session()
        try log.wifi()
        try log.want("a")
        try log.download("a", seconds: 10)
        let report = try log.whatIf("retry.budget", "1")
        #expect(report.items.isEmpty)
        #expect(report.unknowns == [.settingNotModelled])
    }

    @Test func `a change that could not be made is refused`() throws {
        var log = try ModelLog.session()
        try log.want("a")
        for (key, item, value, code) in [
            ("network.allowMeterd", nil, "true", .unknownSetting), ("queue.maxConcurrent", nil, "17", .valueOutOfRange),
            ("queue.maxConcurrent", "a", "2", .valueOutOfRange), ("network.allowMetered", "b", "true", .unknownItem),
        ] as [(String, String?, String, Refusal.Code)] {
            let refusal = #expect(throws: Refusal.self) { try log.whatIf(key, value, item: item) }
            #expect(refusal?.code == code)
        }
    }
}
