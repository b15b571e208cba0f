import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// C28: the volume goes away in the middle of a download.
@Suite(
    .enabled(if: SmallVolume.canMount, "needs root and the right to mount a tmpfs"), .timeLimit(.minutes(10)))
struct LostVolumeTransferTests {
    let scene: CardScene

    init() throws { scene = try CardScene() }

    /// A download that stands still at 40,000 of 100,000 bytes the first time.
    private func running(_ engine: OfflineEngine, _ relay: RelayTransport) async throws -> OriginPage {
        let page = try scene.scene.origin.page()
        let body: Reply = ["body": ["random": 100_000], "etag": "\"a\""]
        try page.script([body.merging(["hold_at": 40_000, "hold": page.path]) { $1 }, body])
        try await engine.register(scene.scene.registration("f", page))
        try await engine.request("f")
        await relay.wait(for: 40_000, from: page.url)
        return page
    }

    private func causes() throws -> [Open<InterruptCause>] {
        try scene.scene.all(.transferInterrupted).compactMap {
            if case .transferInterrupted(let stop) = $0.record.event { stop.cause } else { nil }
        }
    }

    @Test(arguments: CardScene.Absence.allCases)
    func `it is interrupted, uses up no try, and goes on where it was`(_ absence: CardScene.Absence) async throws {
        let relay = try scene.scene.relay()
        let engine = try await scene.open { $0.transport = relay }
        let page = try await running(engine, relay)
        try scene.pull(leaving: absence)
        try await scene.wait(for: 1, of: .transferInterrupted, engine)
        await engine.untilIdle()
        #expect(try await engine.blockers(of: "f") == [.volumeMissing])
        #expect(try await engine.item("f")?.intent?.failures == 0)
        #expect(try page.requests().count == 1)
        try scene.plug()
        try await scene.wait(for: 1, of: .contentPublished, engine)
        #expect(try await engine.bytes(of: "f")?.count == 100_000)
        try await engine.close()
        #expect(try causes() == [.known(.volumeLost)])
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        #expect(try scene.changes().map(\.isAvailable) == [true, false, true])
        #expect(scene.scene.partials == [] && scene.scene.contents == [])
        #expect(try scene.scene.verify().problems == [])
    }

    @Test func `what was not synced when the card was pulled is cut off before the download goes on`() async throws {
        let relay = try scene.scene.relay()
        let engine = try await scene.open { $0.transport = relay }
        let page = try await running(engine, relay)
        let number = try #require(try await engine.item("f")?.number)
        try scene.card.pull()
        try await scene.wait(for: 1, of: .transferInterrupted, engine)
        // Bytes that came to stand there without ever having been synced by us.
        let partial = "\(scene.card.medium.path)/offline/partial/\(number).part"
        let file = try #require(FileHandle(forWritingAtPath: partial))
        try file.seekToEnd()
        file.write(Data(repeating: 0, count: 5_000))
        try file.close()
        try scene.plug()
        try await scene.wait(for: 1, of: .contentPublished, engine)
        try await engine.close()
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        #expect(try scene.scene.verify().problems == [])
    }

    @Test(arguments: [FaultPoint.completedDurable, .verifiedDurable])
    func `a whole file waits for its volume and is then put in its place, without another request`(
        _ point: FaultPoint
    ) async throws {
        let engine = try await scene.open { $0.faultPoint = scene.pulling(at: point) }
        let (item, page) = try scene.item("f")
        try await engine.register(item)
        try await engine.request("f")
        try await scene.wait(for: 2, engine)
        await engine.untilWaiting()
        #expect(try await engine.item("f")?.transfer.state == .publishing)
        try scene.plug()
        try await scene.wait(for: 1, of: .contentPublished, engine)
        #expect(try await engine.bytes(of: "f")?.count == 10_000)
        try await engine.close()
        try scene.expectNothingLost([page])
        #expect(try scene.scene.all(.transferFailed).isEmpty)
    }

    @Test func `a whole file of a dead process waits for its volume at the next open`() async throws {
        let copy = scene.scene.directory.file("copy")
        let engine = try await scene.open { options in
            options.faultPoint = { [store = scene.scene.storePath] reached in
                if reached == .fileRenamed { try? ChildProcess.run("cp", "-a", store, copy) }
            }
        }
        let (item, page) = try scene.item("f")
        try await engine.fetch(item)
        try await engine.close()
        // As if it had died between the rename and its record.
        try FileManager.default.removeItem(atPath: scene.scene.storePath)
        try FileManager.default.moveItem(atPath: copy, toPath: scene.scene.storePath)
        try scene.card.pull()
        let second = try await scene.open()
        await second.untilWaiting()
        #expect(try await second.item("f")?.transfer.state == .publishing)
        try scene.plug()
        try await scene.wait(for: 1, of: .contentPublished, second)
        #expect(try await second.bytes(of: "f")?.count == 10_000)
        try await second.close()
        try scene.expectNothingLost([page])
    }

    @Test func `an engine that closes while its volume is away leaves the download as it was`() async throws {
        let relay = try scene.scene.relay()
        let engine = try await scene.open { $0.transport = relay }
        _ = try await running(engine, relay)
        try scene.card.pull()
        try await engine.close()
        let second = try await scene.open()
        await second.untilIdle()
        #expect(try await second.blockers(of: "f") == [.volumeMissing])
        try scene.plug()
        try await scene.wait(for: 1, of: .contentPublished, second)
        try await second.close()
        #expect(try scene.scene.verify().problems == [])
    }
}
