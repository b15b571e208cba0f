import Glibc
import Synchronization

/// Counts forks, so that a child notices that it inherited an environment, which LMDB forbids it to use.
enum ForkGuard {
    private static let forkCount = Atomic<Int>(0)
    private static let isInstalled: Bool = pthread_atfork(nil, nil, { ForkGuard.noteFork() }) == 0

    private static func noteFork() {
        forkCount.add(1, ordering: .relaxed)
    }

    /// Changes in a child process after a fork and never else.
    static var generation: Int {
        _ = isInstalled
        return forkCount.load(ordering: .relaxed)
    }
}
