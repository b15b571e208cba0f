import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// A file in use stays where it is.
@Suite(.timeLimit(.minutes(10))) struct UseTests {
    let scene: EngineScene
    let clock = VirtualClock()

    init() throws { scene = try EngineScene() }

    private func installed(_ bytes: Int = 10_000) async throws -> (engine: OfflineEngine, page: OriginPage) {
        let page = try scene.origin.page(["body": ["random": bytes, "seed": 1]])
        let clock = clock
        let engine = try await scene.open { $0.clock = clock }
        try await engine.fetch(scene.registration("f", page))
        return (engine, page)
    }

    @Test func `use is written down at most once an hour`() async throws {
        let (engine, _) = try await installed()
        for _ in 0..<3 { try await engine.use("f").close() }
        clock.advance(bySeconds: 3_601)
        let lease = try await engine.use("f")
        #expect(FileManager.default.contents(atPath: lease.path)?.count == 10_000)
        lease.close()
        #expect(try await engine.item("f")?.installed?.openedAt == clock.now().wall)
        try await engine.close()
        #expect(try scene.all(.contentOpened).count == 2)
    }

    @Test(arguments: [true, false])
    func `a removal that is due waits until the file is closed`(_ isImmediate: Bool) async throws {
        let (engine, _) = try await installed()
        let lease = try await engine.use("f")
        let second = try await engine.use("f")
        try await engine.remove("f", now: isImmediate)
        clock.advance(bySeconds: 11)
        await engine.untilIdle()
        lease.close()
        await engine.untilIdle()
        #expect(FileManager.default.contents(atPath: second.path)?.count == 10_000)
        #expect(scene.contents.count == 1)
        #expect(try await engine.item("f")?.installed != nil)
        second.close()
        try await engine.wait(for: .contentDeleted, of: "f")
        #expect(scene.contents == [])
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `a lease that nobody holds any more is closed`() async throws {
        let (engine, _) = try await installed()
        do { _ = try await engine.use("f") }
        #expect(await engine.inUse.items == [])
        try await engine.remove("f", now: true)
        await engine.untilIdle()
        #expect(scene.contents == [])
        try await engine.close()
    }

    @Test func `a file that a newer version replaced stays until it is closed`() async throws {
        let (engine, page) = try await installed()
        let lease = try await engine.use("f")
        try page.script([["body": ["random": 20_000, "seed": 2]]])
        try await engine.amend(scene.registration("f", page))
        try await engine.request("f")
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "f")?.count == 20_000)
        #expect(FileManager.default.contents(atPath: lease.path)?.count == 10_000)
        #expect(scene.contents.count == 2)
        lease.close()
        // A later command stands behind what the closing began.
        while scene.contents.count > 1 { try await engine.note("waiting") }
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `a replaced file that is open when the engine closes goes with the next session`() async throws {
        let (engine, page) = try await installed()
        let lease = try await engine.use("f")
        try page.script([["body": ["random": 20_000, "seed": 2]]])
        try await engine.amend(scene.registration("f", page))
        try await engine.request("f")
        await engine.untilIdle()
        try await engine.close()
        #expect(FileManager.default.contents(atPath: lease.path)?.count == 10_000)
        lease.close()
        let next = try await scene.open()
        #expect(scene.contents.count == 1)
        try await next.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `content whose time has passed is refused, and renewing it makes it usable`() async throws {
        let (engine, page) = try await installed()
        var item = try scene.registration("f", page)
        item.expiresAt = clock.now().wall + 60_000_000
        try await engine.amend(item)
        try await engine.use("f").close()
        clock.advance(bySeconds: 60)
        let used = await #expect(throws: HoldfastError.self) { try await engine.use("f") }
        #expect(used?.code == .refused && used?.refusal?.code == .expired)
        let path = await #expect(throws: HoldfastError.self) { try await engine.contentPath(of: "f") }
        #expect(path?.refusal?.code == .expired)
        item.expiresAt = clock.now().wall + 60_000_000
        try await engine.amend(item)
        try await engine.use("f").close()
        try await engine.close()
    }

    // C27
    @Test(arguments: [EventType.contentMissing, .contentCorrupted])
    func `a file that is gone or of another size is found when it is opened`(_ type: EventType) async throws {
        let (engine, _) = try await installed()
        let file = "store/content/\(scene.contents[0])"
        if type == .contentMissing {
            try FileManager.default.removeItem(atPath: scene.directory.file(file))
        } else {
            try scene.directory.write([1, 2, 3], to: file)
        }
        let failure = await #expect(throws: HoldfastError.self) { try await engine.use("f") }
        #expect(failure?.code == .notFound)
        await #expect(throws: HoldfastError.self) { try await engine.use("f") }
        #expect(await engine.inUse.items == [])
        try await engine.close()
        #expect(try scene.all(type).count == 1)
    }
}
