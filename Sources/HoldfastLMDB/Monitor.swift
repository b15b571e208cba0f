import CHoldfastLMDB
import Glibc

/// State behind a lock on which threads can wait until it changes.
///
/// `Mutex` of the standard library cannot be waited on, and the thread sanitizer does not see it; this is a POSIX mutex
/// with one condition on the monotonic clock.
package final class Monitor<State: Sendable>: @unchecked Sendable {
    // `state` is touched only between lock and unlock of `mutex`, and the two POSIX objects are allocated once and
    // never moved, so sharing the class between threads is sound.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    package init(_ state: State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    package func withLock<R: ~Copyable, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Runs `body` and wakes every waiting thread.
    func change<R: ~Copyable, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Blocks this thread until `holds` is true.
    func wait(until holds: (borrowing State) -> Bool) {
        wait(until: holds, then: { _ in })
    }

    /// Blocks this thread until `holds` is true, then runs `body` under the same lock.
    func wait<R: ~Copyable>(until holds: (borrowing State) -> Bool, then body: (inout State) -> R) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !holds(state) { pthread_cond_wait(condition, mutex) }
        return body(&state)
    }

    /// As `wait`, but gives up after `seconds` and returns false without a change.
    func wait(until holds: (borrowing State) -> Bool, atMostSeconds seconds: Int) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        deadline.tv_sec += seconds
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !holds(state) {
            if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return holds(state) }
        }
        return true
    }
}
