import Foundation
import Holdfast
import HoldfastLog
import HoldfastTestSupport
import Testing

@testable import Holdfast
@testable import HoldfastModel

/// Looking back acts on nothing and depends on nothing but the records.
@Suite(.timeLimit(.minutes(10))) struct ReplayTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    private struct Listing: Equatable {
        var name: String
        var bytes: Int64
        var modified: Int64
    }

    private func listing() -> [Listing] {
        let root = scene.storePath
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return names.sorted().compactMap { name in
            var facts = stat()
            // LMDB's lock file holds the reader table, which every reader writes to.
            guard !name.hasSuffix("-lock"), stat("\(root)/\(name)", &facts) == 0 else { return nil }
            return Listing(
                name: name, bytes: Int64(facts.st_size),
                modified: Int64(facts.st_mtim.tv_sec) << 30 | Int64(facts.st_mtim.tv_nsec))
        }
    }

    private func life(_ page: OriginPage) async throws {
        let engine = try await scene.open()
        for id in ["a", "b", "c", "d"] {
            try await engine.register(scene.registration(id, page))
            try await engine.request(id)
        }
        try await engine.cancel("d")
        await engine.untilIdle()
        try await engine.remove("a", now: true)
        try await engine.remove("b", now: true)
        await engine.untilIdle()
        try await engine.close()
    }

    // C45
    @Test func `replaying, reading and verifying make no request, touch no file and write no event`() async throws {
        let page = try scene.origin.page(["body": ["random": 10_000]])
        try await life(page)
        let requests = try page.requests().count
        let before = listing()
        let store = try OfflineStore.open(at: scene.storePath)
        let count = try store.recordCount()
        var running = 0
        for position in 0..<count {
            running += try store.read(at: .position(position)) { reader in
                try reader.items().filter { item in
                    _ = try reader.report(on: item)
                    return item.transfer.attempt != nil
                }.count
            }
        }
        #expect(running > 0, "the past shows what was running then")
        #expect(try store.verify(content: true).problems == [])
        #expect(try store.recordCount() == count)
        store.close()
        #expect(listing() == before)
        #expect(try page.requests().count == requests)
    }

    // C48
    @Test func `a clock that falls between records changes no fold`() async throws {
        let clock = VirtualClock(wall: 1_800_000_005_000_000)
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let engine = try await scene.open(link: .none) { $0.clock = clock }
        try await engine.register(scene.registration("a", page))
        clock.setWall(bySeconds: 2)
        try await engine.register(scene.registration("b", page))
        clock.setWall(bySeconds: -67)
        try await engine.register(scene.registration("c", page))
        clock.setWall(bySeconds: 66)
        try await engine.register(scene.registration("d", page))
        clock.setWall(bySeconds: -3)
        try await engine.register(scene.registration("e", page))
        let live = try await engine.read { try $0.items() }
        try await engine.close()
        #expect(try scene.verify().problems == [])
        let today = try OfflineStore.open(at: scene.storePath)
        let later = OfflineStore(
            log: today.log, path: today.path, clock: VirtualClock(wall: 1_900_000_000_000_000), isLent: true)
        for store in [today, later] {
            #expect(try store.read { try $0.items() } == live)
            let head = try store.recordCount() - 1
            #expect(try store.read(at: .position(head)) { try $0.items() } == live)
        }
        var times: [(position: UInt64, time: Int64, isJump: Bool)] = []
        try today.records { record in
            let isJump = if case .clockJumped = record.event { true } else { false }
            times.append((record.position, record.recordedAt, isJump))
            return true
        }
        #expect(times.filter(\.isJump).count == 1)
        for (earlier, next) in zip(times, times.dropFirst()) where !next.isJump {
            #expect(next.time >= earlier.time)
        }
        // This time lies in both segments; the last fit is chosen and the doubt is told.
        let chosen = try today.position(at: 1_800_000_005_500_000)
        #expect(chosen.isAmbiguous)
        today.close()
    }

    // C49
    @Test func `an engine refuses a log with an event it does not know, and readers still read`() async throws {
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let engine = try await scene.open()
        try await engine.register(scene.registration("a", page))
        try await engine.request("a")
        await engine.untilIdle()
        try await engine.close()

        let log = try EventLog.open(directory: scene.storePath, options: .writing)
        let position = log.nextPosition
        let number = try #require(try log.subjectNumber("item:a"))
        let record = Record(
            position: position, subject: .number(number), recordedAt: 1_900_000_000_000_000, actor: .system,
            event: .unknown(UnknownEvent(type: 250, schemaVersion: 3, payload: [0xa1, 0x01, 0x02])))
        let keys = RecordKeys(record.subject, command: nil, recordedAt: record.recordedAt)
        try await log.submit([NewRecord(bytes: record.encode(), keys: keys)], at: position).durable()
        await log.close()

        for mode in [EngineOptions.Mode.acting, .commandsOnly] {
            do {
                let engine = try await scene.open { $0.mode = mode }
                try await engine.close()
                Issue.record("the engine opened")
            } catch let error as HoldfastError {
                #expect(error.code == .newerStore)
                #expect(error.message.contains("\(position)"))
            }
        }
        let store = try OfflineStore.open(at: scene.storePath)
        defer { store.close() }
        #expect(try store.recordCount() == position + 1)
        #expect(try store.record(at: position).record.event == record.event)
        #expect(try store.read(at: .position(position - 1)) { try $0.item("a")?.installed != nil })
        #expect(try store.read { try $0.item("a")?.installed != nil })
        #expect(try store.verify(content: true).problems == [])
    }
}
