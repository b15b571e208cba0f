package import Holdfast

/// The links as one engine sees them: the gate falls at once, a settled change comes when the network says so.
package final class SimulatedMonitor: ConnectivityMonitor, @unchecked Sendable {
    // Used on the loop's one thread.
    package private(set) var gate = LinkLevel.none
    package var settled: LinkFacts? { change?.facts }
    package let addresses: [InterfaceAddress] = []
    private var change: LinkChange?
    private var followers: [AsyncStream<LinkUpdate>.Continuation] = []

    package init() {}

    package func updates() -> AsyncStream<LinkUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: LinkUpdate.self)
        followers.append(continuation)
        if let change {
            continuation.yield(.gate(gate))
            continuation.yield(.settled(change))
        }
        return stream
    }

    func setGate(_ level: LinkLevel) {
        guard level != gate else { return }
        gate = level
        for follower in followers { follower.yield(.gate(level)) }
    }

    func settle(_ new: LinkChange) {
        setGate(new.facts.link)
        guard change?.facts != new.facts || change?.isIntermittent != new.isIntermittent else { return }
        change = new
        for follower in followers { follower.yield(.settled(new)) }
    }

    package func shutdown() async {
        for follower in followers { follower.finish() }
        followers = []
    }
}
