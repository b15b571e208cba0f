internal import HoldfastModel
internal import Synchronization

/// What other threads say to the thread of the control socket, and the bell that wakes it.
final class ControlMailbox: Sendable {
    struct Mail {
        /// By number of the client.
        var replies: [(client: UInt64, reply: ControlReply)] = []
        var isStopping = false
    }

    private struct State {
        var mail = Mail()
        var hasEnded = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    let bell: Bell

    init() throws(ConnectivityFailure) { bell = try Bell() }

    func post(_ reply: ControlReply, to client: UInt64) {
        state.withLock { $0.mail.replies.append((client, reply)) }
        bell.ring()
    }

    /// Asks the thread to end; `whenEnded` is called when it has.
    func stop(whenEnded: @escaping @Sendable () -> Void = {}) {
        let hasEnded = state.withLock { state in
            state.mail.isStopping = true
            if !state.hasEnded { state.waiting.append(whenEnded) }
            return state.hasEnded
        }
        if hasEnded { whenEnded() } else { bell.ring() }
    }

    /// For the thread: what has come since it asked last.
    func take() -> Mail {
        bell.hush()
        return state.withLock { state in
            defer { state.mail.replies = [] }
            return state.mail
        }
    }

    /// For the thread: its last word.
    func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for whenEnded in waiting { whenEnded() }
    }
}
