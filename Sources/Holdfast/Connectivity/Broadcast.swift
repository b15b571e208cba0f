internal import Synchronization

/// What a monitor knows at present, and the streams of those who follow it. Each stream begins with the present and misses nothing after it.
final class Broadcast<Present: Sendable, Update: Sendable>: Sendable {
    private struct State {
        var present: Present
        var followers: [Int: AsyncStream<Update>.Continuation] = [:]
        var nextFollower = 0
        var isFinished = false
    }

    private let state: Mutex<State>
    private let countMax: Int

    /// - Parameter countMax: a follower that falls this far behind loses the oldest updates, never the newest.
    init(_ present: Present, countMax: Int) {
        state = Mutex(State(present: present))
        self.countMax = countMax
    }

    var present: Present { state.withLock { $0.present } }

    /// - Parameter opening: the updates that tell a new follower the present.
    func updates(from opening: (Present) -> [Update]) -> AsyncStream<Update> {
        let (stream, follower) = AsyncStream.makeStream(of: Update.self, bufferingPolicy: .bufferingNewest(countMax))
        let number = state.withLock { state -> Int? in
            for update in opening(state.present) { follower.yield(update) }
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

    /// Changes the present and tells the followers the updates.
    func publish(_ updates: [Update] = [], _ change: (inout Present) -> Void) {
        state.withLock { state in
            change(&state.present)
            for update in updates {
                for follower in state.followers.values { follower.yield(update) }
            }
        }
    }

    /// Ends every stream, and those that are asked for later after their opening.
    func finish() {
        let followers = state.withLock { state in
            defer { state.followers = [:] }
            state.isFinished = true
            return state.followers
        }
        // Outside the lock, since ending a stream calls back.
        for follower in followers.values { follower.finish() }
    }
}
