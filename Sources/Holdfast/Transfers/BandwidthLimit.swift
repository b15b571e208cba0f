internal import Synchronization

/// What all running transfers together may receive, as bytes a second: one budget that each of them takes from.
///
/// A transport asks `wait` before it takes bytes from a connection, takes them when there is nothing to wait for, and says so with `take`. A
/// piece may be larger than what is left: the next one waits the longer for it. A connection that is not read is slowed down by its own
/// flow control. Safe from any thread.
public final class BandwidthLimit: Sendable {
    private struct State {
        /// `nil` for no limit.
        var bytesPerSecond: Int64?
        /// What may be taken now; below zero after a large piece.
        var budget: Double = 0
        var countedAt = Duration.zero
    }

    private let state = Mutex(State())
    private let now: MonotonicClock

    /// Nobody waits for longer than this without asking again, so that a limit that was lifted holds nobody up.
    private static let waitMax = Duration.milliseconds(250)
    /// Unused budget of a quarter of a second is kept: more would be a burst.
    private static let keptSeconds = 0.25

    public convenience init() { self.init(now: monotonicNow) }

    package init(now: @escaping MonotonicClock) { self.now = now }

    /// Bytes per second; `nil` for no limit.
    public var bytesPerSecond: Int64? { state.withLock { $0.bytesPerSecond } }

    /// Takes effect at once; what was owed under the old limit is forgiven.
    public func set(bytesPerSecond: Int64?) {
        let now = now()
        state.withLock { state in
            guard state.bytesPerSecond != bytesPerSecond else { return }
            state.bytesPerSecond = bytesPerSecond
            state.budget = 0
            state.countedAt = now
        }
    }

    /// How long to wait, at most a quarter of a second, before asking again; zero when bytes may be taken now.
    public func wait() -> Duration {
        guard bytesPerSecond != nil else { return .zero }
        let now = now()
        return state.withLock { state in
            guard let rate = state.bytesPerSecond.map({ Double(max(1, $0)) }) else { return .zero }
            Self.earn(&state, rate, now)
            return state.budget >= 0 ? .zero : min(.seconds(-state.budget / rate), Self.waitMax)
        }
    }

    /// Counts bytes that were taken.
    public func take(_ count: Int) {
        state.withLock { state in
            if state.bytesPerSecond != nil { state.budget -= Double(count) }
        }
    }

    private static func earn(_ state: inout State, _ rate: Double, _ now: Duration) {
        let passed = now - state.countedAt
        state.countedAt = now
        state.budget = min(state.budget + rate * (passed / .seconds(1)), rate * keptSeconds)
    }
}
