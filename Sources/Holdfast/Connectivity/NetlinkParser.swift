/// Takes rtnetlink messages apart. The bytes come from the kernel, yet no length in them is trusted.
struct NetlinkParser {
    private(set) var table = LinkTable()
    /// The dump was disturbed by a change and has to be made again.
    private(set) var isInterrupted = false

    /// Tells wireless interfaces, which the messages do not.
    var isWireless: (String) -> Bool

    init(isWireless: @escaping (String) -> Bool) { self.isWireless = isWireless }

    enum End: Equatable {
        case more, done
        case failed(osCode: Int32)
    }

    /// Takes one datagram of a dump.
    mutating func take(_ datagram: UnsafeRawBufferPointer, sequence: UInt32) -> End {
        var rest = NetlinkBytes(datagram)
        // "nlmsg_len, nlmsg_type, nlmsg_flags, nlmsg_seq, nlmsg_pid", then the payload, padded to four bytes.
        while let length = rest.uint32(0).flatMap({ Int(exactly: $0) }), length >= 16, length <= rest.count,
            let type = rest.uint16(4), let flags = rest.uint16(6)
        {
            let payload = rest.slice(16, length)
            let isOurs = rest.uint32(8) == sequence
            rest = rest.slice(min((length + 3) & ~3, rest.count), rest.count)
            guard isOurs else { continue }
            if flags & Netlink.flagInterrupted != 0 { isInterrupted = true }
            switch type {
            case Netlink.messageDone: return .done
            case Netlink.messageError: return .failed(osCode: Int32(bitPattern: payload.uint32(0) ?? 0).magnitudeCode)
            case Netlink.newLink: takeLink(payload)
            case Netlink.newAddress: takeAddress(payload)
            case Netlink.newRoute: takeRoute(payload)
            default: break
            }
        }
        return .more
    }

    /// `ifinfomsg`: family, pad, type (2), index (4), flags (4), change (4), then attributes.
    private mutating func takeLink(_ message: NetlinkBytes) {
        guard let hardware = message.uint16(2), let index = message.int32(4), let flags = message.uint32(8),
            let name = message.attribute(Netlink.attributeLinkName, after: 16)?.text
        else { return }
        let info = message.attribute(Netlink.attributeLinkInfo, after: 16)
        let linkKind = info?.attribute(Netlink.attributeLinkInfoKind, after: 0)?.text
        let needed = Netlink.linkUp | Netlink.linkRunning | Netlink.linkLowerUp
        table.links.append(
            LinkTable.Link(
                index: index, name: name,
                kind: LinkInterface.Kind(
                    name: name, hardware: hardware, linkKind: linkKind, isWireless: isWireless(name)),
                isUsable: flags & needed == needed && flags & Netlink.linkLoopback == 0))
    }

    /// `ifaddrmsg`: family, prefix length, flags, scope, index (4), then attributes.
    private mutating func takeAddress(_ message: NetlinkBytes) {
        guard let prefix = message.uint8(1), let shortFlags = message.uint8(2), let scope = message.uint8(3),
            let index = message.int32(4)
        else { return }
        let longFlags = message.attribute(Netlink.attributeAddressFlags, after: 8)?.uint32(0)
        let flags = longFlags ?? UInt32(shortFlags)
        let isPending = flags & Netlink.addressTentative != 0 && flags & Netlink.addressOptimistic == 0
        guard flags & Netlink.addressDuplicate == 0, !isPending else { return }
        // On a point-to-point link the plain attribute is the far end.
        let own =
            message.attribute(Netlink.attributeLocalAddress, after: 8)
            ?? message.attribute(Netlink.attributeAddress, after: 8)
        guard let bytes = own?.array, bytes.count == 4 || bytes.count == 16 else { return }
        let address = InterfaceAddress(bytes: bytes, prefixLength: Int(prefix))
        table.addresses.append(
            LinkTable.Address(index: index, address: address, isLinkScope: scope == Netlink.scopeLink))
    }

    /// `rtmsg`: family, destination length, source length, tos, table, protocol, scope, type, flags (4), attributes.
    private mutating func takeRoute(_ message: NetlinkBytes) {
        guard let family = message.uint8(0), message.uint8(1) == 0, message.uint8(2) == 0,
            let shortTable = message.uint8(4), message.uint8(7) == Netlink.routeUnicast,
            let flags = message.uint32(8), flags & Netlink.nextHopDead == 0
        else { return }
        let longTable = message.attribute(Netlink.attributeRouteTable, after: 12)?.uint32(0)
        guard longTable ?? UInt32(shortTable) == Netlink.tableMain else { return }
        let isIPv6 = family == 10
        if let index = message.attribute(Netlink.attributeRouteInterface, after: 12)?.int32(0) {
            table.defaultRoutes.insert(LinkTable.DefaultRoute(index: index, isIPv6: isIPv6))
        }
        // `rtnexthop`: length (2), flags, hops, interface index (4), then its attributes.
        var hops = message.attribute(Netlink.attributeRouteMultipath, after: 12) ?? message.slice(0, 0)
        while let length = hops.uint16(0).map(Int.init), length >= 8, length <= hops.count, let index = hops.int32(4) {
            if UInt32(hops.uint8(2) ?? 0) & Netlink.nextHopDead == 0 {
                table.defaultRoutes.insert(LinkTable.DefaultRoute(index: index, isIPv6: isIPv6))
            }
            hops = hops.slice(min((length + 3) & ~3, hops.count), hops.count)
        }
    }
}

extension Int32 {
    /// The kernel reports errors negated.
    fileprivate var magnitudeCode: Int32 { Int32(clamping: Int64(self).magnitude) }
}
