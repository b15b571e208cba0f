import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// C28: the volume with the content is away for a while.
@Suite(
    .enabled(if: SmallVolume.canMount, "needs root and the right to mount a tmpfs"), .timeLimit(.minutes(10)))
struct AbsentVolumeTests {
    let scene: CardScene
    private static let ids = ["a", "b", "c", "d", "e"]

    init() throws { scene = try CardScene() }

    @Test(arguments: CardScene.Absence.allCases)
    func `while an engine runs its content goes away and comes back, and nothing else happens`(
        _ absence: CardScene.Absence
    ) async throws {
        let engine = try await scene.open()
        let pages = try await scene.install(Self.ids, engine)
        try scene.pull(leaving: absence)
        try await scene.wait(for: 2, engine)
        for id in Self.ids {
            let shown = try await engine.affordance(of: id)
            #expect(shown.row == .storageAway && shown.detail?.hasPrefix(scene.path) == true)
        }
        let refused = await #expect(throws: HoldfastError.self) { try await engine.contentPath(of: "a") }
        #expect(refused?.code == .volumeMissing)
        let audit = await #expect(throws: HoldfastError.self) { try await engine.audit(.content) }
        #expect(audit?.code == .volumeMissing)
        let (item, page) = try scene.item("new")
        try await engine.register(item)
        try await engine.request("new")
        scene.clock.advance(bySeconds: 86_400)
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "new") == [.volumeMissing])
        try scene.expectNothingLost(pages, engine.store)
        #expect(try page.requests().isEmpty)

        try scene.plug()
        try await scene.wait(for: 3, engine)
        for id in Self.ids { #expect(try await engine.bytes(of: id)?.count == 10_000) }
        try await engine.wait(for: .contentPublished, of: "new")
        try await engine.close()
        try scene.expectNothingLost(pages + [page])
        #expect(try scene.changes().map(\.isAvailable) == [true, false, true])
        #expect(try scene.scene.verify().problems == [])
    }

    @Test(arguments: CardScene.Absence.allCases, [true, false])
    func `an engine opens without its content, says so once, and finds all of it when it is back`(
        _ absence: CardScene.Absence, isKilled: Bool
    ) async throws {
        let first = try await scene.open()
        let pages = try await scene.install(Self.ids, first)
        let copy = scene.scene.directory.file("copy")
        try ChildProcess.run("cp", "-a", scene.scene.storePath, copy)
        try await first.close()
        if isKilled {
            try FileManager.default.removeItem(atPath: scene.scene.storePath)
            try FileManager.default.moveItem(atPath: copy, toPath: scene.scene.storePath)
        }
        try scene.pull(leaving: absence)
        // Another volume of the store may be chosen; it is just not the one that was in use.
        let path = absence == .otherVolume ? nil : scene.path
        for _ in 0..<2 {
            let engine = try await scene.open { $0.contentPath = path }
            await engine.untilIdle()
            for id in Self.ids { #expect(try await engine.affordance(of: id).row == .storageAway) }
            try await engine.close()
        }
        #expect(try scene.changes().map(\.isAvailable) == [true, false])
        try scene.plug()
        let last = try await scene.open()
        for id in Self.ids { #expect(try await last.bytes(of: id)?.count == 10_000) }
        try await last.close()
        try scene.expectNothingLost(pages)
        #expect(try scene.changes().map(\.isAvailable) == [true, false, true])
    }

    @Test func `a volume that nothing uses can be unmounted`() async throws {
        let engine = try await scene.open()
        _ = try await scene.install(["a"], engine)
        try scene.card.unmount()
        try await engine.close()
    }

    @Test func `a file taken from the volume while it was out is missing when it is back, and only that one`()
        async throws
    {
        let engine = try await scene.open()
        _ = try await scene.install(["a", "b"], engine)
        let file = try await engine.contentPath(of: "a")
        try scene.card.pull()
        try await scene.wait(for: 2, engine)
        unlink(scene.card.medium.path + file.dropFirst(scene.card.path.count))
        try scene.plug()
        try await scene.wait(for: 1, of: .contentMissing, engine)
        #expect(try await engine.item("a")?.installed?.isMissing == true)
        #expect(try await engine.bytes(of: "b")?.count == 10_000)
        try await engine.close()
        #expect(try scene.scene.all(.contentMissing).count == 1)
    }

    @Test func `a removal that is due waits for the volume, and so does one that had begun`() async throws {
        let engine = try await scene.open { $0.faultPoint = scene.pulling(at: .deletionStarted) }
        _ = try await scene.install(["begun", "due"], engine)
        try await engine.remove("begun", now: true)
        try await scene.wait(for: 2, engine)
        #expect(try await engine.item("begun")?.removal.isRunning == true)
        try await engine.remove("due", now: true)
        scene.clock.advance(bySeconds: 60)
        await engine.untilWaiting()
        #expect(try await engine.item("due")?.removal.isRunning == false)
        try scene.plug()
        try await scene.wait(for: 2, of: .contentDeleted, engine)
        #expect(try await engine.read { try $0.items().filter { $0.installed != nil }.isEmpty })
        try await engine.close()
        #expect(try scene.scene.all(.deletionFailed).isEmpty && scene.scene.all(.deletionStarted).count == 2)
    }

    @Test func `nothing makes way while the volume is away, and nothing on another volume ever does`() async throws {
        let first = try await scene.scene.open { $0.clock = scene.clock }
        let (home, _) = try scene.item("home")
        try await first.fetch(home)
        try await first.close()
        let engine = try await scene.open()
        _ = try await scene.install(["a", "b"], engine)
        try await engine.set("storage.eviction", to: "oldest")
        try scene.card.pull()
        try await scene.wait(for: 2, engine)
        try await engine.set("storage.quotaBytes", to: "25kB")
        scene.clock.advance(bySeconds: 60)
        await engine.untilWaiting()
        #expect(try engine.store.records(of: .evictionPlanned).isEmpty)
        try scene.plug()
        try await scene.wait(for: 1, of: .contentDeleted, engine)
        await engine.untilWaiting()
        #expect(try await engine.read { try $0.items().filter { $0.installed != nil }.map(\.id) } == ["home", "b"])
        try await engine.close()
    }

    @Test func `an import is refused while the volume is away, and leaves nothing in the folder that is there`()
        async throws
    {
        let engine = try await scene.open()
        let (item, _) = try scene.item("own")
        try await engine.register(item)
        try scene.pull(leaving: .emptyFolder)
        try scene.scene.directory.write([1, 2, 3], to: "mine")
        let path = scene.scene.directory.file("mine")
        for _ in 0..<2 {
            let refused = await #expect(throws: HoldfastError.self) {
                try await engine.importContent("own", from: path)
            }
            #expect(refused?.code == .volumeMissing)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.card.path).isEmpty)
        try await engine.close()
        #expect(try scene.changes().map(\.isAvailable) == [true, false])
    }

    @Test func `a reader says that the volume is away, and calls no file missing`() async throws {
        let engine = try await scene.open()
        _ = try await scene.install(["a", "b"], engine)
        try await engine.close()
        let store = try OfflineStore.open(at: scene.scene.storePath)
        defer { store.close() }
        #expect(try store.verify(content: true).filesChecked == 2)
        #expect(try store.contentPath(of: "a").hasPrefix(scene.path))
        try scene.pull(leaving: .otherStore)
        let found = try store.verify(content: true)
        #expect(found.isSound && found.filesAway == 2 && found.filesChecked == 0)
        #expect(found.missingVolumes == [scene.path])
        let refused = #expect(throws: HoldfastError.self) { try store.contentPath(of: "a") }
        #expect(refused?.code == .volumeMissing && refused?.message.contains(scene.path) == true)
        try scene.plug()
        #expect(try store.verify(content: true).filesChecked == 2)
    }
}
