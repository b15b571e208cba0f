import Foundation
import HoldfastSimulation
import Synchronization

/// Runs one task, and all its children, in a loop's time on a thread of their own, beside the other tests of the process.
enum Simulated {
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable (Loop) async throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try runLoop(body) })
            }
        }
    }

    private struct Stuck: Error {}

    private static func runLoop<Value: Sendable>(
        _ body: @escaping @Sendable (Loop) async throws -> Value
    ) throws -> Value {
        let loop = Loop(seed: 1)
        let end = End<Value>()
        let executor = LoopExecutor(loop)
        Task(executorPreference: executor) {
            do { end.set(.success(try await body(loop))) } catch { end.set(.failure(error)) }
        }
        try withExtendedLifetime(executor) { try loop.run { end.result != nil } }
        guard let result = end.result else { throw Stuck() }
        return try result.get()
    }

    private final class End<Value: Sendable>: Sendable {
        private let value = Mutex<Result<Value, any Error>?>(nil)
        var result: Result<Value, any Error>? { value.withLock { $0 } }
        func set(_ result: Result<Value, any Error>) { value.withLock { $0 = result } }
    }
}

/// Brings the jobs of its tasks to the loop.
final class LoopExecutor: TaskExecutor {
    private let loop: Loop

    init(_ loop: Loop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.add { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
