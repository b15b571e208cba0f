import Glibc
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// NetworkManager's word on a real bus of its own; the service is played by python-dbusmock.
@Suite(
    .enabled(if: NetworkNamespace.canMake, "needs root and the right to make network namespaces"),
    .timeLimit(.minutes(10)))
struct NetworkManagerTests {
    private func connected(_ bus: MockBus) throws -> (NetlinkMonitor, NetworkNamespace) {
        let namespace = try NetworkNamespace()
        try namespace.ip("link set cable up")
        try namespace.ip("address add 10.9.0.2/24 dev cable")
        try namespace.ip("route add default via 10.9.0.1")
        let address = bus.address
        let monitor = try NetlinkMonitor(
            hints: { NetworkManagerHints(address: address, changed: $0) }, prepareThread: { namespace.enter() })
        return (monitor, namespace)
    }

    private func wait(_ monitor: NetlinkMonitor, for fits: (LinkFacts) -> Bool) async {
        for await case .settled(let change) in monitor.updates() where fits(change.facts) { return }
    }

    @Test func `what it says of costs and sign-in pages is said of the links`() async throws {
        let bus = try MockBus()
        let (monitor, _) = try connected(bus)
        await wait(monitor) { $0.link == .internet }
        try bus.set("Metered", 1)
        await wait(monitor) { $0.isMetered == true }
        try bus.set("Connectivity", 2)
        await wait(monitor) { $0.isCaptive == true }
        try bus.set("Connectivity", 4)
        await wait(monitor) { $0.isCaptive == nil }
        try bus.set("Metered", 4)
        await wait(monitor) { $0.isMetered == false }
        await monitor.shutdown()
    }

    @Test func `nothing is known once it is gone`() async throws {
        let bus = try MockBus()
        try bus.set("Metered", 3)
        let (monitor, _) = try connected(bus)
        await wait(monitor) { $0.isMetered == true }
        bus.endService()
        await wait(monitor) { $0.link == .internet && $0.isMetered == nil }
        await monitor.shutdown()
    }

    @Test func `a bus that goes away takes nothing with it`() async throws {
        let bus = try MockBus()
        try bus.set("Metered", 1)
        let (monitor, _) = try connected(bus)
        await wait(monitor) { $0.isMetered == true }
        bus.endBus()
        await wait(monitor) { $0.link == .internet && $0.isMetered == nil }
        await monitor.shutdown()
    }

    @Test func `without a bus there are no hints`() {
        #expect(NetworkManagerHints(address: "unix:path=/nonexistent/bus") {} == nil)
    }
}

/// A bus with a played NetworkManager on it.
private final class MockBus {
    let address: String
    private let daemon: ChildProcess
    private let service: ChildProcess
    private static let name = "org.freedesktop.NetworkManager"
    private static let path = "/org/freedesktop/NetworkManager"

    init() throws {
        daemon = try ChildProcess(["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"])
        address = daemon.readLine()
        // Debian's own Python: its modules are not seen by others.
        service = try ChildProcess([
            "env", "DBUS_SYSTEM_BUS_ADDRESS=\(address)", "/usr/bin/python3", "-m", "dbusmock", "--system", "--template",
            "networkmanager",
        ])
        while try send(["org.freedesktop.DBus.Peer.Ping"]) != 0 { sched_yield() }
        _ = try send([
            "org.freedesktop.DBus.Mock.AddProperty", "string:\(Self.name)", "string:Metered", "variant:uint32:0",
        ])
    }

    deinit {
        endService()
        endBus()
        _ = service.wait()
        _ = daemon.wait()
    }

    func set(_ property: String, _ value: UInt32) throws {
        let words = ["org.freedesktop.DBus.Properties.Set", "string:\(Self.name)", "string:\(property)"]
        guard try send(words + ["variant:uint32:\(value)"]) == 0 else {
            throw ChildFailure(reason: "\(property) could not be set")
        }
    }

    func endService() { kill(service.identifier, SIGTERM) }
    func endBus() { kill(daemon.identifier, SIGTERM) }

    private func send(_ words: [String]) throws -> Int32 {
        try ChildProcess(
            ["dbus-send", "--bus=\(address)", "--print-reply", "--dest=\(Self.name)", Self.path] + words
        ).wait()
    }
}
