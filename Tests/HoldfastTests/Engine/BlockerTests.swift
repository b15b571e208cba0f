import HoldfastTestSupport
import Testing

@testable import Holdfast

/// C58: whoever waits says why, and never for nothing.
@Suite(.timeLimit(.minutes(10))) struct BlockerTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    private func facts(_ link: LinkLevel, metered: Bool? = nil) -> LinkFacts {
        LinkFacts(link: link, isMetered: metered, source: .manual)
    }

    /// One wanted item of 10,000 bytes on a far host, under what `prepare` does first.
    private func blockers(
        _ link: LinkFacts, _ prepare: (OfflineEngine) async throws -> Void = { _ in }
    ) async throws -> [BlockerCode] {
        let page = try scene.origin.page(["body": ["random": 10_000], "hold": "never"])
        let relay = try scene.relay()
        let engine = try await scene.open(monitor: ManualMonitor(link)) { $0.transport = relay }
        var item = try scene.registration("f", page, far: true)
        item.expectedBytes = 10_000
        try await engine.register(item)
        try await prepare(engine)
        try await engine.request("f")
        await engine.untilIdle()
        let blockers = try await engine.blockers(of: "f")
        let row = try await engine.affordance(of: "f").row
        #expect(row != .queued || blockers.contains { $0 == .slotsFull || $0 == .hostSlotsFull }, "\(row)")
        #expect(relay.requests == [])
        try await engine.close()
        return blockers
    }

    @Test func `no link`() async throws {
        #expect(try await blockers(facts(.none)) == [.noNetwork])
    }

    @Test func `a link without internet`() async throws {
        #expect(try await blockers(facts(.local)) == [.localOnly])
    }

    @Test func `a metered link`() async throws {
        #expect(try await blockers(facts(.internet, metered: true)) == [.needsUnmetered])
    }

    @Test func `a link of unknown cost where that is forbidden`() async throws {
        #expect(
            try await blockers(facts(.internet)) { try await $0.set("network.unknownMetered", to: "block") }
                == [.meteredUnknown])
    }

    @Test func `the quota`() async throws {
        #expect(
            try await blockers(facts(.internet)) { try await $0.set("storage.quotaBytes", to: "5kB") } == [.quotaFull])
    }

    @Test func `space to keep free`() async throws {
        #expect(
            try await blockers(facts(.internet)) { try await $0.set("storage.keepFreeBytes", to: "1000TB") }
                == [.noSpace])
    }

    @Test func `offline mode`() async throws {
        #expect(try await blockers(facts(.internet)) { try await $0.setOfflineMode(true) } == [.offlineMode])
    }

    @Test func `everything paused stands before the missing network`() async throws {
        #expect(try await blockers(facts(.none)) { try await $0.pause(.all) } == [.pausedAll, .noNetwork])
    }

    @Test func `two causes at once are both told`() async throws {
        #expect(
            try await blockers(facts(.internet, metered: true)) {
                try await $0.set("storage.keepFreeBytes", to: "1000TB")
            } == [.needsUnmetered, .noSpace])
    }

    @Test func `links not looked at yet are being checked`() async throws {
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let engine = try await scene.open(monitor: ManualMonitor())
        try await engine.register(scene.registration("f", page, far: true))
        try await engine.request("f")
        #expect(try await engine.blockers(of: "f") == [.checking])
        try await engine.close()
    }

    @Test func `a slot in use`() async throws {
        let page = try scene.origin.page()
        try page.script([["body": ["random": 10_000], "hold": page.path], ["body": ["random": 10_000]]])
        let relay = try scene.relay()
        let engine = try await scene.open { $0.transport = relay }
        try await engine.set("queue.maxConcurrent", to: "1")
        for id in ["first", "second"] {
            try await engine.register(scene.registration(id, page, digest: false))
            try await engine.request(id)
        }
        try await engine.wait(for: .transferStarted, of: "first")
        #expect(try await engine.blockers(of: "second") == [.slotsFull])
        try page.release()
        await engine.untilIdle()
        #expect(try await engine.item("second")?.installed != nil)
        try await engine.close()
    }

    // Invariant 13
    @Test func `used and reserved bytes never pass the quota`() async throws {
        let engine = try await scene.open()
        try await engine.set("storage.quotaBytes", to: "25kB")
        for id in ["a", "b", "c", "d"] {
            let page = try scene.origin.page(["body": ["random": 10_000, "seed": 1]])
            try await engine.register(scene.registration(id, page))
            try await engine.request(id)
        }
        await engine.untilIdle()
        let (used, waiting) = try await engine.read { reader in
            (try reader.totals().usedBytes, try reader.queue().map { try reader.blockers(of: $0).map(\.code) })
        }
        #expect(used == 20_000)
        #expect(waiting == [[.quotaFull], [.quotaFull]])
        try await engine.set("storage.quotaBytes", to: "none")
        await engine.untilIdle()
        #expect(try await engine.read { try $0.totals().usedBytes } == 40_000)
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }
}
