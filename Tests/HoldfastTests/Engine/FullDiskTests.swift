import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// C29, C43: a store on a volume that runs full.
@Suite(
    .enabled(if: SmallVolume.canMount, "needs root and the right to mount a tmpfs"), .timeLimit(.minutes(10)))
struct FullDiskTests {
    let origin: Origin
    let volume: SmallVolume
    let clock = VirtualClock()

    init() throws {
        origin = try Origin.shared.get()
        volume = try SmallVolume(kibibytes: 12 << 10)
    }

    private var storePath: String { "\(volume.path)/store" }

    private func open() async throws -> OfflineEngine {
        var options = EngineOptions()
        options.monitor = ManualMonitor(LinkFacts(link: .internet, source: .manual))
        options.clock = clock
        let engine = try await OfflineEngine.open(at: storePath, options: options)
        try await engine.set("storage.keepFreeBytes", to: "0")
        return engine
    }

    /// Takes all but so many bytes of the volume.
    private func fill(leaving bytes: Int) throws {
        var facts = statvfs()
        guard statvfs(volume.path, &facts) == 0 else { throw ChildFailure(reason: "statvfs: errno \(errno)") }
        let free = Int(facts.f_bavail) * Int(facts.f_frsize)
        let file = Glibc.open("\(volume.path)/ballast", O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        var end = stat()
        fstat(file, &end)
        let taken = posix_fallocate(file, end.st_size, off_t(max(1, free - bytes)))
        guard taken == 0 else { throw ChildFailure(reason: "fallocate: error \(taken)") }
    }

    private func free() { unlink("\(volume.path)/ballast") }

    private func register(_ engine: OfflineEngine, _ id: String, bytes: Int, isSizeKnown: Bool = true) async throws {
        let page = try origin.page(["body": ["random": bytes, "seed": 1], "etag": "\"a\""])
        var item = Registration(id: id, sources: [page.url])
        item.expectedDigest = Digest(try page.digest())
        if isSizeKnown { item.expectedBytes = Int64(bytes) }
        try await engine.register(item)
    }

    private func problems() throws -> [StoreVerification.Problem] {
        let store = try OfflineStore.open(at: storePath)
        defer { store.close() }
        return try store.verify(content: true).problems
    }

    @Test func `an item that does not fit waits for space without traffic and starts when there is some`() async throws
    {
        let engine = try await open()
        try await register(engine, "big", bytes: 3 << 20)
        try fill(leaving: 1 << 20)
        try await engine.measureStorage(always: true)
        try await engine.request("big")
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "big") == [.noSpace])
        #expect(try await engine.item("big")?.intent?.attempts == 0)
        free()
        clock.advance(bySeconds: 11)
        try await engine.wait(for: .contentPublished, of: "big")
        try await engine.close()
        #expect(try problems() == [])
    }

    @Test(arguments: [true, false])
    func `a disk that fills up in mid-transfer uses up no try, and the item clears by itself`(
        _ isSizeKnown: Bool
    ) async throws {
        let engine = try await open()
        let page = try origin.page()
        let body: Reply = ["body": ["random": 4 << 20, "seed": 1], "etag": "\"a\""]
        try page.script([body.merging(["hold_at": 64 << 10, "hold": page.path]) { $1 }, body])
        var item = Registration(id: "big", sources: [page.url])
        item.expectedDigest = Digest(try page.digest())
        if isSizeKnown { item.expectedBytes = 4 << 20 }
        try await engine.register(item)
        try await engine.request("big")
        try await engine.wait(for: .responseReceived, of: "big")
        try fill(leaving: 256 << 10)
        try page.release()
        await engine.untilIdle()
        let stopped = try #require(try await engine.item("big"))
        #expect(stopped.transfer.attempt == nil)
        #expect(stopped.intent?.failures == 0)
        #expect(try await engine.blockers(of: "big").contains(.noSpace), "\(stopped)")
        #expect(try page.requests().count <= 3)
        free()
        clock.advance(bySeconds: 11)
        clock.advance(bySeconds: 11)
        try await engine.wait(for: .contentPublished, of: "big")
        try await engine.close()
        #expect(try problems() == [])
    }

    // Decision 24
    @Test func `a full disk stops requests with an error but no removal`() async throws {
        let engine = try await open()
        try await register(engine, "a", bytes: 1 << 20)
        try await engine.request("a")
        await engine.untilIdle()
        try fill(leaving: 0)
        var refused: HoldfastError?
        for count in 0..<2_000 where refused == nil {
            do {
                try await register(engine, "more\(count)", bytes: 10)
            } catch let error as HoldfastError {
                refused = error
            }
        }
        let brokenBy = await engine.brokenBy
        #expect(refused?.code == .diskFull, "\(String(describing: refused)), broken by \(String(describing: brokenBy))")
        try await engine.remove("a", now: true)
        clock.advance(bySeconds: 2)
        try await engine.wait(for: .contentDeleted, of: "a")
        #expect(try await engine.item("a")?.installed == nil)
        free()
        clock.advance(bySeconds: 2)
        try await register(engine, "after", bytes: 10)
        try await engine.request("after")
        try await engine.wait(for: .contentPublished, of: "after")
        try await engine.close()
        #expect(try problems() == [])
    }

    // C43
    @Test func `a commit that fails at the end of a download leaves no attempt open for ever`() async throws {
        let engine = try await open()
        let page = try origin.page()
        let body: Reply = ["body": ["random": 64 << 10, "seed": 1], "etag": "\"a\""]
        try page.script([body.merging(["hold_at": 32 << 10, "hold": page.path]) { $1 }, body])
        var item = Registration(id: "f", sources: [page.url])
        item.expectedDigest = Digest(try page.digest())
        try await engine.register(item)
        try await engine.request("f")
        try await engine.wait(for: .responseReceived, of: "f")
        try fill(leaving: 32 << 10)
        for count in 0..<2_000 {
            do { try await register(engine, "more\(count)", bytes: 10) } catch { break }
        }
        try page.release()
        for _ in 0..<5 {
            await engine.untilIdle()
            clock.advance(bySeconds: 2)
        }
        free()
        for _ in 0..<3 {
            clock.advance(bySeconds: 11)
            await engine.untilIdle()
        }
        try await engine.wait(for: .contentPublished, of: "f")
        #expect(try await engine.read { try $0.totals().running } == 0)
        try await engine.close()
        #expect(try problems() == [])
    }
}
