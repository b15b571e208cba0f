import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

/// One budget for all that runs.
@Suite(.timeLimit(.minutes(10))) struct BandwidthTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    /// How long it takes until all have come.
    private func seconds(
        _ sizes: [Int], metered: Bool = false, _ settings: KeyValuePairs<String, String>
    ) async throws -> Double {
        let monitor = ManualMonitor(LinkFacts(link: .internet, isMetered: metered, source: .manual))
        let relay = try scene.relay()
        let engine = try await scene.open(monitor: monitor) { $0.transport = relay }
        try await engine.set("network.allowMetered", to: "true")
        for (key, value) in settings { try await engine.set(key, to: value) }
        let start = monotonicNow()
        for (index, bytes) in sizes.enumerated() {
            let page = try scene.origin.page(["body": ["random": bytes, "seed": index]])
            try await engine.register(scene.registration("f\(index)", page, far: true))
            try await engine.request("f\(index)")
        }
        await engine.untilIdle()
        let elapsed = (monotonicNow() - start) / .seconds(1)
        #expect(try await engine.read { try $0.totals().installed } == Int64(sizes.count))
        try await engine.close()
        #expect(try scene.all(.transferFailed).isEmpty)
        #expect(try scene.verify().problems == [])
        return elapsed
    }

    // Only how fast it may be at most: a busy machine makes it slower. 64 KiB each may be in a piece that came at once.
    @Test func `a limit holds for all transfers together`() async throws {
        let elapsed = try await seconds([200_000, 200_000, 200_000], ["bandwidth.maxBps": "500kB"])
        let least: Double = (600_000 - 196_608 - 125_000) / 500_000
        #expect(elapsed >= least, "\(elapsed) s")
    }

    @Test func `the limit of metered links holds there beside the other`() async throws {
        let limits: KeyValuePairs = ["bandwidth.maxBps": "100MB", "bandwidth.meteredMaxBps": "300kB"]
        let elapsed = try await seconds([300_000], metered: true, limits)
        let least: Double = (300_000 - 65_536 - 75_000) / 300_000
        #expect(elapsed >= least, "\(elapsed) s")
        // Elsewhere it is of no matter: at this rate it would take a day.
        let other = try BandwidthTests()
        _ = try await other.seconds([2_000_000], ["bandwidth.meteredMaxBps": "1kiB"])
    }

    @Test func `a limit that is lifted lets a waiting transfer go on at once`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page(["body": ["random": 5_000_000, "seed": 1]])
        let engine = try await scene.open { $0.transport = relay }
        // An hour and more.
        try await engine.set("bandwidth.maxBps", to: "1kiB")
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        await relay.wait(for: 1, from: page.url)
        try await engine.set("bandwidth.maxBps", to: "none")
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "f")?.count == 5_000_000)
        try await engine.close()
    }

    @Test func `waiting for bandwidth is no silence of the server, and a pause ends it at once`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page(["body": ["random": 5_000_000, "seed": 1], "etag": "\"a\""])
        let engine = try await scene.open {
            $0.transport = relay
            $0.idleTimeout = .milliseconds(700)
        }
        // More than a second between two pieces.
        try await engine.set("bandwidth.maxBps", to: "12kiB")
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        await relay.wait(for: 40_000, from: page.url)
        try await engine.pause(.item("f"))
        #expect(try await engine.item("f")?.staging?.durableBytes ?? 0 >= 40_000)
        try await engine.close()
        // On a busy machine the answer itself may be late; once it is there nothing is.
        let failures = try scene.all(.transferFailed).compactMap {
            if case .transferFailed(let event) = $0.record.event { event.durableBytes } else { nil }
        }
        #expect(failures.allSatisfy { $0 == 0 }, "\(failures)")
    }

    @Test func `the budget is shared, kept for a moment only, and owed after a large piece`() {
        let time = Mutex(Duration.zero)
        let limit = BandwidthLimit(now: { time.withLock { $0 } })
        func pass(_ milliseconds: Int) { time.withLock { $0 += .milliseconds(milliseconds) } }
        limit.take(1_000_000)
        #expect(limit.wait() == .zero)
        limit.set(bytesPerSecond: 1_000)
        #expect(limit.wait() == .zero)
        limit.take(100)
        #expect(limit.wait() == .milliseconds(100))
        pass(100)
        #expect(limit.wait() == .zero)
        pass(60_000)
        #expect(limit.wait() == .zero)
        limit.take(250)
        #expect(limit.wait() == .zero)
        limit.take(10_000)
        #expect(limit.wait() == .milliseconds(250))
        limit.set(bytesPerSecond: 2_000)
        #expect(limit.wait() == .zero)
        limit.take(1)
        limit.set(bytesPerSecond: nil)
        #expect(limit.wait() == .zero && limit.bytesPerSecond == nil)
    }
}
