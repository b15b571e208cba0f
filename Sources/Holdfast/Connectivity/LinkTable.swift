/// What one look at the kernel found, and what follows from it.
struct LinkTable: Sendable, Equatable {
    struct Link: Sendable, Equatable {
        var index: Int32
        var name: String
        var kind: LinkInterface.Kind
        /// Up, with carrier, running, and not loopback.
        var isUsable: Bool
    }

    struct Address: Sendable, Equatable {
        var index: Int32
        var address: InterfaceAddress
        /// Good only between neighbours.
        var isLinkScope: Bool
    }

    /// A unicast default route of the main table.
    struct DefaultRoute: Sendable, Equatable, Hashable {
        var index: Int32
        var isIPv6: Bool
    }

    var links: [Link] = []
    var addresses: [Address] = []
    var defaultRoutes: Set<DefaultRoute> = []

    /// Addresses of the links that carry traffic, to tell on-link hosts.
    var interfaceAddresses: [InterfaceAddress] {
        let usable = Set(links.filter(\.isUsable).map(\.index))
        return addresses.filter { usable.contains($0.index) }.map(\.address)
    }

    var facts: LinkFacts {
        let carrying = links.filter { $0.isUsable && hasAddress($0.index) }.sorted { $0.name < $1.name }
        let hasDefaultRoute = carrying.contains { link in
            defaultRoutes.contains { $0.index == link.index && hasAddress(link.index, isIPv6: $0.isIPv6) }
        }
        let level: LinkLevel = hasDefaultRoute ? .internet : carrying.isEmpty ? .none : .local
        let interfaces = carrying.map { LinkInterface(name: $0.name, kind: $0.kind) }
        return LinkFacts(link: level, interfaces: interfaces, source: .system)
    }

    /// Every interface gives itself an IPv6 address of link scope; that alone reaches nobody we would ask.
    private func hasAddress(_ index: Int32, isIPv6: Bool? = nil) -> Bool {
        addresses.contains { entry in
            let family = isIPv6.map { $0 == (entry.address.bytes.count == 16) } ?? true
            return entry.index == index && family && !entry.isLinkScope
        }
    }
}
