import HoldfastTestSupport
import Testing

@testable import Holdfast

/// What came over the wire is on record however an attempt ends.
@Suite(.timeLimit(.minutes(10))) struct TrafficTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    private func held() throws -> OriginPage {
        let page = try scene.origin.page()
        let body: Reply = ["body": ["random": 100_000, "seed": 3], "etag": "\"a\""]
        try page.script([body.merging(["hold_at": 40_000, "hold": page.path]) { $1 }, body])
        return page
    }

    private func facts(metered: Bool) -> LinkFacts { LinkFacts(link: .internet, isMetered: metered, source: .manual) }

    private func traffic(_ event: Event) -> [Int64?]? {
        switch event {
        case .transferInterrupted(let end): [end.wireBytes, end.meteredBytes]
        case .transferFailed(let end): [end.wireBytes, end.meteredBytes]
        case .transferCompleted(let end): [end.wireBytes, end.meteredBytes]
        default: nil
        }
    }

    @Test(arguments: ["pause", "cancel", "remove", "withdraw", "close"])
    func `an attempt that is stopped says what it received`(_ end: String) async throws {
        let relay = try scene.relay()
        let page = try held()
        let engine = try await scene.open(monitor: ManualMonitor(facts(metered: true))) { $0.transport = relay }
        try await engine.set("network.allowMetered", to: "true")
        try await engine.register(scene.registration("f", page, far: true))
        try await engine.request("f")
        await relay.wait(for: 40_000, from: page.farURL)
        switch end {
        case "pause": try await engine.pause(.item("f"))
        case "cancel": try await engine.cancel("f")
        case "remove": try await engine.remove("f")
        case "withdraw": try await engine.withdraw("f", reason: "gone")
        default: break
        }
        try await engine.close()
        #expect(try scene.records(of: "item:f").compactMap { traffic($0.event) } == [[40_000, 40_000]])
        #expect(try scene.verify().problems == [])
    }

    @Test func `bytes count as metered only while the link was`() async throws {
        let relay = try scene.relay()
        let page = try held()
        let monitor = ManualMonitor(facts(metered: true))
        let engine = try await scene.open(monitor: monitor) { $0.transport = relay }
        try await engine.set("network.allowMetered", to: "true")
        try await engine.register(scene.registration("f", page, far: true))
        try await engine.request("f")
        await relay.wait(for: 40_000, from: page.farURL)
        monitor.set(facts(metered: false))
        // Beside the one at the beginning.
        try await engine.wait(forAny: .connectivityChanged, count: 2)
        await engine.untilArmed()
        try page.release()
        await engine.untilIdle()
        try await engine.close()
        #expect(try scene.records(of: "item:f").compactMap { traffic($0.event) } == [[100_000, 40_000]])
    }

    @Test func `a failed attempt says it too, and neighbours cost nothing`() async throws {
        let page = try scene.origin.page(
            ["body": ["random": 100_000, "seed": 3], "etag": "\"a\"", "cut_at": 30_000],
            ["body": ["random": 100_000, "seed": 3], "etag": "\"a\""])
        let engine = try await scene.open(monitor: ManualMonitor(facts(metered: true))) {
            $0.clock = VirtualClock(isLeaping: true)
        }
        try await engine.fetch(scene.registration("f", page))
        try await engine.close()
        #expect(try scene.records(of: "item:f").compactMap { traffic($0.event) } == [[30_000, 0], [70_000, 0]])
    }
}
