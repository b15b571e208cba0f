/// Counts the transactions of this process, so that the map is moved or closed only when none of them can look at it.
final class ReaderGate: Sendable {
    private enum Mode { case open, moving, dead, closed }
    private struct State {
        var mode = Mode.open
        var insideCount = 0
    }
    enum Outcome {
        case done
        /// Somebody else was at it, or the gate is closed; `body` did not run.
        case notNow
        /// Readers were still inside at the deadline; `body` did not run.
        case readersStayed
    }

    private let path: String
    private let drainInSeconds: Int
    private let monitor = Monitor(State())

    /// - Parameter drainInSeconds: longest wait for the readers inside.
    init(path: String, drainInSeconds: Int = StorageLimits.readerDrainInSeconds) {
        self.path = path
        self.drainInSeconds = drainInSeconds
    }

    /// Waits while the map is being moved.
    func enter() throws(StorageError) {
        let mode = monitor.wait(
            until: { $0.mode != .moving },
            then: { state in
                if state.mode == .open { state.insideCount += 1 }
                return state.mode
            })
        try check(mode)
    }

    /// As `enter`, for a caller that will `leave` whatever happens: it counts as inside even when the gate is closed.
    func enterAgain() throws(StorageError) {
        let mode = monitor.wait(
            until: { $0.mode != .moving },
            then: { state in
                state.insideCount += 1
                return state.mode
            })
        try check(mode)
    }

    private func check(_ mode: Mode) throws(StorageError) {
        switch mode {
        case .open, .moving: return
        case .dead: throw .environmentDead(path: path)
        case .closed: throw .closed
        }
    }

    func leave() {
        monitor.change { $0.insideCount -= 1 }
    }

    /// Keeps new readers out, waits for those inside, runs `body`, and lets readers in again.
    ///
    /// The wait has a deadline: a reader that waits for another one behind the gate would otherwise never leave.
    func withReadersOut<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Outcome {
        let wasOpen = monitor.change { state in
            guard state.mode == .open else { return false }
            state.mode = .moving
            return true
        }
        guard wasOpen else { return .notNow }
        defer { monitor.change { if $0.mode == .moving { $0.mode = .open } } }
        guard monitor.wait(until: { $0.insideCount == 0 }, atMostSeconds: drainInSeconds) else {
            return .readersStayed
        }
        try body()
        return .done
    }

    /// The map is gone: whoever comes from now on is refused. Only while readers are out.
    func markDead() {
        monitor.change { $0.mode = .dead }
    }

    /// Refuses new readers for ever and waits for those inside.
    func close() {
        monitor.change { $0.mode = .closed }
        monitor.wait(until: { $0.insideCount == 0 })
    }
}
