internal import Synchronization

/// A monitor that the host or a test drives; what it is told is believed at once.
public final class ManualMonitor: ConnectivityMonitor {
    private let broadcast = LinkBroadcast()
    private let facts: Mutex<LinkFacts?>

    public init(_ facts: LinkFacts? = nil, addresses: [InterfaceAddress] = []) {
        self.facts = Mutex(nil)
        broadcast.setAddresses(addresses)
        if let facts { set(facts) }
    }

    public var settled: LinkFacts? { broadcast.settled }
    public var gate: LinkLevel { broadcast.gate }
    public var addresses: [InterfaceAddress] { broadcast.addresses }
    public func updates() -> AsyncStream<LinkUpdate> { broadcast.updates() }

    /// Sets what the links offer now; publishes nothing where nothing changed.
    public func set(_ new: LinkFacts, addresses: [InterfaceAddress]? = nil) {
        if let addresses { broadcast.setAddresses(addresses) }
        // Published under the lock, so that two callers cannot swap.
        facts.withLock { facts in
            guard facts != new else { return }
            let change = LinkChange(facts: new, isIntermittent: false, rawChanges: 1, settledMilliseconds: 0)
            broadcast.publish(facts?.link == new.link ? [.settled(change)] : [.gate(new.link), .settled(change)])
            facts = new
        }
    }

    public func shutdown() async { broadcast.finish() }
}
