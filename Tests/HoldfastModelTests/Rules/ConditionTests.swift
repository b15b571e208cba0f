import Testing

@testable import HoldfastModel

/// Schedule and power: what holds a download up besides network and room.
@Suite struct ConditionTests {
    @Test func `outside its windows a download waits until they open, and a running one stops when they close`() throws
    {
        var log = try ModelLog.online()
        // Thursday 1970-01-01, 00:16:40 UTC.
        try log.run(.set(key: "schedule.windows", for: .all, value: "00:30-01:00"))
        try log.want("a")
        let opens = 1_800_000_000 as Int64
        let item = log.item("a")
        let blockers = try blockers(of: item, in: log.state, at: log.now, slots: SlotUse())
        #expect(blockers == [Blocker(.scheduleClosed, until: opens)])
        #expect(try log.plan().nextDue == opens)
        log.wall = opens
        #expect(try log.starts() == ["a"])
        try log.start("a")
        #expect(try log.plan().nextDue == 3_600_000_000)
        log.wall = 3_600_000_000
        guard case .interrupt(_, _, .blocked, .scheduleClosed) = try log.plan().actions.first else {
            Issue.record("it goes on")
            return
        }
    }

    @Test func `start now is one consent`() throws {
        var log = try ModelLog.online()
        try log.run(.set(key: "schedule.windows", for: .all, value: "12:00-13:00"))
        try log.want("a")
        try log.want("b")
        try log.run(.consent(.item("a"), Consent(.schedule), isGiven: true))
        #expect(try log.blockers("a") == [] && log.blockers("b") == [.scheduleClosed])
    }

    @Test func `windows follow the recorded time zone`() throws {
        var log = try ModelLog.online()
        try log.run(.set(key: "schedule.windows", for: .all, value: "01:00-02:00"))
        try log.want("a")
        #expect(try log.blockers("a") == [.scheduleClosed])
        #expect(try log.events(.timeZone(utcOffsetInSeconds: 3_600)) == ["timeZoneChanged"])
        #expect(try log.note(.timeZone(utcOffsetInSeconds: 3_600)) == .unchanged)
        #expect(try log.blockers("a") == [])
        #expect(log.refusal(.timeZone(utcOffsetInSeconds: .min)) == .valueOutOfRange)
    }

    private static func power(_ source: PowerSource, level: Int64? = nil, saver: Bool = false) -> Command {
        .power(
            filled(PowerChanged()) {
                $0.source = .known(source)
                $0.levelInBasisPoints = level
                $0.isLowPowerMode = saver
            })
    }

    private static func wanted(_ reason: DownloadReason) throws -> ModelLog {
        var log = try ModelLog.online()
        try log.register("a")
        try log.run(.request(item: "a", filled(RequestOptions()) { $0.reason = reason }))
        return log
    }

    @Test(arguments: [DownloadReason.user, .auto, .update, .repair])
    func `a low battery and its saver hold up only what nobody waits for`(reason: DownloadReason) throws {
        var log = try Self.wanted(reason)
        let isAutomatic = reason == .auto || reason == .update
        try log.run(Self.power(.battery, level: 1_499, saver: true))
        #expect(try log.blockers("a") == (isAutomatic ? [.batteryLow, .lowPowerMode] : []))
        try log.run(Self.power(.battery, level: 1_500))
        #expect(try log.blockers("a") == [])
        try log.run(Self.power(.external, level: 100))
        #expect(try log.blockers("a") == [])
    }

    @Test func `a download that needs a charger waits on battery, whoever asked for it`() throws {
        var log = try Self.wanted(.user)
        try log.run(.set(key: "power.needsCharging", for: .item("a"), value: "true"))
        #expect(try log.blockers("a") == [], "nobody has told what the device runs on")
        try log.run(Self.power(.battery, level: 9_000))
        #expect(try log.blockers("a") == [.needsCharging])
        try log.run(.consent(.item("a"), Consent(.power), isGiven: true))
        #expect(try log.blockers("a") == [])
        try log.run(.consent(.item("a"), Consent(.power), isGiven: false))
        try log.run(Self.power(.external))
        #expect(try log.starts() == ["a"])
        try log.start("a")
        try log.run(Self.power(.battery))
        guard case .interrupt(_, _, .blocked, .needsCharging) = try log.plan().actions.first else {
            Issue.record("it goes on")
            return
        }
    }

    @Test func `a level out of range is refused, the standing state writes nothing`() throws {
        var log = try ModelLog.online()
        #expect(log.refusal(Self.power(.battery, level: 10_001)) == .valueOutOfRange)
        #expect(log.refusal(Self.power(.battery, level: -1)) == .valueOutOfRange)
        try log.run(Self.power(.battery, level: 5_000))
        #expect(try log.note(Self.power(.battery, level: 5_000)) == .unchanged)
    }
}
