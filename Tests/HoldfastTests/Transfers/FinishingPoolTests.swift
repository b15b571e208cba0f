import Synchronization
import Testing

@testable import Holdfast

@Suite(.timeLimit(.minutes(10)))
struct FinishingPoolTests {
    @Test func `work returns its value or its own error`() async throws {
        let pool = FinishingPool()
        #expect(await pool.run { 42 } == 42)
        await #expect(throws: StorageFailure(.missing, "test", "x")) {
            try await pool.run { () throws(StorageFailure) in throw StorageFailure(.missing, "test", "x") }
        }
        await pool.shutdown()
    }

    @Test func `four pieces of work run side by side`() async {
        let pool = FinishingPool()
        let arrived = (0..<4).map { _ in Semaphore() }
        await withTaskGroup { group in
            for number in 0..<4 {
                group.addTask {
                    await pool.run {
                        // Nobody leaves before everybody came.
                        for other in arrived { other.signal() }
                        for _ in 0..<4 { arrived[number].wait() }
                    }
                }
            }
        }
        await pool.shutdown()
    }

    @Test func `shutting down waits for all work, and later work still runs`() async {
        let pool = FinishingPool()
        let count = Mutex(0)
        for _ in 0..<500 { pool.submit { count.withLock { $0 += 1 } } }
        await pool.shutdown()
        let done = count.withLock { $0 }
        #expect(done == 500)
        #expect(await pool.run { 1 } == 1)
        await pool.shutdown()
    }
}
