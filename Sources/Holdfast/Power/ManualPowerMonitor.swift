internal import Synchronization

/// A monitor that the host or a test drives; without a word from them the device is on external power.
public final class ManualPowerMonitor: PowerMonitor {
    private struct State {
        var reading: PowerReading
        var followers: [Int: AsyncStream<PowerReading>.Continuation] = [:]
        var nextFollower = 0
        var isFinished = false
    }

    private let state: Mutex<State>

    public init(_ reading: PowerReading = .external) { state = Mutex(State(reading: reading)) }

    public var current: PowerReading? { state.withLock { $0.reading } }

    public func set(_ reading: PowerReading) {
        state.withLock { state in
            state.reading = reading
            for follower in state.followers.values { follower.yield(reading) }
        }
    }

    public func readings() -> AsyncStream<PowerReading> {
        let (stream, follower) = AsyncStream.makeStream(of: PowerReading.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            follower.yield(state.reading)
            guard !state.isFinished else { return nil }
            state.nextFollower += 1
            state.followers[state.nextFollower] = follower
            return state.nextFollower
        }
        guard let number else {
            follower.finish()
            return stream
        }
        follower.onTermination = { [weak self] _ in self?.state.withLock { $0.followers[number] = nil } }
        return stream
    }

    public func shutdown() async {
        let followers = state.withLock { state in
            defer { state.followers = [:] }
            state.isFinished = true
            return state.followers
        }
        // Outside the lock, since ending a stream calls back.
        for follower in followers.values { follower.finish() }
    }
}
