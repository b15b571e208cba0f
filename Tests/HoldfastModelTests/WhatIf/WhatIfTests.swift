import Testing

@testable import HoldfastModel

@Suite struct WhatIfTests {
    private let zero: Int64 = 1_000_000_000

    @Test func `with metered off, what moved over a metered network waits for the next Wi-Fi`() throws {
        var log = try ModelLog.session()
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        try log.cellular()
        try log.want("a")
        try log.download("a", seconds: 10)
        log.wait(seconds: 50)
        try log.noNetwork()
        log.wait(seconds: 30)
        try log.wifi()
        log.wait(seconds: 100)
        try log.noNetwork()

        let report = try log.whatIf("network.allowMetered", "false")
        let item = try #require(report["a"])
        #expect(!item.isEarlier)
        #expect(item.waitsAfter.map { $0.text(since: zero) } == ["0-60 needsUnmetered", "60-90 noNetwork"])
        #expect(item.waitsBefore.isEmpty)
        #expect(item.ranBefore == zero && item.ranAfter == zero + 90_000_000)
        #expect(item.wholeBefore == zero + 10_000_000 && item.wholeAfter == zero + 100_000_000)
        #expect(item.bytesText == ["wifi: 0 -> 1000000", "cellular metered: 1000000 -> 0"])
        #expect(report.bytesText == item.bytesText)
        #expect(report.waitedAfter - report.waitedBefore == 90_000_000)
        #expect(report.unknowns == [.speed, .outcome])
    }

    @Test func `a download that no Wi-Fi comes for still waits at the end of the history`() throws {
        var log = try ModelLog.session()
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        try log.cellular()
        try log.want("a")
        try log.download("a", seconds: 10)
        log.wait(seconds: 60)
        try log.noNetwork()

        let report = try log.whatIf("network.allowMetered", "false")
        let item = try #require(report["a"])
        #expect(item.waitsAfter.map { $0.text(since: zero) } == ["0-70 needsUnmetered"] + ["70-... noNetwork"])
        #expect(item.ranAfter == nil && item.wholeAfter == nil)
        #expect(item.bytesText == ["cellular metered: 1000000 -> 0"])
        #expect(report.waitedAfter - report.waitedBefore == 70_000_000)
        #expect(report.unknowns.contains(.historyEnds))
    }

    @Test func `a running transfer is cut where the changed rule begins to hold, and goes on where it ends`() throws {
        var log = try ModelLog.session()
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        try log.wifi()
        try log.want("a")
        try log.start("a")
        try log.report("a", .response(ModelLog.response(bytes: 1_000_000)))
        log.wait(seconds: 4)
        try log.cellular()
        log.wait(seconds: 6)
        try log.complete("a")
        log.wait(seconds: 10)
        try log.wifi()
        log.wait(seconds: 10)
        try log.noNetwork()

        let report = try log.whatIf("network.allowMetered", "false")
        let item = try #require(report["a"])
        #expect(item.waitsAfter.map { $0.text(since: zero) } == ["4-20 needsUnmetered"])
        #expect(item.wholeAfter == zero + 26_000_000)
        #expect(item.bytesText == ["wifi: 0 -> 600000", "cellular metered: 600000 -> 0"])
        #expect(report.bytesText == ["wifi: 400000 -> 1000000", "cellular metered: 600000 -> 0"])
    }

    @Test func `bytes that were counted before the cut stay where they were`() throws {
        var log = try ModelLog.session()
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        try log.wifi()
        try log.want("a")
        try log.start("a")
        try log.report("a", .response(ModelLog.response(bytes: 1_000_000)))
        log.wait(seconds: 4)
        try log.report("a", .checkpoint(durableBytes: 900_000))
        try log.cellular()
        log.wait(seconds: 6)
        try log.complete("a")
        try log.noNetwork()

        let report = try log.whatIf("network.allowMetered", "false")
        #expect(report.bytesText == ["wifi: 900000 -> 900000", "cellular metered: 100000 -> 0"])
        #expect(!report.unknowns.contains(.splitByTime))
    }

