import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// What an engine finds when it opens. Kills at each step are in Tests/Crash.
@Suite(.timeLimit(.minutes(10))) struct RecoveryTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    /// The store as a dead process would leave it: a copy made while the engine lives.
    private func killedCopy(_ engine: OfflineEngine) throws -> String {
        let copy = scene.directory.file("copy")
        try? FileManager.default.removeItem(atPath: copy)
        try ChildProcess.run("cp", "-a", scene.storePath, copy)
        return copy
    }

    private func open(_ path: String, mode: EngineOptions.Mode = .acting) async throws -> OfflineEngine {
        var options = EngineOptions()
        options.mode = mode
        options.monitor = ManualMonitor(LinkFacts(link: .internet, source: .manual))
        return try await OfflineEngine.open(at: path, options: options)
    }

    // C07, C31
    @Test func `what a dead process was doing is closed, and foreign files are left alone`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        try page.script([
            ["body": ["random": 100_000], "etag": "\"a\"", "hold_at": 40_000, "hold": page.path],
            ["body": ["random": 100_000], "etag": "\"a\""],
        ])
        let engine = try await scene.open { $0.transport = relay }
        try await engine.register(scene.registration("f", page))
        try await engine.request("f")
        try await engine.wait(for: .sizeResolved, of: "f")
        await relay.wait(for: 40_000, from: page.url)
        let copy = try killedCopy(engine)
        let number = try #require(try await engine.item("f")?.number)
        try await engine.close()
        let ours = ["partial/99999.part", "partial/\(number).import"]
        for name in [
            "partial/foreign.part", "partial/0\(number).part", "partial/0\(number).import", "content/notes.txt",
        ]
            + ours
        {
            try scene.directory.write([1, 2, 3], to: "copy/\(name)")
        }
        // A final name of ours for bytes that nobody published.
        let forged = ContentPath(
            number: number, verifiedPosition: 9_999, name: SafeName(suggested: "f.bin", url: page.url))
        try scene.directory.write(repeatElement(0, count: 50_000), to: "copy/\(forged)")

        let commands = try await open(copy, mode: .commandsOnly)
        #expect(try await commands.item("f")?.transfer == .ready)
        #expect(try await commands.item("f")?.staging?.durableBytes == 40_000)
        try await commands.close()

        let second = try await open(copy)
        try await second.set("storage.keepFreeBytes", to: "0")
        await second.untilIdle()
        #expect(try await second.bytes(of: "f")?.count == 100_000)
        try await second.close()
        #expect(try page.requests().map(\.range).contains("bytes=40000-"))
        let left = [
            "partial/foreign.part", "partial/0\(number).part", "partial/0\(number).import", "content/notes.txt",
        ]
        for name in left { #expect(scene.directory.read("copy/\(name)") == [1, 2, 3], "\(name)") }
        for name in ours { #expect(scene.directory.read("copy/\(name)") == nil, "\(name)") }
        #expect(scene.directory.read("copy/\(forged)") == nil)
        let store = try OfflineStore.open(at: copy)
        defer { store.close() }
        #expect(try store.verify(content: true).problems == [])
        var recovered: [RecoveryCompleted] = []
        var orphans: [UInt64] = []
        try store.records { record in
            if case .recoveryCompleted(let event) = record.event { recovered.append(event) }
            if case .orphanFound(let event) = record.event {
                #expect(event.action == .known(.removed) && record.actor == .recovery)
                orphans.append(record.position)
            }
            return true
        }
        #expect(recovered.map(\.orphansRemoved) == [3])
        let places = try orphans.map { try store.record(at: $0) }
        let paths: [String?] = ["partial/\(number).import", "partial/99999.part", "\(forged)"]
        #expect(places.map { $0.privatePart?.path } == paths)
        #expect(places.map { $0.subject } == ["item:f", "session", "item:f"])
    }

    @Test func `an orphan that cannot be removed is left and told of, and the store opens all the same`() async throws {
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let engine = try await scene.open()
        try await engine.fetch(scene.registration("f", page))
        let copy = try killedCopy(engine)
        let number = try #require(try await engine.item("f")?.number)
        try await engine.close()
        let forged = ContentPath(number: number, verifiedPosition: 9_999, name: SafeName(suggested: "f.bin", url: nil))
        try scene.directory.write([1], to: "copy/\(forged)/inside")
        let second = try await open(copy)
        #expect(try await second.bytes(of: "f")?.count == 1_000)
        let count = try second.store.recordCount()
        var actions: [Open<OrphanAction>] = []
        for position in 0..<count {
            if case .orphanFound(let event) = try second.store.record(at: position).record.event {
                actions.append(event.action)
            }
        }
        #expect(actions == [.known(.left)])
        try await second.close()
        #expect(scene.directory.read("copy/\(forged)/inside") == [1])
    }

    @Test func `a partial file that got lost or shorter is found, and the item completes`() async throws {
        for keeps in [0, 10_000, nil] as [Int?] {
            let scene = try EngineScene()
            let relay = try scene.relay()
            let page = try scene.origin.page()
            try page.script([
                ["body": ["random": 100_000], "etag": "\"a\"", "hold_at": 40_000, "hold": page.path],
                ["body": ["random": 100_000], "etag": "\"a\""],
            ])
            let engine = try await scene.open { $0.transport = relay }
            try await engine.register(scene.registration("f", page))
            try await engine.request("f")
            await relay.wait(for: 40_000, from: page.url)
            try await engine.pause(.item("f"))
            let part = scene.directory.file("store/partial/\(scene.partials[0])")
            if let keeps { truncate(part, keeps) } else { unlink(part) }
            try await engine.resume(.item("f"))
            await engine.untilIdle()
            #expect(try await engine.item("f")?.installed != nil, "\(String(describing: keeps))")
            try await engine.close()
            #expect(try scene.verify().problems == [])
        }
    }

    @Test func `a link in a partial file's place fails that item alone and is not followed`() async throws {
        let victim = scene.directory.file("victim")
        try scene.directory.write([1, 2, 3], to: "victim")
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let engine = try await scene.open(link: .none)
        try await engine.pause(.all)
        for id in ["a", "b"] {
            try await engine.register(scene.registration(id, page))
            try await engine.request(id)
        }
        let number = try #require(try await engine.item("a")?.number)
        symlink(victim, scene.directory.file("store/partial/\(number).part"))
        try await engine.resume(.all)
        await engine.untilIdle()
        guard case .failed? = try await engine.item("a")?.transfer else {
            Issue.record("\(String(describing: try await engine.item("a")))")
            return
        }
        #expect(try await engine.bytes(of: "b")?.count == 1_000)
        try await engine.close()
        #expect(scene.directory.read("victim") == [1, 2, 3])
    }

    // C27
    @Test func `a file removed while no engine ran is found by the next one, offered again, and its life is told`()
        async throws
    {
        let page = try scene.origin.page(["body": ["random": 10_000]])
        let engine = try await scene.open()
        try await engine.fetch(scene.registration("f", page))
        let copy = try killedCopy(engine)
        try await engine.close()
        try FileManager.default.removeItem(atPath: "\(copy)/content")
        let second = try await open(copy)
        await second.untilIdle()
        #expect(try await second.item("f")?.installed?.isMissing == true)
        let shown = try await second.affordance(of: "f")
        #expect(shown.row == .damaged && shown.actions.map(\.code).contains(.repair))
        #expect(try page.requests().count == 1)
        let missing = try second.store.records(of: .contentMissing)
        #expect(missing.map(\.record.cause) == (try second.store.records(of: .contentPublished).map(\.record.position)))
        try await second.close()
    }

    // C27
    @Test func `a file removed or cut behind our back is found when it is opened`() async throws {
        let page = try scene.origin.page(["body": ["random": 10_000]])
        let engine = try await scene.open()
        for id in ["gone", "cut"] {
            try await engine.register(scene.registration(id, page))
            try await engine.request(id)
        }
        await engine.untilIdle()
        unlink(try await engine.contentPath(of: "gone"))
        truncate(try await engine.contentPath(of: "cut"), 5_000)
        for id in ["gone", "cut"] {
            await #expect(throws: HoldfastError.self) { try await engine.contentPath(of: id) }
            #expect(try await engine.affordance(of: id).label != "Offline")
        }
        #expect(try await engine.item("gone")?.installed?.isMissing == true)
        #expect(try await engine.item("cut")?.installed?.isCorrupt == true)
        try await engine.request("gone")
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "gone")?.count == 10_000)
        try await engine.close()
    }
}
