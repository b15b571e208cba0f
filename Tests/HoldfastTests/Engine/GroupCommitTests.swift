import Foundation
import HoldfastLMDB
import HoldfastLog
import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

/// Commands that come while a commit is under way share the next one.
@Suite(.timeLimit(.minutes(10))) struct GroupCommitTests {
    let scene: EngineScene
    let disk = HeldDisk()

    init() throws { scene = try EngineScene() }

    private func open() async throws -> OfflineEngine {
        let engine = try await scene.open(link: .none) { options in
            options.logFault = { [disk] step throws(StorageError) in try disk.reach(step) }
            // No flush and no look at the free space comes in between, however busy the machine is.
            options.clock = VirtualClock()
        }
        // The table flush after opening is no commit of a command.
        await engine.startFlush()
        await engine.untilIdle()
        // Idle means decided; what a test counts from here on must be on disk.
        _ = try await engine.read { $0.recordCount }
        return engine
    }

    /// Gives one command each while the disk is held, so that all of them wait for it together.
    private func together(
        _ count: Int, accepted: UInt64, on engine: OfflineEngine,
        _ command: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> [Result<Void, any Error>] {
        let first = engine.store.log.nextPosition
        disk.hold()
        return await withTaskGroup(of: (Int, Result<Void, any Error>).self) { group in
            for number in 0..<count {
                group.addTask {
                    do {
                        try await command(number)
                        return (number, .success(()))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            while engine.store.log.nextPosition < first + accepted { await Task.yield() }
            disk.release()
            var results = [Result<Void, any Error>?](repeating: nil, count: count)
            for await (number, result) in group {
                #expect(results[number] == nil)
                results[number] = result
            }
            return results.compactMap { $0 }
        }
    }

    @Test func `callers that act together share commits, and one that is refused fails alone`() async throws {
        let engine = try await open()
        try await engine.register(Registration(id: "known", sources: ["http://192.0.2.1/a"]))
        let commits = disk.commitCount
        let results = try await together(64, accepted: 48, on: engine) { number in
            if number % 4 == 3 {
                try await engine.request("never registered \(number)")
            } else {
                try await engine.register(Registration(id: "i\(number)", sources: ["http://192.0.2.1/\(number)"]))
            }
        }
        for (number, result) in results.enumerated() {
            switch result {
            case .success: #expect(number % 4 != 3)
            case .failure(let error):
                #expect(number % 4 == 3 && (error as? HoldfastError)?.code == .refused, "\(error)")
            }
        }
        // The one that was under way, and one for all that waited for it.
        #expect(disk.commitCount - commits <= 2)
        try await engine.close()
        #expect(try scene.item("i62") != nil)
        #expect(try scene.verify().problems == [])
    }

    @Test func `a failed commit fails every command in it, and each can be given again`() async throws {
        let engine = try await open()
        let before = engine.store.log.nextPosition
        disk.failNext()
        let add: @Sendable (Int) async throws -> Void = { number in
            let item = Registration(id: "i\(number)", sources: ["http://192.0.2.1/\(number)"])
            try await engine.register(item, command: "r\(number)")
        }
        let results = try await together(32, accepted: 32, on: engine, add)
        for result in results {
            guard case .failure(let error) = result else {
                Issue.record("a command was acknowledged that is not on disk")
                continue
            }
            #expect((error as? HoldfastError)?.code == .diskFull, "\(error)")
        }
        #expect(try engine.store.recordCount() == before)
        for number in 0..<32 { try await add(number) }
        try await engine.close()
        for number in 0..<32 { #expect(try scene.events(of: "item:i\(number)") == [.itemRegistered]) }
        #expect(try scene.verify().problems == [])
    }
}

/// A disk whose next commit can be held up, or fail, while commands queue behind it.
final class HeldDisk: Sendable {
    private struct State {
        var isHeld = false
        var fails = false
        var commitCount = 0
    }
    private let state = Mutex(State())
    private let condition = NSCondition()

    var commitCount: Int { state.withLock { $0.commitCount } }

    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        condition.withLock {
            state.withLock { $0.isHeld = false }
            condition.broadcast()
        }
    }

    func failNext() { state.withLock { $0.fails = true } }

    func reach(_ step: LogStep) throws(StorageError) {
        switch step {
        case .groupBegun:
            condition.withLock { while state.withLock({ $0.isHeld }) { condition.wait() } }
        case .groupWritten:
            let fails = state.withLock { state in
                defer { state.fails = false }
                return state.fails
            }
            if fails { throw .diskFull(path: "test") }
        case .groupCommitted: state.withLock { $0.commitCount += 1 }
        default: break
        }
    }
}
