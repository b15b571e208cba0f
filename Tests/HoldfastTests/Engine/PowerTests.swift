import HoldfastTestSupport
import Testing

@testable import Holdfast

/// What the device runs on, and who waits for that.
@Suite(.timeLimit(.minutes(10))) struct PowerTests {
    let scene: EngineScene
    let power = ManualPowerMonitor()

    init() throws { scene = try EngineScene() }

    private func open(_ reading: PowerReading) async throws -> OfflineEngine {
        power.set(reading)
        let power = power
        return try await scene.open { $0.power = power }
    }

    private func want(_ engine: OfflineEngine, _ reason: DownloadReason = .user) async throws {
        let page = try scene.origin.page(["body": ["random": 10_000]])
        try await engine.register(scene.registration("f", page))
        var options = RequestOptions()
        options.reason = reason
        try await engine.request("f", options)
    }

    @Test func `an item that needs charging waits for the charger and starts with it`() async throws {
        let engine = try await open(PowerReading(.battery, levelInBasisPoints: 8_000))
        try await engine.set("power.needsCharging", to: "true")
        try await want(engine)
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "f") == [.needsCharging])
        power.set(PowerReading(.external, levelInBasisPoints: 8_000))
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
    }

    @Test(arguments: [
        (PowerReading(.battery, levelInBasisPoints: 1_499), BlockerCode.batteryLow),
        (PowerReading(.battery, levelInBasisPoints: 9_000, isLowPowerMode: true), .lowPowerMode),
    ])
    func `a low battery and its saver hold up what nobody waits for`(
        _ reading: PowerReading, _ blocker: BlockerCode
    ) async throws {
        let engine = try await open(reading)
        try await want(engine, .auto)
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "f") == [blocker])
        power.set(PowerReading(.battery, levelInBasisPoints: 2_000))
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
    }

    @Test func `what a person asked for does not mind a low battery`() async throws {
        let engine = try await open(PowerReading(.battery, levelInBasisPoints: 300, isLowPowerMode: true))
        try await want(engine)
        await engine.untilIdle()
        #expect(try await engine.item("f")?.installed != nil)
        try await engine.close()
    }

    @Test func `unplugging stops what needs charging, and its bytes stay`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        let body: Reply = ["body": ["random": 100_000, "seed": 3], "etag": "\"a\""]
        try page.script([body.merging(["hold_at": 40_000, "hold": page.path]) { $1 }, body])
        power.set(PowerReading(.external, levelInBasisPoints: 5_000))
        let power = power
        let engine = try await scene.open {
            $0.power = power
            $0.transport = relay
        }
        try await engine.set("power.needsCharging", to: "true")
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        await relay.wait(for: 40_000, from: page.url)
        power.set(PowerReading(.battery, levelInBasisPoints: 5_000))
        let record = try await engine.wait(for: .transferInterrupted, of: "f")
        guard case .transferInterrupted(let interrupted) = record.event else { return }
        #expect(interrupted.cause == .known(.blocked) && interrupted.blocker == .known(.needsCharging))
        #expect(interrupted.durableBytes == 40_000)
        power.set(PowerReading(.external, levelInBasisPoints: 5_000))
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
    }

    @Test func `the level is written down where it crosses a multiple of five per cent, and nothing without news`()
        async throws
    {
        let engine = try await open(.external)
        await engine.untilIdle()
        for (level, count) in [(Int64(5_200), 1), (5_010, 1), (4_990, 2), (4_800, 2), (4_500, 2), (4_499, 3)] {
            await engine.take(PowerReading(.battery, levelInBasisPoints: level))
            await engine.untilIdle()
            var written = 0
            for position in try 0..<engine.store.recordCount() {
                if case .powerChanged = try engine.store.record(at: position).record.event { written += 1 }
            }
            #expect(written == count, "\(level)")
        }
        try await engine.close()
    }

    @Test func `a reading that is out of range is brought into it`() async throws {
        let engine = try await open(PowerReading(.battery, levelInBasisPoints: 20_000))
        await engine.untilIdle()
        #expect(try await engine.read { $0.environment().power?.levelInBasisPoints } == 10_000)
        try await engine.close()
    }
}

/// What Linux says, from folders as the kernel makes them.
@Suite struct PowerSuppliesTests {
    let root: TemporaryDirectory

    init() throws { root = try TemporaryDirectory() }

    private func supply(_ name: String, _ fields: KeyValuePairs<String, String>) throws {
        for (field, value) in fields { try root.write(Array("\(value)\n".utf8), to: "\(name)/\(field)") }
    }

    private var reading: PowerReading { PowerSupplies(root: root.path).reading() }

    @Test func `a machine without supplies or without a battery is on external power`() throws {
        #expect(PowerSupplies(root: root.file("none")).reading() == .external)
        #expect(reading == .external)
        try supply("AC", ["type": "Mains", "online": "0"])
        #expect(reading == .external)
    }

    @Test func `a discharging battery is what the device runs on, unless mains are plugged in`() throws {
        try supply("BAT0", ["type": "Battery", "present": "1", "status": "Discharging", "capacity": "42"])
        #expect(reading == PowerReading(.battery, levelInBasisPoints: 4_200))
        try supply("AC", ["type": "Mains", "online": "1"])
        #expect(reading == PowerReading(.external, levelInBasisPoints: 4_200))
    }

    @Test func `two batteries count as one, and those of other devices and empty bays not at all`() throws {
        try supply("BAT0", ["type": "Battery", "status": "Discharging", "capacity": "20"])
        try supply("BAT1", ["type": "Battery", "status": "Unknown", "capacity": "80"])
        try supply("hidpp_0", ["type": "Battery", "scope": "Device", "status": "Discharging", "capacity": "1"])
        try supply("BAT2", ["type": "Battery", "present": "0", "capacity": "0"])
        #expect(reading == PowerReading(.battery, levelInBasisPoints: 5_000))
    }

    @Test(arguments: ["", "abc", "-5", "101", "99999999999999999999"])
    func `a level that is none is unknown`(_ text: String) throws {
        try supply("BAT0", ["type": "Battery", "status": "Charging", "capacity": text])
        #expect(reading == PowerReading(.external))
    }

    @Test func `the system's monitor looks every thirty seconds`() async throws {
        try supply("BAT0", ["type": "Battery", "status": "Discharging", "capacity": "50"])
        let clock = VirtualClock()
        let monitor = SystemPowerMonitor(root: root.path, clock: clock)
        #expect(monitor.current == PowerReading(.battery, levelInBasisPoints: 5_000))
        var readings = monitor.readings().makeAsyncIterator()
        #expect(await readings.next() == PowerReading(.battery, levelInBasisPoints: 5_000))
        try supply("BAT0", ["status": "Charging"])
        // Until the look that this moves the clock past has been waited for.
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(bySeconds: 30)
        #expect(await readings.next() == PowerReading(.external, levelInBasisPoints: 5_000))
        await monitor.shutdown()
    }
}