    @Test func `with metered allowed, a download that waited for Wi-Fi starts at once`() throws {
        var log = try ModelLog.session()
        try log.cellular()
        try log.want("a")
        log.wait(seconds: 100)
        try log.wifi()
        try log.download("a", seconds: 10)

        let report = try log.whatIf("network.allowMetered", "true")
        let item = try #require(report["a"])
        #expect(item.isEarlier)
        #expect(item.waitsBefore.map { $0.text(since: zero) } == ["0-100 needsUnmetered"])
        #expect(item.waitsAfter.isEmpty)
        #expect(item.ranBefore == zero + 100_000_000 && item.ranAfter == zero)
        #expect(item.wholeBefore == zero + 110_000_000 && item.wholeAfter == zero + 10_000_000)
        #expect(report.bytesText == ["wifi: 1000000 -> 0", "cellular metered: 0 -> 1000000"])
        #expect(report.waitedBefore == 100_000_000 && report.waitedAfter == 0)
    }

    @Test func `a setting for one item leaves the others as they were`() throws {
        var log = try ModelLog.session()
        try log.cellular()
        try log.want("a")
        try log.want("b")
        log.wait(seconds: 100)
        try log.wifi()
        try log.download("a", seconds: 10)
        try log.download("b", seconds: 10)

        let report = try log.whatIf("network.allowMetered", "true", item: "b")
        #expect(report.items.map(\.id) == ["b"])
        #expect(report.bytesText == ["wifi: 2000000 -> 1000000", "cellular metered: 0 -> 1000000"])
    }

    @Test func `a setting for a group is one for its items`() throws {
        var log = try ModelLog.session()
        try log.cellular()
        try log.want("a")
        try log.want("b")
        try log.run(.defineGroup(id: "g", title: nil))
        try log.run(.changeMembers(group: "g", adding: ["b"], removing: []))
        log.wait(seconds: 100)
        try log.wifi()
        try log.download("a", seconds: 10)
        try log.download("b", seconds: 10)

        let report = try log.whatIf([.init(key: "network.allowMetered", for: .group("g"), value: "true")])
        #expect(report.items.map(\.id) == ["b"])
    }

    @Test func `the changes stand from a position on`() throws {
        var log = try ModelLog.session()
        try log.cellular()
        try log.want("a")
        log.wait(seconds: 60)
        let start = log.records.count
        log.wait(seconds: 40)
        try log.wifi()
        try log.download("a", seconds: 10)

        let report = try log.whatIf("network.allowMetered", "true", from: start)
        let item = try #require(report["a"])
        // The record before the first tells when they begin to stand.
        #expect(item.parted == zero)
        #expect(report.positions == UInt64(start)..<UInt64(log.records.count))
        let late = try log.whatIf("network.allowMetered", "true", from: start + 1)
        #expect(late.items.isEmpty)
    }

