import Foundation
import Holdfast
import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

/// What is asked for happens once, whole, and not behind anybody's back.
@Suite(.timeLimit(.minutes(10))) struct IntentTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    /// Opens an engine on which `id` is cancelled as soon as the step is reached.
    private func cancelling(at step: FaultPoint, _ page: OriginPage) async throws -> Decision.Note? {
        let later = Later<OfflineEngine>()
        let note = Later<Decision.Note>()
        let (done, finish) = AsyncStream.makeStream(of: Void.self)
        let engine = try await scene.open { options in
            options.faultPoint = { reached in
                guard reached == step, let engine = later.value else { return }
                Task {
                    note.value = try? await engine.cancel("f").note
                    finish.finish()
                }
            }
        }
        later.value = engine
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        for await _ in done {}
        await engine.untilIdle()
        try await engine.close()
        return note.value
    }

    // C10
    @Test func `a cancel past the last step leaves the file and says that it is complete`() async throws {
        let page = try scene.origin.page(["body": ["random": 10_000]])
        #expect(try await cancelling(at: .verifiedDurable, page) == .alreadyComplete)
        #expect(try scene.item("f")?.installed != nil)
        #expect(scene.contents.count == 1)
        #expect(try !scene.events(of: "item:f").contains(.downloadCancelled))
        #expect(try scene.verify().problems == [])
    }

    // C10
    @Test func `a cancel before the proof wins, and no file appears`() async throws {
        // Slow enough that the cancel comes while the body does.
        let page = try scene.origin.page(["body": ["random": 1_000_000], "rate": 20_000])
        #expect(try await cancelling(at: .transferStarted, page) == nil)
        let events = try scene.events(of: "item:f")
        #expect(events.contains(.downloadCancelled) && !events.contains(.contentPublished))
        #expect(scene.contents == [] && scene.partials == [])
        #expect(try scene.verify().problems == [])
    }

    // C10
    @Test func `a cancel that races with the proof is told how it ended`() async throws {
        let page = try scene.origin.page(["body": ["random": 10_000]])
        let isComplete = try await cancelling(at: .bodyReceived, page) == .alreadyComplete
        let events = try scene.events(of: "item:f")
        #expect(events.contains(.contentPublished) == isComplete && events.contains(.downloadCancelled) != isComplete)
        #expect(scene.contents.count == (isComplete ? 1 : 0) && scene.partials == [])
        #expect(try scene.verify().problems == [])
    }

    // C12
    @Test func `an address that cannot be used is refused, and the others run`() async throws {
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let engine = try await scene.open()
        await #expect(throws: HoldfastError.self) {
            try await engine.register(Registration(id: "bad", sources: ["ftp://example.org/f"]))
        }
        // Known as usable online only, and then as downloadable although nobody said from where.
        var bare = Registration(id: "bare")
        bare.isDownloadable = false
        try await engine.register(bare)
        bare.isDownloadable = true
        try await engine.amend(bare)
        try await engine.request("bare")
        try await engine.register(scene.registration("good", page))
        try await engine.request("good")
        await engine.untilIdle()
        guard case .failed(let failure, _)? = try await engine.item("bare")?.transfer else {
            Issue.record("an item without a source neither failed nor ran")
            return
        }
        #expect(failure.code == "no-source")
        #expect(try await engine.bytes(of: "good")?.count == 1_000)
        let totals = try await engine.read { try $0.totals() }
        #expect(totals.running == 0)
        try await engine.close()
    }

    // C13
    @Test func `the same asked twice at once is one item and one request to the server`() async throws {
        let page = try scene.origin.page(["body": ["random": 10_000]])
        let item = try scene.registration("f", page)
        let monitor = ManualMonitor(LinkFacts(link: .none, source: .manual))
        let engine = try await scene.open(monitor: monitor)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    _ = try? await engine.register(item)
                    _ = try? await engine.request("f")
                }
            }
            group.addTask { monitor.set(LinkFacts(link: .internet, source: .manual)) }
        }
        await engine.untilIdle()
        #expect(try await engine.request("f").note == .alreadyInstalled)
        try await engine.close()
        let events = try scene.events(of: "item:f")
        for type in [EventType.itemRegistered, .downloadRequested, .transferStarted, .contentPublished] {
            #expect(events.filter { $0 == type }.count == 1, "\(type)")
        }
        #expect(try page.requests().count == 1)
    }

    // C34
    @Test func `a removed item stays removed, and a new request is a new life`() async throws {
        let page = try scene.origin.page(["body": ["random": 10_000]])
        let first = try await scene.open()
        try await first.register(scene.registration("f", page))
        try await first.request("f")
        await first.untilIdle()
        try await first.remove("f", now: true)
        try await first.close()
        let second = try await scene.open(link: .none)
        await second.untilIdle()
        #expect(try await second.item("f")?.installed == nil)
        #expect(scene.contents == [])
        try await second.request("f")
        await second.untilIdle()
        #expect(try await second.read { try $0.items().map(\.id) } == ["f"])
        try await second.close()
        let events = try scene.events(of: "item:f")
        #expect(events.filter { $0 == .downloadRequested }.count == 2)
        #expect(events.filter { $0 == .contentDeleted }.count == 1)
        #expect(try scene.verify().problems == [])
    }

    // C34
    @Test func `removing an item while it runs stops it, with one end and no partial file`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try page.script([["body": ["random": 100_000], "hold_at": 40_000, "hold": page.path]])
        let engine = try await scene.open { $0.transport = relay }
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        await relay.wait(for: 40_000, from: page.url)
        try await engine.remove("f", now: true)
        await engine.untilIdle()
        try await engine.close()
        let events = try scene.events(of: "item:f")
        #expect(events.filter { $0 == .transferInterrupted || $0 == .transferFailed }.count == 1)
        #expect(scene.partials == [] && scene.contents == [])
        #expect(try scene.verify().problems == [])
    }

    @Test func `a removal whose undo window passes while no engine runs happens at the next open`() async throws {
        let clock = VirtualClock()
        let page = try scene.origin.page(["body": ["random": 10_000]])
        let first = try await scene.open { $0.clock = clock }
        try await first.register(scene.registration("f", page))
        try await first.request("f")
        await first.untilIdle()
        try await first.remove("f")
        #expect(try await first.affordance(of: "f").row == .removalPending)
        try await first.close()
        #expect(scene.contents.count == 1)
        clock.advance(bySeconds: 11)
        let second = try await scene.open(link: .none) { $0.clock = clock }
        await second.untilIdle()
        #expect(scene.contents == [])
        await #expect(throws: HoldfastError.self) { try await second.undoRemoval("f") }
        try await second.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `an undone removal leaves the file usable`() async throws {
        let clock = VirtualClock()
        let page = try scene.origin.page(["body": ["random": 10_000]])
        let engine = try await scene.open { $0.clock = clock }
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        await engine.untilIdle()
        try await engine.remove("f")
        clock.advance(bySeconds: 9)
        try await engine.undoRemoval("f")
        clock.advance(bySeconds: 9)
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "f")?.count == 10_000)
        try await engine.close()
    }

    // C34
    @Test func `a removal that failed is shown, and finished by the next open`() async throws {
        let page = try scene.origin.page(["body": ["random": 10_000]])
        let first = try await scene.open()
        try await first.register(scene.registration("f", page))
        try await first.request("f")
        await first.untilIdle()
        let file = "store/content/\(scene.contents[0])"
        try FileManager.default.moveItem(atPath: scene.directory.file(file), toPath: scene.directory.file("aside"))
        // A folder in the file's place cannot be unlinked.
        try FileManager.default.createDirectory(
            atPath: scene.directory.file(file), withIntermediateDirectories: false)
        try await first.remove("f", now: true)
        try await first.wait(for: .deletionFailed, of: "f")
        #expect(try await first.affordance(of: "f").row == .removalFailed)
        try await first.close()
        try FileManager.default.removeItem(atPath: scene.directory.file(file))
        try FileManager.default.moveItem(atPath: scene.directory.file("aside"), toPath: scene.directory.file(file))
        let second = try await scene.open()
        await second.untilIdle()
        #expect(try await second.item("f")?.removal == Removal.none)
        #expect(scene.contents == [])
        try await second.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `an updated item replaces its file, and the old one goes`() async throws {
        let page = try scene.origin.page(["body": ["random": 10_000, "seed": 1]])
        let engine = try await scene.open()
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        await engine.untilIdle()
        try page.script([["body": ["random": 20_000, "seed": 2]]])
        try await engine.amend(scene.registration("f", page))
        try await engine.request("f")
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "f")?.count == 20_000)
        #expect(scene.contents.count == 1)
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `a command given again under its id appends nothing, also after reopening`() async throws {
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let first = try await scene.open(link: .none)
        let item = try scene.registration("f", page)
        let registered = try await first.register(item, command: "r")
        async let once = first.request("f", command: "q")
        async let again = first.request("f", command: "q")
        let receipts = try await [once, again]
        #expect(receipts[0].positions == receipts[1].positions && !receipts[0].positions.isEmpty)
        try await first.close()
        let second = try await scene.open(link: .none)
        #expect(try await second.register(item, command: "r").positions == registered.positions)
        #expect(try await second.request("f", command: "q").positions == receipts[0].positions)
        try await second.close()
        #expect(try scene.events(of: "item:f").filter { $0 == .downloadRequested }.count == 1)
    }
}
