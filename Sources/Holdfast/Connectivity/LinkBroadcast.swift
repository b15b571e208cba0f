internal import Synchronization

/// A monitor's present state, and the streams of those who follow it.
final class LinkBroadcast: Sendable {
    private struct State {
        var change: LinkChange?
        var gate = LinkLevel.none
        var addresses: [InterfaceAddress] = []
        var followers: [Int: AsyncStream<LinkUpdate>.Continuation] = [:]
        var nextFollower = 0
        var isFinished = false
    }

    /// A follower that falls this far behind loses the oldest updates, never the newest.
    private static let updateCountMax = 256

    private let state = Mutex(State())

    var settled: LinkFacts? { state.withLock { $0.change?.facts } }
    var gate: LinkLevel { state.withLock { $0.gate } }
    var addresses: [InterfaceAddress] { state.withLock { $0.addresses } }

    func updates() -> AsyncStream<LinkUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LinkUpdate.self, bufferingPolicy: .bufferingNewest(Self.updateCountMax))
        let follower = state.withLock { state -> Int? in
            if let change = state.change {
                continuation.yield(.gate(state.gate))
                continuation.yield(.settled(change))
            }
            guard !state.isFinished else { return nil }
            state.nextFollower += 1
            state.followers[state.nextFollower] = continuation
            return state.nextFollower
        }
        guard let follower else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.followers[follower] = nil } }
        return stream
    }

    func publish(_ updates: [LinkUpdate]) {
        guard !updates.isEmpty else { return }
        state.withLock { state in
            for update in updates {
                switch update {
                case .gate(let level): state.gate = level
                case .settled(let change): state.change = change
                }
                for follower in state.followers.values { follower.yield(update) }
            }
        }
    }

    func setAddresses(_ addresses: [InterfaceAddress]) { state.withLock { $0.addresses = addresses } }

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
