import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// C38: what makes way, what never does, and that nobody turns in circles about it.
@Suite(.timeLimit(.minutes(10))) struct EvictionTests {
    let scene: EngineScene
    let clock = VirtualClock()

    init() throws { scene = try EngineScene() }

    /// Items of so many bytes, installed one second apart, in order.
    private func engine(_ sizes: KeyValuePairs<String, Int>) async throws -> OfflineEngine {
        let clock = clock
        let engine = try await scene.open { $0.clock = clock }
        for (id, bytes) in sizes {
            try await engine.fetch(registration(id, bytes))
            clock.advance(bySeconds: 1)
        }
        return engine
    }

    private func registration(_ id: String, _ bytes: Int) throws -> Registration {
        let page = try scene.origin.page(["body": ["random": bytes, "seed": 1]])
        var item = try scene.registration(id, page)
        item.expectedBytes = Int64(bytes)
        return item
    }

    private func installed(_ engine: OfflineEngine) async throws -> [String] {
        try await engine.read { try $0.items().filter { $0.installed != nil }.map(\.id) }
    }

    private func victims() throws -> [[UInt64]] {
        try scene.all(.evictionPlanned).compactMap {
            if case .evictionPlanned(let plan) = $0.record.event { plan.victims.map(\.item) } else { nil }
        }
    }

    @Test(arguments: [("lru", ["a", "c", "new"]), ("oldest", ["b", "c", "new"]), ("largest", ["a", "b", "new"])])
    func `what makes way is chosen by the rule, and then what waited comes`(
        _ rule: String, _ left: [String]
    ) async throws {
        let engine = try await engine(["a": 10_000, "b": 11_000, "c": 12_000])
        try await engine.use("a").close()
        try await engine.set("storage.quotaBytes", to: "35kB")
        try await engine.set("storage.eviction", to: rule)
        try await engine.register(registration("new", 10_000))
        try await engine.request("new")
        try await engine.wait(for: .contentPublished, of: "new")
        #expect(try await installed(engine) == left)
        try await engine.close()
        let deleted = try scene.all(.deletionRequested)
        #expect(deleted.map(\.record.actor) == [Record.Actor(.policy, rule: "eviction.\(rule)")])
        #expect(try victims().count == 1)
        #expect(try scene.verify().problems == [])
    }

    @Test func `pinned and open content never makes way, and the item waits without turning in circles`() async throws {
        let engine = try await engine(["pinned": 10_000, "open": 10_000])
        try await engine.pin("pinned")
        let lease = try await engine.use("open")
        try await engine.set("storage.quotaBytes", to: "25kB")
        try await engine.set("storage.eviction", to: "lru")
        try await engine.register(registration("new", 10_000))
        try await engine.request("new")
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "new") == [.quotaFull])
        #expect(try await installed(engine) == ["pinned", "open"])
        let turns = await engine.turnCount
        let records = try engine.store.recordCount()
        for _ in 0..<10 { await engine.untilIdle() }
        // Asking costs a turn; nothing else does.
        #expect(await engine.turnCount <= turns + 10)
        #expect(try engine.store.recordCount() == records)
        lease.close()
        try await engine.wait(for: .contentPublished, of: "new")
        #expect(try await installed(engine) == ["pinned", "new"])
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `content that is unpinned may make way at once`() async throws {
        let engine = try await engine(["a": 10_000])
        try await engine.pin("a")
        try await engine.set("storage.quotaBytes", to: "15kB")
        try await engine.set("storage.eviction", to: "oldest")
        try await engine.register(registration("new", 10_000))
        try await engine.request("new")
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "new") == [.quotaFull])
        try await engine.unpin("a")
        try await engine.wait(for: .contentPublished, of: "new")
        #expect(try await installed(engine) == ["new"])
        try await engine.close()
    }

    @Test func `with eviction off a lowered limit deletes nothing, and new downloads wait`() async throws {
        let engine = try await engine(["a": 10_000, "b": 10_000])
        try await engine.set("storage.quotaBytes", to: "5kB")
        try await engine.register(registration("new", 1_000))
        try await engine.request("new")
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "new") == [.quotaFull])
        #expect(try await installed(engine) == ["a", "b"])
        try await engine.close()
    }

    @Test func `what was last used at the same time makes way in one order on every machine`() async throws {
        var left: [[String]] = []
        for _ in 0..<2 {
            let scene = try EngineScene()
            let engine = try await scene.open { $0.clock = VirtualClock() }
            for id in ["pinned", "open", "c", "d", "e", "f"] {
                try await engine.fetch(registration(id, 100_000))
            }
            try await engine.pin("pinned")
            let lease = try await engine.use("open")
            try await engine.set("storage.quotaBytes", to: "250kB")
            await engine.untilWaiting()
            #expect(try await installed(engine).count == 6)
            #expect(try await engine.read { try $0.totals().usedBytes } == 600_000)
            try await engine.set("storage.eviction", to: "lru")
            try await engine.wait(forAny: .contentDeleted, count: 4)
            await engine.untilWaiting()
            left.append(try await installed(engine))
            #expect(try engine.store.records(of: .evictionPlanned).count == 1)
            lease.close()
            try await engine.close()
        }
        #expect(left == [["pinned", "open"], ["pinned", "open"]])
    }

    @Test func `more to be kept free than there is stops a running download, and it goes on when that is taken back`()
        async throws
    {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        let body: Reply = ["body": ["random": 100_000, "seed": 1], "etag": "\"a\""]
        try page.script([body.merging(["hold_at": 40_000, "hold": page.path]) { $1 }, body])
        let clock = clock
        let engine = try await scene.open {
            $0.transport = relay
            $0.clock = clock
        }
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        await relay.wait(for: 40_000, from: page.url)
        try await engine.set("storage.keepFreeBytes", to: "1000TB")
        try await engine.wait(for: .transferInterrupted, of: "f")
        #expect(try await engine.blockers(of: "f") == [.noSpace])
        try await engine.set("storage.keepFreeBytes", to: "0")
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
    }

    @Test func `a limit lowered under what is there makes as much go as is over it`() async throws {
        let engine = try await engine(["a": 10_000, "b": 10_000, "pinned": 10_000, "c": 10_000, "d": 10_000])
        try await engine.pin("pinned")
        try await engine.set("storage.eviction", to: "lru")
        try await engine.set("storage.quotaBytes", to: "25kB")
        await engine.untilIdle()
        try await engine.wait(forAny: .contentDeleted, count: 3)
        await engine.untilIdle()
        #expect(try await installed(engine) == ["pinned", "d"])
        try await engine.close()
        #expect(try victims().map(\.count) == [3])
        #expect(try scene.all(.contentDeleted).count == 3)
        #expect(try scene.verify().problems == [])
    }
}

