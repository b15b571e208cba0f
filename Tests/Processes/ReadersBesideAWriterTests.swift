import Foundation
import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

/// Readers are other processes than the writer, and neither stops, nor misleads, nor fattens the other.
@Suite(.timeLimit(.minutes(10))) struct ReadersBesideAWriterTests {
    static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil
    static let commitCount = isLong ? 10_000 : 1_500
    static let killCount = isLong ? 200 : 50
    /// More than this would mean that freed pages are not used again.
    static let growthMaxInBytes = 5 << 20

    @Test func `what readers see beside a writer is a log without gaps that only grows`() async throws {
        let store = try await WorkedStore()
        let isDone = Atomic<Bool>(false)
        async let writing: Void = {
            defer { isDone.store(true, ordering: .releasing) }
            try await store.write(Self.commitCount / 3)
        }()
        var seen = 0
        repeat {
            let durable = try store.engine.store.recordCount()
            let log = try Tool.run(["log", "--json"], store: store.path)
            #expect(log.code == 0, "\(log.errors)")
            let positions = try log.lines.map { try LogLine($0).position }
            #expect(positions == Array(0..<UInt64(positions.count)), "a gap among \(positions.count) records")
            #expect(positions.count >= Int(durable) && positions.count >= seen, "an acknowledged record is not there")
            seen = positions.count
            let status = try Tool.run(["status", "--all", "--json"], store: store.path)
            #expect(status.code == 0, "\(status.errors)")
            // One snapshot: the items counted are the items shown.
            let items = status.lines.count { $0.contains("item-") }
            let named = Set(try log.lines.filter { try LogLine($0).type == "itemRegistered" }).count
            #expect(items >= named, "\(items) items after \(named) were registered")
            let verify = try Tool.run(["verify"], store: store.path)
            #expect(verify.code == 0, "\(verify.output) \(verify.errors)")
        } while !isDone.load(ordering: .acquiring)
        try await writing
        try await store.engine.close()
        let state = try Tool.run(["status", "--all", "--json"], store: store.path)
        #expect(state.lines.count { $0.contains("item-") } == Self.commitCount / 3)
    }

    @Test func `a reader whose output nobody takes does not make the file grow`() async throws {
        let store = try await WorkedStore()
        try await store.write(20)
        let before = store.sizeInBytes
        let follower = try ChildProcess([Tool.path, "log", "-f", "--json", "--store", store.path])
        // It reads, and from now on nobody reads it: it stops in the middle of its output.
        #expect(try LogLine(follower.readLine()).position == 0)
        try await store.write(Self.commitCount, from: 20)
        let grown = store.sizeInBytes - before
        #expect(grown < Self.growthMaxInBytes, "\(Self.commitCount) commits made the file grow by \(grown) bytes")
        // Taken again, its output goes on without a gap.
        let count = try store.engine.store.recordCount()
        for position in 1..<count { #expect(try LogLine(follower.readLine()).position == position) }
        kill(follower.identifier, SIGKILL)
        _ = follower.wait()
        try await store.engine.close()
    }

    @Test func `readers that are killed leave nothing behind`() async throws {
        let store = try await WorkedStore()
        try await store.write(60)
        let before = store.sizeInBytes
        for number in 0..<Self.killCount {
            let arguments = number % 2 == 0 ? ["log", "-f", "--json"] : ["log", "--json"]
            let reader = try ChildProcess([Tool.path] + arguments + ["--store", store.path])
            #expect(try LogLine(reader.readLine()).position == 0)
            try await store.write(2, from: 60 + 2 * number)
            kill(reader.identifier, SIGKILL)
            _ = reader.wait()
        }
        try await store.write(400, from: 60 + 2 * Self.killCount)
        #expect(store.sizeInBytes - before < Self.growthMaxInBytes)
        try await store.engine.close()
        // The next engine clears the slots of the dead.
        try await WorkedStore.reopen(store.path)
        let readers = try ChildProcess(["mdb_stat", "-n", "-r", store.folder.file("store/log.mdb")])
        var lines: [String] = []
        while true {
            let line = readers.readLine()
            if line.isEmpty { break }
            lines.append(line)
        }
        // Its exit code counts what it printed.
        _ = readers.wait()
        #expect(lines.contains { $0.contains("no active readers") || $0.contains("no readers") }, "\(lines)")
        #expect(try Tool.run(["verify"], store: store.path).code == 0)
    }

    @Test func `a second writer is told who has the store`() async throws {
        let store = try await WorkedStore()
        try await store.write(1)
        for arguments in [["set", "queue.maxConcurrent", "3"], ["pause", "item-0"], ["run", "--until-idle"]] {
            let second = try Tool.run(arguments, store: store.path)
            #expect(second.code == 75, "\(arguments): \(second.errors)")
            #expect(second.errors.contains("\(getpid())"), "\(second.errors)")
        }
        try await store.engine.close()
        #expect(try Tool.run(["set", "queue.maxConcurrent", "3"], store: store.path).code == 0)
    }
}

extension WorkedStore {
    /// Opens and closes an engine on a store.
    static func reopen(_ path: String) async throws {
        var options = EngineOptions()
        options.mode = .commandsOnly
        try await OfflineEngine.open(at: path, options: options).close()
    }
}
