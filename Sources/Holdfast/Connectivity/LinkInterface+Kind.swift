extension LinkInterface.Kind {
    /// From what the kernel says of an interface.
    ///
    /// - Parameter linkKind: the driver's word for a virtual interface, as "wireguard".
    init(name: String, hardware: UInt16, linkKind: String?, isWireless: Bool) {
        if isWireless {
            self = .wifi
        } else if name.hasPrefix("wwan") || linkKind == "wwan" || hardware == Netlink.hardwareRawIP {
            self = .cellular
        } else if let linkKind, Self.tunnelKinds.contains(linkKind) {
            self = .vpn
        } else if hardware == Netlink.hardwarePointToPoint || Netlink.hardwareTunnels.contains(hardware) {
            self = .vpn
        } else if hardware == Netlink.hardwareEthernet, linkKind.map(Self.wiredKinds.contains) ?? true {
            self = .wired
        } else {
            self = .other(linkKind ?? name)
        }
    }

    private static let tunnelKinds: Set<String> = ["tun", "wireguard", "ppp", "ipip", "gre", "sit", "xfrm", "vti"]
    /// Virtual interfaces that stand for a cable.
    private static let wiredKinds: Set<String> = ["veth", "bond", "vlan", "macvlan", "ipvlan", "team"]
}