/// The same on a volume that is nearly full.
@Suite(
    .enabled(if: SmallVolume.canMount, "needs root and the right to mount a tmpfs"), .timeLimit(.minutes(10)))
struct FullVolumeEvictionTests {
    @Test func `little free space makes content go until the item that waits has room, and no more`() async throws {
        let volume = try SmallVolume(kibibytes: 16 << 10)
        let origin = try Origin.shared.get()
        let store = "\(volume.path)/store"
        var options = EngineOptions()
        options.monitor = ManualMonitor(LinkFacts(link: .internet, source: .manual))
        let engine = try await OfflineEngine.open(at: store, options: options)
        try await engine.set("storage.keepFreeBytes", to: "0")
        for id in ["a", "b", "c"] {
            let page = try origin.page(["body": ["random": 1 << 20, "seed": 1]])
            var item = Registration(id: id, sources: [page.url])
            item.expectedBytes = 1 << 20
            try await engine.register(item)
            try await engine.request(id)
            try await engine.wait(for: .contentPublished, of: id)
        }
        let free = try await engine.content.open().space().freeBytes
        // Room for half of another one.
        try await engine.set("storage.keepFreeBytes", to: "\(free - (512 << 10))")
        try await engine.set("storage.eviction", to: "oldest")
        let page = try origin.page(["body": ["random": 1 << 20, "seed": 2]])
        var item = Registration(id: "new", sources: [page.url])
        item.expectedBytes = 1 << 20
        try await engine.register(item)
        try await engine.request("new")
        try await engine.wait(for: .contentPublished, of: "new")
        await engine.untilIdle()
        let left = try await engine.read { try $0.items().filter { $0.installed != nil }.map(\.id) }
        #expect(left == ["b", "c", "new"])
        // Room is made before the item starts, not found missing when it is there.
        let freeing = try #require(try engine.store.records(of: .deletionStarted).first)
        let started = try #require(try engine.store.records(of: .transferStarted).last)
        #expect(freeing.record.position < started.record.position)
        try await engine.close()
    }
}
