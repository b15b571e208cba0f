import Testing

@testable import HoldfastModel

/// What is too much or too little is refused with its limit, and nothing is written.
@Suite struct LimitTests {
    private func check(_ command: Command, in log: ModelLog, _ code: Refusal.Code = .valueOutOfRange) {
        #expect(log.refusal(command) == code, "\(command)")
    }

    @Test func `a group takes a short title and a bounded number of items at a time`() throws {
        var log = try ModelLog.online()
        check(.defineGroup(id: "g", title: String(repeating: "x", count: 1_025)), in: log)
        try log.run(.defineGroup(id: "g", title: String(repeating: "x", count: 1_024)))
        check(.changeMembers(group: "g", adding: (0..<201).map { "x\($0)" }, removing: []), in: log)
    }

    @Test func `a measurement below nothing is refused`() throws {
        let log = try ModelLog.online()
        check(.measure(filled(StorageMeasured()) { $0.freeBytes = -1 }), in: log)
        check(.measure(filled(StorageMeasured()) { $0.capacityBytes = -1 }), in: log)
    }

    @Test func `a feature names a bounded number of items`() throws {
        let log = try ModelLog.online()
        let items = (0..<1_001).map { "x\($0)" }
        check(.declare(Feature(id: "f", needs: .content, contentItems: items)), in: log)
    }

    @Test func `texts about an item are short`() throws {
        var log = try ModelLog.online()
        try log.register("a")
        let long = String(repeating: "x", count: 1_025)
        check(.withdraw(item: "a", reason: long), in: log)
        check(.observeRemote(item: "a", RemoteVersion(version: long)), in: log)
        check(.observeRemote(item: "a", RemoteVersion(etag: long)), in: log)
    }

    @Test func `a start that would reserve more than the quota has left is refused`() throws {
        var log = try ModelLog.online()
        let number = try log.want("a", bytes: nil)
        try log.run(.set(key: "storage.quotaBytes", for: .all, value: "1000"))
        let start = Command.startTransfer(item: number, source: 0, fromByte: 0, validator: nil, reservedBytes: 1_001)
        check(start, in: log, .blocked)
    }

    @Test func `expired content may not be used, until it is renewed`() throws {
        var log = try ModelLog.online()
        try log.install("a")
        try log.run(.amend(item: "a", filled(Registration(id: "a")) { $0.expiresAt = log.wall + 5 }))
        #expect(Refusal(expired: log.item("a"), at: log.wall + 4) == nil)
        #expect(Refusal(expired: log.item("a"), at: log.wall + 5)?.code == .expired)
        try log.run(.amend(item: "a", filled(Registration(id: "a")) { $0.expiresAt = log.wall + 50 }))
        #expect(Refusal(expired: log.item("a"), at: log.wall + 5) == nil)
    }

    @Test func `of too many hosts that ask for quiet, the one whose quiet ends first is forgotten`() throws {
        var device = Device()
        for number in 1...70 as ClosedRange<UInt64> { device.holdHost(of: number, until: Int64(number) + 10, at: 0) }
        #expect(device.hostHolds.count == Device.holdCountMax)
        #expect(device.hostHolds.map(\.item).min() == 7)
    }
}
