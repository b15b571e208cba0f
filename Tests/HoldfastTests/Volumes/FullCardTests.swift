import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// C29: the volume with the content runs full; the store itself has room.
@Suite(
    .enabled(if: SmallVolume.canMount, "needs root and the right to mount a tmpfs"), .timeLimit(.minutes(10)))
struct FullCardTests {
    let scene: CardScene

    init() throws { scene = try CardScene(kibibytes: 1024) }

    @Test
    func `room is looked for where the content is, the whole queue waits without traffic, and all of it comes later`()
        async throws
    {
        let engine = try await scene.open()
        try await engine.set("storage.keepFreeBytes", to: "0")
        let ballast = "\(scene.card.path)/ballast"
        try ChildProcess.run("dd", "if=/dev/zero", "of=\(ballast)", "bs=1k", "count=940", "status=none")
        var pages: [OriginPage] = []
        for id in ["a", "b", "c"] {
            // Nobody knows the size before the first answer.
            let (item, page) = try scene.item(id, 100_000)
            pages.append(page)
            try await engine.register(item)
            try await engine.request(id)
        }
        await engine.untilIdle()
        for id in ["a", "b", "c"] {
            let item = try #require(try await engine.item(id))
            #expect(try await engine.blockers(of: id).contains(.noSpace), "\(id)")
            #expect(item.transfer.attempt == nil && item.intent?.failures == 0, "\(id)")
        }
        let requests = try pages.map { try $0.requests().count }.reduce(0, +)
        #expect(requests <= 4)
        scene.clock.advance(bySeconds: 3_600)
        await engine.untilWaiting()
        #expect(try pages.map { try $0.requests().count }.reduce(0, +) == requests)
        #expect(try await engine.read { try $0.storage().freeBytes ?? .max } < 100_000)
        unlink(ballast)
        try await scene.wait(for: 3, of: .contentPublished, engine)
        for id in ["a", "b", "c"] { #expect(try await engine.bytes(of: id)?.count == 100_000) }
        try await engine.close()
        #expect(try scene.scene.verify().problems == [])
    }
}
