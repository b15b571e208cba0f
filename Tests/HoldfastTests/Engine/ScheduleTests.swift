import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

/// Windows of local time, wherever the device is.
@Suite(.timeLimit(.minutes(10))) struct ScheduleTests {
    let scene: EngineScene
    /// A Monday, 21:00 UTC.
    let clock = VirtualClock(wall: 1_800_046_800_000_000 - 4 * 86_400_000_000)

    init() throws { scene = try EngineScene() }

    private func heldPage() throws -> OriginPage {
        let page = try scene.origin.page()
        let body: Reply = ["body": ["random": 100_000, "seed": 3], "etag": "\"a\""]
        try page.script([body.merging(["hold_at": 40_000, "hold": page.path]) { $1 }, body])
        return page
    }

    @Test func `a window that opens starts what waits, and one that closes stops it with its bytes kept`() async throws
    {
        let relay = try scene.relay()
        let page = try heldPage()
        let clock = clock
        let engine = try await scene.open {
            $0.clock = clock
            $0.transport = relay
        }
        try await engine.set("schedule.windows", to: "[22:00-23:00]")
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        await engine.untilWaiting()
        #expect(try await engine.blockers(of: "f") == [.scheduleClosed])
        let opens = try await engine.read { try $0.report(on: "f")?.blockers.first?.until }
        #expect(opens == clock.now().wall + 3_600_000_000)
        clock.advance(bySeconds: 3_601)
        await relay.wait(for: 40_000, from: page.url)
        await engine.untilArmed()
        clock.advance(bySeconds: 3_600)
        let record = try await engine.wait(for: .transferInterrupted, of: "f")
        guard case .transferInterrupted(let interrupted) = record.event else { return }
        #expect(interrupted.cause == .known(.blocked) && interrupted.blocker == .known(.scheduleClosed))
        #expect(interrupted.durableBytes == 40_000)
        await engine.untilWaiting()
        clock.advance(bySeconds: 23 * 3_600)
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        #expect(try scene.verify().problems == [])
    }

    @Test func `windows are local times, and a journey moves them`() async throws {
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let zone = ZoneClock(clock)
        zone.offset = 3_600
        let first = try await scene.open { $0.clock = zone }
        try await first.set("schedule.windows", to: "[00:30-01:00]")
        try await first.register(scene.registration("f", page))
        try await first.request("f")
        await first.untilWaiting()
        #expect(try await first.blockers(of: "f") == [.scheduleClosed])
        // 23:30 UTC is half past midnight an hour to the east; two hours to the east it is that at 22:30 UTC.
        zone.offset = 7_200
        await first.untilArmed()
        clock.advance(bySeconds: 10)
        try await first.wait(forAny: .timeZoneChanged, count: 2)
        clock.advance(bySeconds: 5_400)
        try await first.wait(for: .contentPublished, of: "f")
        try await first.close()
        zone.offset = 0
        let second = try await scene.open { $0.clock = zone }
        try await second.close()
        let offsets = try scene.all(.timeZoneChanged).compactMap {
            if case .timeZoneChanged(let event) = $0.record.event { event.utcOffsetInSeconds } else { nil }
        }
        #expect(offsets == [3_600, 7_200, 0])
    }

    @Test(arguments: [("[22:00-23:00]", 3_600.0), ("[19:30-20:30]", -3_600)])
    func `a wall clock that is set opens the window that it now stands in`(
        window: String, seconds: Double
    ) async throws {
        let clock = clock
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let engine = try await scene.open { $0.clock = clock }
        try await engine.set("schedule.windows", to: window)
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        await engine.untilWaiting()
        #expect(try await engine.blockers(of: "f") == [.scheduleClosed])
        clock.setWall(bySeconds: seconds)
        clock.advance(bySeconds: 10)
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
    }

    @Test func `an offset that no place has does not stop the engine`() async throws {
        let zone = ZoneClock(clock)
        zone.offset = .max
        let engine = try await scene.open { $0.clock = zone }
        await engine.untilIdle()
        try await engine.checkIsWorking()
        try await engine.close()
    }
}

/// A clock that travels.
private final class ZoneClock: EngineClock {
    private let clock: VirtualClock
    private let seconds = Mutex<Int64>(0)

    init(_ clock: VirtualClock) { self.clock = clock }

    var offset: Int64 {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }

    func now() -> Now { clock.now() }
    func sleep(untilMonotonic moment: Int64) async throws { try await clock.sleep(untilMonotonic: moment) }
    func utcOffsetInSeconds(at wall: Int64) -> Int64 { offset }
}
