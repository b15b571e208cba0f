import Testing

@testable import Holdfast

struct HostReachTests {
    private let addresses = [
        InterfaceAddress(bytes: [192, 168, 7, 20], prefixLength: 22),
        InterfaceAddress(bytes: [0x20, 0x01, 0x0d, 0xb8] + Array(repeating: 0, count: 11) + [5], prefixLength: 64),
    ]

    @Test(arguments: [
        "localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "::1", "0.0.0.0",
        "::ffff:127.0.0.1", "192.168.7.20",
    ])
    func `the device itself needs no link`(host: String) {
        #expect(HostReach(host: host, addresses: addresses) == .loopback)
        #expect(HostReach(host: host, addresses: addresses).requiredLevel == .none)
    }

    @Test(arguments: [
        "192.168.4.1", "192.168.7.255", "169.254.1.1", "fe80::1", "[fe80::1%25eth0]", "printer.local", "[2001:db8::9]",
        "::ffff:192.168.5.5",
    ])
    func `neighbours need a local link`(host: String) {
        #expect(HostReach(host: host, addresses: addresses) == .onLink)
    }

    @Test(arguments: [
        "192.168.8.1", "192.168.3.255", "example.org", "localhost.example.org", "[2001:db8:0:1::9]", "8.8.8.8", "",
        "local", "127.0.0.1.example.org",
    ])
    func `all others need the internet`(host: String) {
        #expect(HostReach(host: host, addresses: addresses) == .internet)
    }

    @Test func `a broken prefix covers nothing`() {
        for prefix in [-1, 33, 1_000] {
            #expect(!InterfaceAddress(bytes: [10, 0, 0, 1], prefixLength: prefix).covers([10, 0, 0, 2]))
        }
        #expect(InterfaceAddress(bytes: [10, 0, 0, 1], prefixLength: 0).covers([8, 8, 8, 8]))
        #expect(!InterfaceAddress(bytes: [10, 0, 0, 1], prefixLength: 32).covers([10, 0, 0, 2]))
    }
}
