import HoldfastTestSupport
import Testing

@testable import Holdfast

@Suite(
    .enabled(if: NetworkNamespace.canMake, "needs root and the right to make network namespaces"),
    .timeLimit(.minutes(10)))
struct NetlinkMonitorTests {
    let namespace: NetworkNamespace
    let monitor: NetlinkMonitor

    init() throws {
        let namespace = try NetworkNamespace()
        self.namespace = namespace
        monitor = try NetlinkMonitor(prepareThread: { namespace.enter() })
    }

    private func connect() throws {
        try namespace.ip("link set cable up")
        try namespace.ip("address add 10.9.0.2/24 dev cable")
        try namespace.ip("route add default via 10.9.0.1")
    }

    /// The next update that fits; the suite's time limit bounds the wait.
    private func wait(_ updates: AsyncStream<LinkUpdate>, for fits: (LinkUpdate) -> Bool) async -> LinkUpdate? {
        for await update in updates where fits(update) { return update }
        return nil
    }

    private func settled(_ level: LinkLevel) -> (LinkUpdate) -> Bool {
        { if case .settled(let change) = $0 { change.facts.link == level } else { false } }
    }

    @Test func `a new namespace has no link`() async {
        #expect(monitor.settled == LinkFacts(link: .none, source: .system))
        #expect(monitor.gate == .none && monitor.addresses.isEmpty)
        await monitor.shutdown()
    }

    @Test func `a cable with address and default route reaches the internet`() async throws {
        try connect()
        let update = await wait(monitor.updates(), for: settled(.internet))
        guard case .settled(let change) = update else { return #expect(Bool(false), "no change came") }
        #expect(change.facts.interfaces == [LinkInterface(name: "cable", kind: .wired)])
        #expect(change.settledMilliseconds >= 500)
        #expect(monitor.gate == .internet)
        #expect(monitor.addresses.contains(InterfaceAddress(bytes: [10, 9, 0, 2], prefixLength: 24)))
        await monitor.shutdown()
    }

    /// C04: the message of a change was lost.
    @Test func `what the kernel did not tell is found by a look, which says so`() async throws {
        await monitor.shutdown()
        let namespace = namespace
        let deaf = try NetlinkMonitor(groups: 0, pollInterval: .milliseconds(100), prepareThread: { namespace.enter() })
        try connect()
        let update = await wait(deaf.updates(), for: settled(.internet))
        guard case .settled(let change) = update else { return #expect(Bool(false), "no change came") }
        #expect(change.facts.source == .poll)
        await deaf.shutdown()
    }

    @Test func `an address without default route is local`() async throws {
        try namespace.ip("link set cable up")
        try namespace.ip("address add 10.9.0.2/24 dev cable")
        #expect(await wait(monitor.updates(), for: settled(.local)) != nil)
        await monitor.shutdown()
    }

    @Test func `an interface that goes down closes the gate at once and is published later`() async throws {
        try connect()
        _ = await wait(monitor.updates(), for: settled(.internet))
        try namespace.ip("link set cable down")
        var heard: [LinkUpdate] = []
        for await update in monitor.updates() {
            heard.append(update)
            guard case .settled(let change) = update, change.facts.link == .none else { continue }
            #expect(change.settledMilliseconds >= 1_000)
            break
        }
        #expect(heard.firstIndex(of: .gate(.none)).map { $0 < heard.count - 1 } == true)
        await monitor.shutdown()
    }

    @Test func `a cable pulled at the other end is noticed`() async throws {
        try connect()
        _ = await wait(monitor.updates(), for: settled(.internet))
        try namespace.ipAtFarEnd("link set far down")
        #expect(await wait(monitor.updates(), for: { $0 == .gate(.none) }) != nil)
        await monitor.shutdown()
    }

    @Test func `an IPv4 route that vanishes with its address is noticed`() async throws {
        try connect()
        _ = await wait(monitor.updates(), for: settled(.internet))
        // The kernel sends no message about the route.
        try namespace.ip("address del 10.9.0.2/24 dev cable")
        #expect(await wait(monitor.updates(), for: settled(.none)) != nil)
        await monitor.shutdown()
    }

    @Test func `a route that leads nowhere does not count`() async throws {
        try namespace.ip("link set cable up")
        try namespace.ip("address add 10.9.0.2/24 dev cable")
        try namespace.ip("route add blackhole default")
        #expect(await wait(monitor.updates(), for: settled(.local)) != nil)
        #expect(monitor.gate == .local)
        await monitor.shutdown()
    }

    @Test func `IPv6 alone reaches the internet`() async throws {
        try namespace.ip("link set cable up")
        try namespace.ip("-6 address add 2001:db8::2/64 dev cable nodad")
        try namespace.ip("-6 route add default via 2001:db8::1")
        #expect(await wait(monitor.updates(), for: settled(.internet)) != nil)
        await monitor.shutdown()
    }

    @Test func `shutting down ends the streams`() async {
        let updates = monitor.updates()
        await monitor.shutdown()
        for await _ in updates {}
    }

    @Test func `the device's own links can be followed without privileges`() async throws {
        let monitor = try NetlinkMonitor()
        #expect(monitor.settled != nil)
        await monitor.shutdown()
    }
}
