import Dispatch
import Glibc
import Holdfast
import Synchronization

/// Wakes the loop of a run, and says why. Wakes that come together are one; nothing they say is lost.
final class RunSignals: Sendable {
    struct Seen: Sendable {
        /// Number of durable records.
        var count: UInt64 = 0
        var isIdle = false
        var isInterrupted = false
    }

    let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let state = Mutex(Seen())

    init() {
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var seen: Seen { state.withLock { $0 } }

    func tell(_ change: @Sendable (inout Seen) -> Void) {
        state.withLock { change(&$0) }
        wake.yield()
    }
}

/// Ctrl-C and the signals that end programs: the first asks for an orderly end, the second ends at once.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    init(_ handle: @escaping @Sendable () -> Void) {
        let count = Atomic<Int>(0)
        let shared = SharedCount(count)
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if shared.next() > 1 { _exit(ExitCode.interrupted.rawValue) }
                handle()
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}

private final class SharedCount: Sendable {
    private let count: Atomic<Int>

    init(_ count: consuming Atomic<Int>) { self.count = count }

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