    @Test func `roaming that is allowed moves bytes to it, and roaming that is not takes them away`() throws {
        var log = try ModelLog.session()
        try log.run(.set(key: "network.allowMetered", for: .all, value: "true"))
        try log.cellular(isRoaming: true)
        try log.want("a")
        log.wait(seconds: 30)
        try log.cellular(isRoaming: false)
        try log.download("a", seconds: 10)
        try log.run(.set(key: "network.allowRoaming", for: .all, value: "true"))
        try log.cellular(isRoaming: true)
        try log.want("b")
        try log.download("b", seconds: 10)

        let allowed = try log.whatIf("network.allowRoaming", "true")
        #expect(allowed.items.map(\.id) == ["a"])
        #expect(allowed["a"]?.waitsBefore.first?.blocker?.code == .roaming)
        #expect(
            allowed.bytesText == [
                "cellular metered: 1000000 -> 0", "cellular metered roaming: 1000000 -> 2000000",
            ])
        let forbidden = try log.whatIf("network.allowRoaming", "false")
        #expect(forbidden.items.map(\.id) == ["b"])
        #expect(
            forbidden.bytesText == ["cellular metered: 1000000 -> 1000000", "cellular metered roaming: 1000000 -> 0"])
    }

    @Test func `a smaller quota keeps out what does not fit any more, and lets in what still does`() throws {
        var log = try ModelLog.session()
        try log.wifi()
        for (id, bytes) in [("a", 1_000_000), ("b", 1_000_000), ("c", 200_000)] as [(String, Int64)] {
            try log.want(id, bytes: bytes)
            try log.download(id, bytes: bytes, seconds: 10)
        }
        log.wait(seconds: 10)
        try log.run(.remove(item: "a", reason: .user, isImmediate: true))
        try log.run(.startDeletion(item: log.item("a").number))
        try log.run(.deleted(item: log.item("a").number, freedBytes: 1_000_000))
        log.wait(seconds: 60)
        try log.noNetwork()

        let report = try log.whatIf("storage.quotaBytes", "1500000")
        #expect(report.items.map(\.id) == ["b"])
        let item = try #require(report["b"])
        #expect(item.waitsAfter.map { $0.text(since: zero) } == ["10-40 quotaFull"])
        #expect(item.wholeAfter == zero + 50_000_000)
        #expect(report.bytesText == ["wifi: 2200000 -> 2200000"])
        #expect(report.unknowns.contains(.freeSpace))
    }

    @Test func `fewer slots put one download behind the other`() throws {
        var log = try ModelLog.session()
        try log.wifi()
        try log.want("a")
        try log.want("b")
        try log.start("a")
        try log.report("a", .response(ModelLog.response(bytes: 1_000_000)))
        log.wait(seconds: 2)
        try log.download("b", seconds: 10)
        try log.complete("a")
        log.wait(seconds: 60)
        try log.noNetwork()

        let report = try log.whatIf("queue.maxConcurrent", "1")
        #expect(report.items.map(\.id) == ["b"])
        let item = try #require(report["b"])
        #expect(item.waitsAfter.map { $0.text(since: zero) } == ["2-12 slotsFull"])
        #expect(item.wholeAfter == zero + 22_000_000)
    }

    @Test func `more slots let downloads run beside each other`() throws {
        var log = try ModelLog.session()
        try log.run(.set(key: "queue.maxConcurrent", for: .all, value: "1"))
        try log.wifi()
        for id in ["a", "b", "c"] { try log.want(id) }
        for id in ["a", "b", "c"] { try log.download(id, seconds: 10) }

        let report = try log.whatIf("queue.maxConcurrent", "2")
        #expect(report.items.map(\.id) == ["b", "c"])
        #expect(report["b"]?.wholeAfter == zero + 10_000_000)
        #expect(report["c"]?.ranAfter == zero + 10_000_000)
        #expect(report["c"]?.wholeAfter == zero + 20_000_000)
        #expect(report.waitedBefore == 30_000_000)
        #expect(report.waitedAfter == 10_000_000)
        #expect(report.bytesText == ["wifi: 3000000 -> 3000000"])
    }

    @Test func `a window that closes cuts a transfer between two records, and the next one lets it go on`() throws {
        var log = try ModelLog.session()
        try log.wifi()
        try log.want("a")
        // 1970-01-01 00:16:40.
        try log.download("a", seconds: 40)
        log.wait(seconds: 200)
        try log.noNetwork()

        let report = try log.whatIf("schedule.windows", "[00:00-00:17, 00:18-00:30]")
        let item = try #require(report["a"])
        #expect(item.waitsAfter.map { $0.text(since: zero) } == ["20-80 scheduleClosed"])
        #expect(item.wholeAfter == zero + 100_000_000)
        #expect(report.bytesText == ["wifi: 1000000 -> 1000000"])
    }
}
