import Holdfast

/// Follows whatever tells the app of its network.
final class PathMonitor: ConnectivityMonitor {
    private let known = ManualMonitor()

    var settled: LinkFacts? { known.settled }
    var gate: LinkLevel { known.gate }
    var addresses: [InterfaceAddress] { known.addresses }
    func updates() -> AsyncStream<LinkUpdate> { known.updates() }
    func shutdown() async { await known.shutdown() }

    /// Call it from the system's own handler, with what it says.
    func pathChanged(isSatisfied: Bool, isCellular: Bool, isExpensive: Bool, isConstrained: Bool) {
        let interface = LinkInterface(name: isCellular ? "cellular" : "wifi", kind: isCellular ? .cellular : .wifi)
        var facts = LinkFacts(
            link: isSatisfied ? .internet : .none, interfaces: isSatisfied ? [interface] : [],
            isMetered: isSatisfied ? isExpensive : nil, source: .system)
        facts.isLowData = isSatisfied ? isConstrained : nil
        known.set(facts)
    }
}
