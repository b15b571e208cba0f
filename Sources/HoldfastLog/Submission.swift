import HoldfastLMDB

/// Something queued for the disk. It is acknowledged only when its commit is durable.
package final class Submission: Sendable {
    package typealias Outcome = Result<Void, LogError>

    /// Positions of the appended records; empty for a flush.
    package let positions: Range<UInt64>

    private enum State {
        case waiting([@Sendable (Outcome) -> Void])
        case done(Outcome)
    }
    private let state = Monitor(State.waiting([]))

    init(positions: Range<UInt64>) {
        self.positions = positions
    }

    /// Waits until the commit is on disk, or throws why it is not. Cancelling the task does not take the write back.
    package func durable() async throws(LogError) {
        // Resumed exactly once, since `whenDone` calls exactly once; a continuation that checks that costs more than the rest.
        let outcome: Outcome = await withUnsafeContinuation { continuation in
            whenDone { continuation.resume(returning: $0) }
        }
        try outcome.get()
    }

    /// As `durable`, for a thread that may block: never the writer thread, nor one of a task.
    package func wait() throws(LogError) {
        let done = Monitored<Outcome>()
        whenDone { done.set($0) }
        try done.wait().get()
    }

    /// Calls `body` once: now when the outcome is known, else on the writer thread. Keep it short, and never close the
    /// log in it.
    package func whenDone(_ body: @escaping @Sendable (Outcome) -> Void) {
        let known: Outcome? = state.withLock { state in
            switch state {
            case .done(let outcome): return outcome
            case .waiting(let bodies):
                state = .waiting(bodies + [body])
                return nil
            }
        }
        if let known { body(known) }
    }

    /// The outcome, or nil while it is unknown.
    package var outcome: Outcome? {
        state.withLock { if case .done(let outcome) = $0 { outcome } else { nil } }
    }

    func resolve(_ outcome: Outcome) {
        let bodies: [@Sendable (Outcome) -> Void] = state.withLock { state in
            guard case .waiting(let bodies) = state else { return [] }
            state = .done(outcome)
            return bodies
        }
        for body in bodies { body(outcome) }
    }
}
