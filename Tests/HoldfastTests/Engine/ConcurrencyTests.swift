import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Many callers, one writer, any number of readers.
@Suite(.timeLimit(.minutes(10))) struct ConcurrencyTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    @Test func `two hundred requests at once are all durable, each task's in its order`() async throws {
        let page = try scene.origin.page(["body": ["random": 100]])
        let engine = try await scene.open(link: .none)
        let url = page.farURL
        let receipts = try await withThrowingTaskGroup(of: (Int, Range<UInt64>, Range<UInt64>).self) { group in
            for index in 0..<200 {
                group.addTask {
                    let id = "item\(index)"
                    let known = try await engine.register(Registration(id: id, sources: [url]), command: "r\(index)")
                    let wanted = try await engine.request(id, command: "q\(index)")
                    return (index, known.positions, wanted.positions)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(receipts.count == 200)
        let store = engine.store
        for (index, known, wanted) in receipts {
            #expect(known.lowerBound < wanted.lowerBound)
            #expect(try store.record(at: known.lowerBound).subject == "item:item\(index)")
            #expect(try store.record(at: wanted.lowerBound).record.command?.id == "q\(index)")
        }
        let queue = try store.read { try $0.queue().map { $0.intent?.request ?? 0 } }
        #expect(queue.count == 200 && queue == queue.sorted())
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `a second engine on the same store is told that it is in use`() async throws {
        let engine = try await scene.open()
        do {
            let second = try await scene.open()
            try await second.close()
            Issue.record("a second engine opened")
        } catch let error as HoldfastError {
            #expect(error.code == .inUse, "\(error)")
        }
        try await engine.set("ui.undoMs", to: "5")
        try await engine.close()
        let next = try await scene.open()
        try await next.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `calls after closing say so`() async throws {
        let engine = try await scene.open()
        try await engine.close()
        try await engine.close()
        await engine.untilIdle()
        await #expect(throws: HoldfastError.self) { try await engine.set("ui.undoMs", to: "5") }
    }

    @Test func `a reader beside a busy engine always sees one consistent state`() async throws {
        let engine = try await scene.open()
        let pages = try (0..<4).map { try scene.origin.page(["body": ["random": 2_000, "seed": $0]]) }
        let store = engine.store
        let writing = Task {
            for round in 0..<40 {
                let id = "i\(round)"
                try await engine.register(scene.registration(id, pages[round % 4]))
                try await engine.request(id)
                if round % 3 == 0, round > 3 { _ = try? await engine.remove("i\(round - 3)", now: true) }
                if round % 10 == 9 { await engine.startFlush() }
            }
            await engine.untilIdle()
        }
        var snapshots = 0
        var isDone = false
        let finished = Later<Bool>()
        Task {
            _ = await writing.result
            finished.value = true
        }
        while !isDone {
            isDone = finished.value == true
            let (items, count, totals) = try store.read { reader in
                (try reader.items(), reader.recordCount, try reader.totals())
            }
            // The same count of records, folded anew, gives the same rows.
            let folded = try store.read(at: count == 0 ? .beginning : .position(count - 1)) { reader in
                (try reader.items(), try reader.totals())
            }
            #expect(items == folded.0)
            #expect(totals == folded.1)
            snapshots += 1
            await Task.yield()
        }
        try await writing.value
        #expect(snapshots > 3)
        try await engine.close()
        #expect(try scene.verify().problems == [])
    }

    @Test func `records are followed in order, without gap, until the engine closes`() async throws {
        let engine = try await scene.open()
        let reading = Task {
            var positions: [UInt64] = []
            for try await record in engine.records() { positions.append(record.position) }
            return positions
        }
        for value in 1...50 { try await engine.set("ui.undoMs", to: "\(value)") }
        try await engine.wait(for: .settingChanged, of: "settings", count: 50)
        try await engine.close()
        let positions = try await reading.value
        #expect(positions == Array(0..<UInt64(positions.count)))
        #expect(positions.count > 50)
    }
}
