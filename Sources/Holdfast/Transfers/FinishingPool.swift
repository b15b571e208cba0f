internal import Glibc
internal import Synchronization

/// Four threads for work that waits on the disk: hashing staged bytes, syncing, renaming.
///
/// The queue holds what callers await, so running transfers bound it.
package final class FinishingPool: Sendable {
    package static let threadCount = 4

    private let queue = WorkQueue()
    private let threads: Mutex<[Thread]>

    package init(threadCount: Int = FinishingPool.threadCount) {
        let queue = queue
        let started = (0..<threadCount).compactMap { _ in Thread.start(name: "holdfast-file") { queue.serve() } }
        threads = Mutex(started)
        // With no thread to be had, work runs where it is given: slower, never lost.
        if started.isEmpty { queue.close() }
    }

    deinit { close() }

    /// Runs `work` on a pool thread; after `shutdown()` on the caller's.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            submit { continuation.resume(returning: Result { () throws(Failure) in try work() }) }
        }
        return try result.get()
    }

    /// Runs `work` later, with nobody waiting.
    func submit(_ work: @escaping @Sendable () -> Void) {
        if !queue.add(work) { work() }
    }

    /// Waits for all work that was given, then joins the threads; holds the calling thread until then.
    package func shutdown() async {
        close()
    }

    private func close() {
        queue.close()
        let running = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in running { thread.join() }
    }
}

/// Work in order of arrival, taken by any number of threads.
private final class WorkQueue: Sendable {
    private struct State {
        var work: ArraySlice<@Sendable () -> Void> = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let available = Semaphore()

    /// False where the queue is closed and the work was not taken.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = state.withLock { state in
            if !state.isClosed { state.work.append(work) }
            return !state.isClosed
        }
        if isTaken { available.signal() }
        return isTaken
    }

    /// Runs work until the queue is closed and empty.
    func serve() {
        while true {
            available.wait()
            guard let work = state.withLock({ $0.work.popFirst() }) else {
                // Closed: the next thread must hear it too.
                return available.signal()
            }
            work()
        }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        available.signal()
    }
}
