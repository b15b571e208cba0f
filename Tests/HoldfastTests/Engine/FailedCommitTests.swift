import HoldfastLMDB
import HoldfastLog
import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

/// Decision 5: a failed commit takes back what was queued, and the engine goes on from what the log holds.
@Suite(.timeLimit(.minutes(10))) struct FailedCommitTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    /// Repeats a command under its id until the disk takes it.
    private func insist(_ body: () async throws -> Void) async throws {
        for _ in 0..<20 {
            do {
                return try await body()
            } catch let error as HoldfastError where error.code == .diskFull {
                continue
            }
        }
        Issue.record("the command was never taken")
    }

    private func live(failing step: LogStep, _ counts: Set<Int>) async throws {
        let scene = try EngineScene()
        let comment: Comment = "\(step) \(counts.sorted())"
        let reached = Atomic<Int>(0)
        let isArmed = Atomic<Bool>(false)
        let page = try scene.origin.page(
            ["body": ["random": 50_000], "etag": "\"a\"", "cut_at": 20_000],
            ["body": ["random": 50_000], "etag": "\"a\""])
        let engine = try await scene.open { options in
            options.clock = VirtualClock(isLeaping: true)
            options.logFault = { found throws(StorageError) in
                guard found == step, isArmed.load(ordering: .acquiring) else { return }
                let count = reached.add(1, ordering: .relaxed).newValue
                if counts.contains(count) { throw .diskFull(path: "test") }
            }
        }
        isArmed.store(true, ordering: .releasing)
        let item = try scene.registration("f", page)
        try await insist { try await engine.register(item, command: "r") }
        try await insist { try await engine.request("f", command: "q") }
        try await engine.wait(for: .contentPublished, of: "f")
        await engine.startFlush()
        #expect(try await engine.bytes(of: "f")?.count == 50_000, comment)
        try await insist { try await engine.remove("f", now: true, command: "x") }
        try await engine.wait(for: .contentDeleted, of: "f")
        await engine.untilIdle()
        isArmed.store(false, ordering: .releasing)
        #expect(try await engine.read { try $0.totals().running } == 0, comment)
        try await engine.close()
        #expect(try scene.verify().problems == [], comment)
        let events = try scene.events(of: "item:f")
        for type in [EventType.itemRegistered, .downloadRequested, .deletionRequested, .contentDeleted] {
            #expect(events.filter { $0 == type }.count == 1, "\(comment): \(type)")
        }
        #expect(scene.partials == [] && scene.contents == [], comment)
    }

    @Test(arguments: [LogStep.appendStarted, .groupWritten])
    func `any one commit may fail`(_ step: LogStep) async throws {
        for count in 1...30 { try await live(failing: step, [count]) }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `any commits may fail`(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let counts = (0..<12).map { _ in Int.random(in: 1...40, using: &random) }
        try await live(failing: .appendStarted, Set(counts))
    }

    @Test func `any three commits in a row may fail`() async throws {
        for count in 1...30 { try await live(failing: .appendStarted, [count, count + 1, count + 2]) }
    }

    @Test func `a flush may fail`() async throws {
        for count in 1...6 { try await live(failing: .flushWritten, [count]) }
    }
}
