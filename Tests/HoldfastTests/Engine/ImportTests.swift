import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Files that people have already.
@Suite(.timeLimit(.minutes(10))) struct ImportTests {
    let scene: EngineScene
    let bytes = [UInt8](repeating: 7, count: 3_000_000)

    init() throws {
        scene = try EngineScene()
        try scene.directory.write(bytes, to: "own/song.mp3")
    }

    private var original: String { scene.directory.file("own/song.mp3") }

    private func item(_ change: (inout Registration) -> Void = { _ in }) -> Registration {
        var item = Registration(id: "song", sources: ["http://far.test/song.bin"])
        item.expectedBytes = Int64(bytes.count)
        item.expectedDigest = Digest(sha256: sha256(bytes))
        change(&item)
        return item
    }

    private func sha256(_ bytes: [UInt8]) -> [UInt8] {
        let digest = bytes.withUnsafeBytes { bytes in
            let digest = try? StreamingDigest(.sha256)
            digest?.update(bytes)
            return digest?.finish() ?? ""
        }
        return Digest(digest)?.bytes ?? []
    }

    @Test(arguments: [false, true])
    func `a file is copied into its place without any network and meets the request`(_ moving: Bool) async throws {
        let engine = try await scene.open(link: .none)
        try await engine.register(item())
        try await engine.request("song")
        let done = try await engine.importContent("song", from: original, moving: moving, command: "i")
        #expect(done.isOriginalGone == moving)
        #expect(FileManager.default.fileExists(atPath: original) == !moving)
        #expect(try await engine.bytes(of: "song") == Data(bytes))
        let song = try await engine.item("song")
        #expect(song?.intent == nil && song?.installed?.trust == .known(.expected))
        let again = try await engine.importContent("song", from: scene.directory.path, command: "i")
        #expect(again.receipt.positions == done.receipt.positions)
        try await engine.close()
        #expect(scene.partials == [] && scene.contents.count == 1)
        #expect(try scene.all(.contentImported).count == 1)
        #expect(try scene.verify().problems == [])
    }

    @Test func `what nobody promised is taken as it is, under a name of its own`() async throws {
        let engine = try await scene.open(link: .none)
        var bare = Registration(id: "song")
        bare.isDownloadable = false
        try await engine.register(bare)
        try await engine.importContent("song", from: original)
        #expect(try await engine.item("song")?.installed?.trust == .known(.firstSeen))
        #expect(scene.contents.first?.hasSuffix("-song.mp3") == true, "\(scene.contents)")
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `a file with other bytes than promised is refused, and nothing is left behind`() async throws {
        let engine = try await scene.open(link: .none)
        try await engine.register(item { $0.expectedDigest = Digest(sha256: Array(repeating: 1, count: 32)) })
        let digest = await #expect(throws: HoldfastError.self) {
            try await engine.importContent("song", from: original, moving: true)
        }
        #expect(digest?.refusal?.code == .notProven)
        try await engine.amend(item { $0.expectedBytes = 5 })
        let size = await #expect(throws: HoldfastError.self) { try await engine.importContent("song", from: original) }
        #expect(size?.refusal?.code == .notProven)
        try await engine.close()
        #expect(FileManager.default.fileExists(atPath: original))
        #expect(scene.partials == [] && scene.contents == [])
        #expect(try scene.all(.contentImported).isEmpty)
    }

    @Test func `an unknown item, no file, a link and a folder are each refused`() async throws {
        let engine = try await scene.open(link: .none)
        let unknown = await #expect(throws: HoldfastError.self) {
            try await engine.importContent("song", from: original)
        }
        #expect(unknown?.refusal?.code == .unknownItem)
        try await engine.register(item())
        try FileManager.default.createSymbolicLink(
            atPath: scene.directory.file("own/link"), withDestinationPath: original)
        for (name, code) in [
            ("own/none", HoldfastError.Code.notFound), ("own/link", .inputOutput), ("own", .inputOutput),
        ] {
            let failure = await #expect(throws: HoldfastError.self) {
                try await engine.importContent("song", from: scene.directory.file(name))
            }
            #expect(failure?.code == code, "\(name): \(String(describing: failure))")
        }
        try await engine.close()
        #expect(scene.partials == [] && scene.contents == [])
    }

    // Invariant 13
    @Test func `an import does not pass the quota`() async throws {
        let engine = try await scene.open(link: .none)
        try await engine.register(item())
        try await engine.set("storage.quotaBytes", to: "2MB")
        let failure = await #expect(throws: HoldfastError.self) {
            try await engine.importContent("song", from: original)
        }
        #expect(failure?.refusal?.code == .blocked)
        try await engine.set("storage.quotaBytes", to: "3MB")
        try await engine.importContent("song", from: original)
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `a transfer makes way for the import, and goes on where the import is refused`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        let body: Reply = ["body": ["random": 100_000, "seed": 3], "etag": "\"a\""]
        try page.script([body.merging(["hold_at": 40_000, "hold": page.path]) { $1 }, body])
        let engine = try await scene.open { $0.transport = relay }
        var other = try scene.registration("song", page)
        try await engine.register(other)
        try await engine.request("song")
        await relay.wait(for: 40_000, from: page.url)
        let failure = await #expect(throws: HoldfastError.self) {
            try await engine.importContent("song", from: original)
        }
        #expect(failure?.refusal?.code == .notProven)
        await engine.untilIdle()
        #expect(try await engine.bytes(of: "song")?.count == 100_000)
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        // The file of the person's takes the place of the one that was downloaded.
        other.expectedDigest = Digest(sha256: sha256(bytes))
        try await engine.amend(other)
        try await engine.importContent("song", from: original)
        #expect(try await engine.bytes(of: "song") == Data(bytes))
        #expect(scene.contents.count == 1)
        try await engine.close()
        let causes = try scene.all(.transferInterrupted).compactMap {
            if case .transferInterrupted(let event) = $0.record.event { event.cause } else { nil }
        }
        #expect(causes == [.known(.preempted)])
        #expect(try scene.verify().problems == [])
    }

    @Test func `closing the engine in the midst of an import leaves nothing or all of it`() async throws {
        let engine = try await scene.open(link: .none)
        try await engine.register(item())
        let original = original
        async let work = engine.importContent("song", from: original)
        try await engine.close()
        let isDone = (try? await work) != nil
        #expect(scene.partials == [])
        #expect(scene.contents.count == (isDone ? 1 : 0))
        let isInstalled = try scene.item("song")?.installed != nil
        #expect(isInstalled == isDone)
        #expect(try scene.verify().problems == [])
    }
}
