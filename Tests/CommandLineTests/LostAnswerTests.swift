import Foundation
import Holdfast
import HoldfastModel
import HoldfastTestSupport
import Synchronization
import Testing

/// A verb, and an engine that does not answer as it should.
@Suite(.timeLimit(.minutes(10))) struct LostAnswerTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private var store: String { folder.file("store") }

    private func engine() async throws -> OfflineEngine {
        var options = EngineOptions()
        options.mode = .commandsOnly
        return try await OfflineEngine.open(at: store, options: options)
    }

    private func ask(_ words: String...) async throws -> ToolEnd {
        try await onThread { try Tool.run(words, store: store) }
    }

    @Test func `an engine of another version ends a verb with 69, and nothing was done`() async throws {
        let engine = try await engine()
        let count = try engine.store.recordCount()
        let listener = try FakeListener(store) { _ in
            .failure(code: "notUnderstood", message: "this program does not know the command unknown(99)", refusal: nil)
        }
        let end = try await ask("pause", "--all")
        #expect(end.code == 69)
        #expect(
            end.errors == """
                holdfast: this program does not know the command unknown(99)
                The program that works on the store has another version. Nothing was done; end it, or update it.

                """)
        listener.stop()
        #expect(try engine.store.recordCount() == count)
        try await engine.close()
    }

    @Test func `a refusal for a reason that only a newer engine knows is told with its words`() async throws {
        let engine = try await engine()
        let listener = try FakeListener(store) { _ in
            .failure(code: "refused", message: "The moon is full.", refusal: "moonIsFull")
        }
        let end = try await ask("pause", "--all")
        #expect(end.code == 1 && end.errors == "holdfast: The moon is full.\n")
        listener.stop()
        try await engine.close()
    }

    /// Carries a message out as an engine does.
    private static func carryOut(_ message: [UInt8], on engine: OfflineEngine) {
        let done = DispatchSemaphore(value: 0)
        Task {
            if let request = try? ControlRequest(decoding: message) {
                _ = try? await engine.perform(request.command, by: request.actor, id: request.id)
            }
            done.signal()
        }
        done.wait()
    }

    @Test func `a command whose answer was lost with its engine is done once, and told as done`() async throws {
        let engine = try await engine()
        let (carriedOut, tell) = AsyncStream.makeStream(of: Void.self)
        let listener = try FakeListener(store) { message in
            Self.carryOut(message, on: engine)
            tell.yield()
            return nil
        }
        async let end = ask("add", "https://a.example/f", "--no-download", "--json")
        for await _ in carriedOut { break }
        listener.stop()
        try await engine.close()
        let line = try await end
        #expect(line.code == 0, "\(line.errors)")
        #expect(line.output.contains("\"outcome\":\"done\"") && line.output.contains("\"positions\":[1]"))
        #expect(try await ask("log", "--type", "itemRegistered").lines.count == 1)
    }

    @Test func `a command whose answer is lost while the store stays in use has an unknown outcome`() async throws {
        let engine = try await engine()
        let isFirst = Mutex(true)
        let listener = Mutex<FakeListener?>(nil)
        let made = try FakeListener(store) { _ in
            if isFirst.withLock({ first in
                defer { first = false }
                return first
            }) {
                listener.withLock { $0?.stop() }
            }
            return nil
        }
        listener.withLock { $0 = made }
        let end = try await ask("pause", "--all")
        #expect(end.code == 74)
        #expect(end.errors.contains("went away in mid-command") && end.errors.contains("It may have been done"))
        try await engine.close()
    }

    @Test func `an engine that always hangs up is not asked without end`() async throws {
        let engine = try await engine()
        let count = Mutex(0)
        let listener = try FakeListener(store) { _ in
            count.withLock { $0 += 1 }
            return nil
        }
        let end = try await ask("pause", "--all")
        #expect(end.code == 74)
        #expect(count.withLock { $0 } == 8)
        listener.stop()
        try await engine.close()
    }

    @Test func `an answer that makes no sense leaves the outcome unknown`() async throws {
        let engine = try await engine()
        let listener = try FakeListener(store) { _ in .receipt(positions: 0..<(1 << 40), note: nil) }
        let end = try await ask("pause", "--all")
        #expect(end.code == 74, "\(end.errors)")
        listener.stop()
        try await engine.close()
    }
}
