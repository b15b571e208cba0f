internal import CHoldfastCurl
internal import Synchronization

/// What other threads say to the transport's thread, and the bell that wakes it.
final class CurlMailbox: Sendable {
    enum Command {
        case start(CurlJob)
        case cancel(UInt64)
    }

    private struct State {
        var commands: [Command] = []
        /// Transfers that were opened and not finished; bounded by what callers await.
        var live: Set<UInt64> = []
        var cancelled: Set<UInt64> = []
        var nextNumber: UInt64 = 0
        var isStopping = false
        var whenStopped: [@Sendable () -> Void] = []
        /// The multi handle as a bit pattern; `nil` once nobody may ring it any more.
        var handle: UInt?
    }

    private let state: Mutex<State>

    init() throws(TransferFailure) {
        let code = curlLibrary
        guard code == CURLE_OK, let multi = curl_multi_init() else {
            throw .transport(code: Int32(bitPattern: code.rawValue))
        }
        state = Mutex(State(handle: UInt(bitPattern: multi)))
    }

    /// For the loop only.
    var multi: UnsafeMutableRawPointer? {
        state.withLock { $0.handle.flatMap { UnsafeMutableRawPointer(bitPattern: $0) } }
    }

    /// A number for a transfer that may be cancelled from now on, even before it starts.
    func open() -> UInt64 {
        state.withLock { state in
            state.nextNumber += 1
            state.live.insert(state.nextNumber)
            return state.nextNumber
        }
    }

    func start(_ job: CurlJob) {
        let isTaken = state.withLock { state in
            guard !state.isStopping, !state.cancelled.contains(job.number) else {
                Self.close(job.number, &state)
                return false
            }
            state.commands.append(.start(job))
            Self.wake(state)
            return true
        }
        if !isTaken { job.finish(.failure(.cancelled)) }
    }

    func cancel(_ number: UInt64) {
        state.withLock { state in
            guard state.live.contains(number) else { return }
            state.cancelled.insert(number)
            state.commands.append(.cancel(number))
            Self.wake(state)
        }
    }

    func close(_ number: UInt64) {
        state.withLock { Self.close(number, &$0) }
    }

    /// Asks the loop to end; `whenStopped` runs as its last act, or at once where it has ended.
    func stop(_ whenStopped: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            guard state.handle != nil else { return true }
            state.isStopping = true
            state.whenStopped.append(whenStopped)
            Self.wake(state)
            return false
        }
        if hasEnded { whenStopped() }
    }

    func take() -> (commands: [Command], isStopping: Bool) {
        state.withLock { state in
            defer { state.commands.removeAll(keepingCapacity: true) }
            return (state.commands, state.isStopping)
        }
    }

    /// The loop's farewell: from here on nobody rings the bell. Returns starts that came too late, and who waits.
    func end() -> (late: [Command], waiting: [@Sendable () -> Void]) {
        state.withLock { state in
            state.handle = nil
            state.isStopping = true
            defer {
                state.commands = []
                state.whenStopped = []
            }
            return (state.commands, state.whenStopped)
        }
    }

    /// Frees the handle of a mailbox that never got a loop.
    func discard() {
        if let multi { curl_multi_cleanup(multi) }
        _ = end()
    }

    private static func close(_ number: UInt64, _ state: inout State) {
        state.live.remove(number)
        state.cancelled.remove(number)
    }

    /// Under the lock, so that the handle cannot be freed meanwhile.
    private static func wake(_ state: State) {
        if let handle = state.handle { curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: handle)) }
    }
}

/// The library's one-time start.
private let curlLibrary: CURLcode = holdfast_curl_start()
