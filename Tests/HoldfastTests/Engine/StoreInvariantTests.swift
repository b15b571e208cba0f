import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Invariants 7, 8 and 12 on a real store: whatever is commanded and whenever it is flushed, the stored tables are the fold.
@Suite(.timeLimit(.minutes(10))) struct StoreInvariantTests {
    private static let runCount: UInt64 =
        ProcessInfo.processInfo.environment["HOLDFAST_LONG"] == nil ? 6 : 60

    private func step(
        _ engine: OfflineEngine, _ scene: EngineScene, _ pages: [OriginPage], _ monitor: ManualMonitor,
        _ random: inout SeededGenerator
    ) async throws {
        let id = "i\(Int.random(in: 0..<8, using: &random))"
        let page = pages.randomElement(using: &random) ?? pages[0]
        let links: [LinkLevel] = [.none, .local, .internet, .internet]
        switch Int.random(in: 0..<18, using: &random) {
        case 0...2: try await engine.register(Registration(id: id, sources: [page.farURL]))
        case 3...6: try await engine.request(id)
        case 7: try await engine.pause(.item(id))
        case 8: try await engine.resume(.item(id))
        case 9: try await engine.cancel(id, keepsPartial: Bool.random(using: &random))
        case 10: try await engine.remove(id, now: Bool.random(using: &random))
        case 11: try await engine.undoRemoval(id)
        case 12: try await engine.retry(id)
        case 13: try await engine.reprioritise(id, priority: Int64.random(in: -100...100, using: &random))
        case 14: try await engine.set("queue.maxConcurrent", to: "\(Int.random(in: 1...4, using: &random))")
        case 15: try await engine.pause(.all)
        case 16: try await engine.resume(.all)
        default:
            monitor.set(LinkFacts(link: links.randomElement(using: &random) ?? .none, source: .manual))
        }
    }

    @Test(arguments: 0..<runCount)
    func `tables equal the fold after any commands and flushes`(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let scene = try EngineScene()
        let replies: [[Reply]] = [
            [["body": ["random": 5_000], "etag": "\"a\""]],
            [
                ["body": ["random": 50_000], "etag": "\"a\"", "cut_at": 20_000],
                ["body": ["random": 50_000], "etag": "\"a\""],
            ],
            [["status": 404]], [["status": 503, "retry_after": "1"], ["body": ["random": 3_000]]],
        ]
        let pages = try replies.map { replies in
            let page = try scene.origin.page()
            try page.script(replies)
            return page
        }
        for _ in 0..<3 {
            let monitor = ManualMonitor(LinkFacts(link: .internet, source: .manual))
            let relay = try scene.relay()
            let engine = try await scene.open(monitor: monitor) { $0.transport = relay }
            for _ in 0..<Int.random(in: 10...80, using: &random) {
                do {
                    try await step(engine, scene, pages, monitor, &random)
                } catch let error as HoldfastError {
                    #expect(error.code == .refused, "seed \(seed): \(error)")
                }
                switch Int.random(in: 0..<10, using: &random) {
                case 0: await engine.startFlush()
                case 1: #expect(try engine.store.verify(content: false).problems == [], "seed \(seed)")
                case 2: await Task.yield()
                default: break
                }
            }
            try await engine.close()
            #expect(try scene.verify().problems == [], "seed \(seed)")
        }
        // Everything made good, all that is wanted comes to an end.
        let relay = try scene.relay()
        let engine = try await scene.open {
            $0.clock = VirtualClock(wall: SystemClock().now().wall, isLeaping: true)
            $0.transport = relay
        }
        for page in pages { try page.script([["body": ["random": 4_000], "etag": "\"z\""]]) }
        try await engine.resume(.all)
        for item in try await engine.read({ try $0.queue() }) {
            if case .held = item.transfer { try await engine.resume(.item(item.id)) }
            if case .failed = item.transfer { try await engine.retry(item.id) }
        }
        await engine.untilIdle()
        let left = try await engine.read { try $0.queue().map { "\($0.id): \($0.transfer)" } }
        #expect(left == [], "seed \(seed)")
        // What was cancelled with its partial kept still has it; nothing else has.
        let staged = try await engine.read { try $0.items().filter { $0.staging != nil }.map { "\($0.number).part" } }
        try await engine.close()
        #expect(try scene.verify().problems == [], "seed \(seed)")
        #expect(scene.partials == staged.sorted(), "seed \(seed)")
    }
}
