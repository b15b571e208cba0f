import Holdfast
import HoldfastModel
import Synchronization

/// Time that stands still until a test moves it, or that leaps to the moment that somebody waits for; the wall can be set apart from the
/// monotonic clock.
final class VirtualClock: EngineClock {
    private struct State {
        var wall: Int64
        var monotonic: Int64 = 1_000_000_000
        var sleepers: [(id: UInt64, due: Int64, continuation: CheckedContinuation<Bool, Never>)] = []
        var cancelled: Set<UInt64> = []
        var nextID: UInt64 = 0
    }

    private let state: Mutex<State>
    private let isLeaping: Bool

    /// - Parameters:
    ///   - wall: microseconds since 1970 UTC.
    ///   - isLeaping: every wait moves the clocks to its end, and so is over at once.
    init(wall: Int64 = 1_800_000_000_000_000, isLeaping: Bool = false) {
        state = Mutex(State(wall: wall))
        self.isLeaping = isLeaping
    }

    func now() -> Now { state.withLock { Now(wall: $0.wall, monotonic: $0.monotonic) } }

    func sleep(untilMonotonic moment: Int64) async throws {
        if isLeaping {
            await Task.yield()
            try Task.checkCancellation()
            return leap(to: moment)
        }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isDue = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return false }
                    if moment <= state.monotonic { return true }
                    state.sleepers.append((id, moment, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                guard let place = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil as CheckedContinuation<Bool, Never>?
                }
                return state.sleepers.remove(at: place).continuation
            }
            sleeper?.resume(returning: false)
        }
        state.withLock { _ = $0.cancelled.remove(id) }
        if !isDue { throw CancellationError() }
    }

    /// How many wait for a moment to come.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Both clocks go on.
    func advance(bySeconds seconds: Double) { move(wall: seconds, monotonic: seconds) }

    /// Somebody sets the wall clock.
    func setWall(bySeconds seconds: Double) { move(wall: seconds, monotonic: 0) }

    private func leap(to moment: Int64) {
        state.withLock { state in
            let distance = max(0, moment - state.monotonic)
            state.monotonic += distance
            state.wall += distance
        }
    }

    private func move(wall: Double, monotonic: Double) {
        let due = state.withLock { state in
            state.wall += Int64(wall * 1_000_000)
            state.monotonic += Int64(monotonic * 1_000_000)
            let now = state.monotonic
            defer { state.sleepers.removeAll { $0.due <= now } }
            return state.sleepers.filter { $0.due <= now }
        }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }
}
