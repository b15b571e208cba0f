internal import Glibc

/// The system's counting semaphore.
final class Semaphore: Sendable {
    // Safe to share: the pointer never changes, and semaphore calls are made for concurrent use.
    nonisolated(unsafe) private let value: UnsafeMutablePointer<sem_t>

    init() {
        value = .allocate(capacity: 1)
        sem_init(value, 0, 0)
    }

    deinit {
        sem_destroy(value)
        value.deallocate()
    }

    func signal() { sem_post(value) }

    func wait() {
        while sem_wait(value) != 0 && errno == EINTR {}
    }
}
