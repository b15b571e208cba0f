import Foundation
import HoldfastLMDB
import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast
@testable import HoldfastLog
@testable import HoldfastModel

/// C44: tables and the position that they cover are one step, so no record is ever counted twice or left out.
@Suite(.timeLimit(.minutes(10))) struct CheckpointTests {
    static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    static let steps: [LogStep] = [.flushStarted, .flushWritten, .groupWritten, .groupCommitted]

    let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// Commands that move counters, sizes and queues, with a flush after every few.
    static func live(_ store: String, _ fault: LogFault? = nil) async throws {
        var options = EngineOptions()
        options.mode = .commandsOnly
        options.logFault = fault
        let engine = try await OfflineEngine.open(at: store, options: options)
        for number in 0..<12 {
            let id = "item\(number % 5)"
            var item = Registration(id: id, sources: ["https://example.org/\(id)"])
            item.title = "Title \(number)"
            item.expectedBytes = Int64(1_000 + number)
            if number < 5 { try await engine.register(item) } else { try await engine.amend(item) }
            if number % 2 == 0 { try await engine.request(id) }
            if number % 3 == 1 { try await engine.cancel(id) }
            if number % 4 == 3 {
                await engine.startFlush()
                await engine.flushTask?.value
            }
        }
        try await engine.close()
    }

    @Test(arguments: steps, [1, 2, 3])
    func `after a kill around a flush the tables are a fold of exactly the records that they say`(
        _ step: LogStep, _ count: Int
    ) async throws {
        let store = folder.file("store")
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [store = store as String, name = step.rawValue as String, count = count as Int] in
            let reached = Atomic<Int>(0)
            try await CheckpointTests.live(store) { found throws(StorageError) in
                guard found.rawValue == name else { return }
                if reached.add(1, ordering: .relaxed).newValue == count { Glibc.kill(getpid(), SIGKILL) }
            }
        }
        let records = try await FoldedTables.records(in: store)
        let left = try await FoldedTables.stored(in: store)
        let prefix = Array(records.prefix(Int(left.covered)))
        #expect(try await FoldedTables.folded(prefix) == left)
        // Opened and closed again, they cover everything.
        var options = EngineOptions()
        options.mode = .commandsOnly
        try await OfflineEngine.open(at: store, options: options).close()
        let whole = try await FoldedTables.stored(in: store)
        let all = try await FoldedTables.records(in: store)
        #expect(whole.covered == UInt64(all.count))
        #expect(try await FoldedTables.folded(all) == whole)
    }

    @Test func `tables are the same from whichever record on they are folded`() async throws {
        let store = folder.file("store")
        try await Self.live(store)
        let records = try await FoldedTables.records(in: store)
        let whole = try await FoldedTables.stored(in: store)
        #expect(whole.covered == UInt64(records.count))
        let count = records.count
        let checkpoints = Self.isLong ? Array(0...count) : [0, 1, count / 2, count - 1, count]
        for checkpoint in checkpoints where !splitsGroup(records, checkpoint) {
            #expect(try await FoldedTables.folded(records, checkpoints: [checkpoint]) == whole, "from \(checkpoint)")
        }
        let groups = (0...count).filter { !splitsGroup(records, $0) }
        #expect(try await FoldedTables.folded(records, checkpoints: groups) == whole, "from every record on")
    }

    /// A command's records are one commit, so no log ever ends within them.
    private func splitsGroup(_ records: [NewRecord], _ count: Int) -> Bool {
        records.prefix(count).enumerated().contains { index, record in
            record.keys.command.map { index + $0.count > count } ?? false
        }
    }
}
