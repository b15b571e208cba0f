internal import Glibc

/// Which link a host needs.
public enum HostReach: String, Sendable {
    case loopback, onLink, internet

    /// The least link level that reaches it.
    public var requiredLevel: LinkLevel { reach.requiredLevel }

    /// The same in the words of the rules.
    var reach: SourceFacts.Reach {
        switch self {
        case .loopback: .loopback
        case .onLink: .link
        case .internet: .internet
        }
    }
}

extension SourceFacts.Reach {
    /// The least link level that reaches it.
    package var requiredLevel: LinkLevel {
        switch self {
        case .loopback: .none
        case .link: .local
        case .internet: .internet
        }
    }
}

/// An address of an interface with the length of its network's prefix.
public struct InterfaceAddress: Sendable, Hashable {
    /// 4 or 16 bytes, network order.
    public var bytes: [UInt8]
    public var prefixLength: Int

    public init(bytes: [UInt8], prefixLength: Int) {
        self.bytes = bytes
        self.prefixLength = prefixLength
    }

    /// The other address belongs to the same network.
    func covers(_ other: [UInt8]) -> Bool {
        guard other.count == bytes.count, (0...bytes.count * 8).contains(prefixLength) else { return false }
        let whole = prefixLength / 8
        guard bytes.prefix(whole) == other.prefix(whole) else { return false }
        let bits = prefixLength % 8
        guard bits > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xff00 >> bits)
        return bytes[whole] & mask == other[whole] & mask
    }
}

extension HostReach {
    /// From the text of an address's host and the device's own addresses; names are never resolved here, so a name
    /// counts as `internet` unless it says otherwise itself (`localhost`, `.local`).
    public init(host: String, addresses: [InterfaceAddress]) {
        let name = Self.plain(host)
        if name == "localhost" || name.hasSuffix(".localhost") {
            self = .loopback
        } else if let bytes = Self.numericAddress(name) {
            self = Self.reach(of: bytes, addresses)
        } else {
            self = name.hasSuffix(".local") ? .onLink : .internet
        }
    }

    private static func reach(of address: [UInt8], _ addresses: [InterfaceAddress]) -> HostReach {
        if isLoopback(address) || addresses.contains(where: { $0.bytes == address }) { return .loopback }
        let isOnLink = isLinkLocal(address) || addresses.contains { $0.covers(address) }
        return isOnLink ? .onLink : .internet
    }

    /// Lower case, without brackets, zone and the dot of a complete name.
    private static func plain(_ host: String) -> String {
        var name = Substring(host.lowercased())
        if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
        if let zone = name.firstIndex(of: "%") { name = name[..<zone] }
        if name.hasSuffix(".") { name = name.dropLast() }
        return String(name)
    }

    private static func numericAddress(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        // ::ffff:a.b.c.d travels as IPv4.
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff]
        return bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
    }

    private static func isLoopback(_ address: [UInt8]) -> Bool {
        // Connecting to the unspecified address reaches the device itself.
        if address.allSatisfy({ $0 == 0 }) { return true }
        if address.count == 4 { return address[0] == 127 }
        return address.dropLast().allSatisfy { $0 == 0 } && address.last == 1
    }

    private static func isLinkLocal(_ address: [UInt8]) -> Bool {
        if address.count == 4 { return address[0] == 169 && address[1] == 254 }
        return address[0] == 0xfe && address[1] & 0xc0 == 0x80
    }
}
