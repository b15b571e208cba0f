import HoldfastTestSupport
import Testing

@testable import Holdfast

struct LinkTableTests {
    private let ipv4 = InterfaceAddress(bytes: [10, 0, 0, 2], prefixLength: 24)
    private let ipv6 = InterfaceAddress(bytes: Array(repeating: 1, count: 16), prefixLength: 64)

    private func table(
        isUsable: Bool = true, addresses: [(InterfaceAddress, isLinkScope: Bool)], routes: [LinkTable.DefaultRoute] = []
    ) -> LinkTable {
        LinkTable(
            links: [LinkTable.Link(index: 3, name: "eth0", kind: .wired, isUsable: isUsable)],
            addresses: addresses.map { LinkTable.Address(index: 3, address: $0.0, isLinkScope: $0.isLinkScope) },
            defaultRoutes: Set(routes))
    }

    private let route4 = LinkTable.DefaultRoute(index: 3, isIPv6: false)
    private let route6 = LinkTable.DefaultRoute(index: 3, isIPv6: true)

    @Test func `a default route on a carrying interface with an address reaches the internet`() {
        #expect(table(addresses: [(ipv4, false)], routes: [route4]).facts.link == .internet)
        #expect(table(addresses: [(ipv6, false)], routes: [route6]).facts.link == .internet)
    }

    @Test func `a route of one family needs an address of that family`() {
        #expect(table(addresses: [(ipv4, false)], routes: [route6]).facts.link == .local)
    }

    @Test func `a route on another interface does not count`() {
        let elsewhere = LinkTable.DefaultRoute(index: 4, isIPv6: false)
        #expect(table(addresses: [(ipv4, false)], routes: [elsewhere]).facts.link == .local)
    }

    @Test func `without carrier there is no link, whatever the routes say`() {
        let facts = table(isUsable: false, addresses: [(ipv4, false)], routes: [route4]).facts
        #expect(facts.link == LinkLevel.none && facts.interfaces.isEmpty)
    }

    @Test func `an address of link scope alone reaches nobody`() {
        #expect(table(addresses: [(ipv6, true)], routes: [route6]).facts.link == LinkLevel.none)
    }

    @Test(
        arguments: [
            ("wlan0", 1, nil, true, .wifi), ("eth0", 1, nil, false, .wired), ("veth1", 1, "veth", false, .wired),
            ("wg0", 65534, "wireguard", false, .vpn), ("tun0", 65534, "tun", false, .vpn),
            ("tap0", 1, "tun", false, .vpn),
            ("wwan0", 1, nil, false, .cellular), ("rmnet", 519, nil, false, .cellular), ("ppp0", 512, nil, false, .vpn),
            ("docker0", 1, "bridge", false, .other("bridge")), ("can0", 280, nil, false, .other("can0")),
        ] as [(String, UInt16, String?, Bool, LinkInterface.Kind)])
    func `the kind follows from what the kernel says`(
        name: String, hardware: UInt16, linkKind: String?, isWireless: Bool, kind: LinkInterface.Kind
    ) {
        #expect(LinkInterface.Kind(name: name, hardware: hardware, linkKind: linkKind, isWireless: isWireless) == kind)
    }

    @Test func `broken messages are survived`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            var parser = NetlinkParser(isWireless: { _ in false })
            var bytes = (0..<Int.random(in: 0...160, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            // Often a plausible header, so that the inside is reached.
            if bytes.count >= 16 {
                bytes.replaceSubrange(0..<4, with: [UInt8(truncatingIfNeeded: bytes.count), 0, 0, 0])
                bytes.replaceSubrange(4..<6, with: [[16, 20, 24, 2][Int.random(in: 0..<4, using: &generator)], 0])
                bytes.replaceSubrange(8..<12, with: [1, 0, 0, 0])
                for offset in stride(from: 16, to: bytes.count - 4, by: 4) where Bool.random(using: &generator) {
                    bytes.replaceSubrange(offset..<offset + 2, with: [UInt8.random(in: 0...24, using: &generator), 0])
                }
            }
            _ = bytes.withUnsafeBytes { parser.take($0, sequence: 1) }
        }
    }
}
