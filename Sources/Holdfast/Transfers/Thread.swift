internal import Glibc

/// A joinable operating-system thread for work that blocks, which Swift's own threads must not.
struct Thread: Sendable {
    private let handle: pthread_t

    /// `nil` when the system has no thread to give.
    static func start(name: String, _ body: @escaping @Sendable () -> Void) -> Thread? {
        let entry = Unmanaged.passRetained(ThreadEntry(name: name, body: body))
        var handle = pthread_t()
        guard pthread_create(&handle, nil, runThread, entry.toOpaque()) == 0 else {
            entry.release()
            return nil
        }
        return Thread(handle: handle)
    }

    /// Waits for the end; on the thread itself it only lets go. Call once.
    func join() {
        if pthread_equal(handle, pthread_self()) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }

    /// Lets it end by itself, in place of `join`.
    func detach() { pthread_detach(handle) }
}

private final class ThreadEntry: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let entry = Unmanaged<ThreadEntry>.fromOpaque(context).takeRetainedValue()
    // Signals belong to the host; a write to a closed connection must come back as an error, not end the process.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    nameThread(entry.name)
    entry.body()
    return nil
}

/// Shown by debuggers and `top -H`; a failure is of no matter.
private func nameThread(_ name: String) {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = write(file, name, name.utf8.count)
}
