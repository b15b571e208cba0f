import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Items that belong together are asked for, held and removed together.
@Suite(.timeLimit(.minutes(10))) struct GroupTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    /// More items than one decision covers, all of one group.
    private func album(_ engine: OfflineEngine, _ page: OriginPage, count: Int = 450) async throws {
        let ids = (0..<count).map { "song\($0)" }
        try await engine.defineGroup("album", title: "An album")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids {
                group.addTask { _ = try await engine.register(Registration(id: id, sources: [page.farURL])) }
            }
            try await group.waitForAll()
        }
        for start in stride(from: 0, to: count, by: 200) {
            try await engine.changeMembers(of: "album", adding: Array(ids[start..<min(count, start + 200)]))
        }
    }

    private func totals(_ engine: OfflineEngine, of group: String = "album") async throws -> GroupTotals {
        try await engine.read { reader in
            try reader.view.number(ofGroup: group).flatMap { try reader.view.group($0)?.totals } ?? GroupTotals()
        }
    }

    @Test func `an order for a large group reaches every item once, and repeated under its id appends nothing`()
        async throws
    {
        let page = try scene.origin.page()
        let first = try await scene.open(link: .none)
        try await album(first, page)
        let receipt = try await first.request(group: "album", command: "all")
        #expect(receipt.positions.count == 450)
        #expect(try await totals(first).wanted == 450)
        let again = try await first.request(group: "album", command: "all")
        #expect(again.positions.isEmpty == false && receipt.positions.contains(again.positions.lowerBound))
        #expect(try first.store.recordCount() == receipt.positions.upperBound)
        try await first.close()

        let second = try await scene.open(link: .none)
        let count = try second.store.recordCount()
        _ = try await second.request(group: "album", command: "all")
        #expect(try second.store.recordCount() == count)
        // Without an id there is nothing left to do.
        #expect(try await second.request(group: "album").note == .unchanged)
        // A button of the group means all of its items too.
        try await second.perform(OfferedCommand(.eachMember(group: "album", .cancel(keepsPartial: false), after: nil)))
        #expect(try await totals(second).wanted == 0)
        try await second.close()
        #expect(try scene.all(.downloadRequested).count == 450)
        #expect(try scene.all(.downloadCancelled).count == 450)
        #expect(try scene.verify().problems == [])
    }

    @Test func `an order that was cut off after some pages goes on when it is given again`() async throws {
        let page = try scene.origin.page()
        let engine = try await scene.open(link: .none)
        try await album(engine, page)
        // As far as a process came that died after the first page.
        let step = Command.eachMember(group: "album", .request(RequestOptions()), after: nil)
        _ = try await engine.carryOut(step, id: "all#0")
        #expect(try await totals(engine).wanted == 200)
        try await engine.request(group: "album", command: "all")
        #expect(try await totals(engine).wanted == 450)
        try await engine.close()
        #expect(try scene.all(.downloadRequested).count == 450)
    }

    @Test func `pausing a group stops what runs of it and nothing else, and keeps the bytes`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        let body: Reply = ["body": ["random": 100_000, "seed": 3], "etag": "\"a\""]
        try page.script([body.merging(["hold_at": 40_000, "hold": page.path]) { $1 }, body])
        let other = try scene.origin.page(["body": ["random": 1_000]])
        let engine = try await scene.open { $0.transport = relay }
        try await engine.defineGroup("album")
        try await engine.register(scene.registration("song", page))
        try await engine.register(scene.registration("map", other))
        try await engine.changeMembers(of: "album", adding: ["song"])
        try await engine.request(group: "album")
        await relay.wait(for: 40_000, from: page.url)
        try await engine.pause(.group("album"))
        try await engine.request("map")
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "song") == [.pausedGroup])
        #expect(try await engine.item("song")?.staging?.durableBytes == 40_000)
        #expect(try await engine.item("map")?.installed != nil)
        try await engine.resume(.group("album"))
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "song")?.count == 100_000)
        try await engine.close()
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        #expect(try scene.verify().problems == [])
    }

    @Test func `retrying a group tries what failed again, and removing it leaves no file`() async throws {
        let page = try scene.origin.page(["status": 404], ["body": ["random": 1_000]])
        let held = try scene.origin.page()
        try held.script([["body": ["random": 100_000], "hold_at": 40_000, "hold": held.path]])
        let relay = try scene.relay()
        let engine = try await scene.open { $0.transport = relay }
        try await engine.defineGroup("album")
        try await engine.register(scene.registration("gone", page, digest: false))
        try await engine.register(scene.registration("held", held))
        try await engine.changeMembers(of: "album", adding: ["gone", "held"])
        try await engine.request(group: "album")
        try await engine.wait(for: .downloadFailed, of: "gone")
        try await engine.retry(group: "album")
        try await engine.wait(for: .contentPublished, of: "gone")
        await relay.wait(for: 40_000, from: held.url)
        try await engine.remove(group: "album", now: true)
        await engine.untilIdle()
        #expect(try await totals(engine).items == 2)
        #expect(try await totals(engine).installed == 0)
        #expect(scene.contents == [] && scene.partials == [])
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `a group that nobody defined is refused`() async throws {
        let engine = try await scene.open(link: .none)
        let requested = await #expect(throws: HoldfastError.self) { try await engine.request(group: "none") }
        #expect(requested?.refusal?.code == .unknownGroup)
        let paused = await #expect(throws: HoldfastError.self) { try await engine.pause(.group("none")) }
        #expect(paused?.refusal?.code == .unknownGroup)
        try await engine.close()
    }
}
