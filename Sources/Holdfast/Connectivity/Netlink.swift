/// The few numbers of rtnetlink that are used here, from <linux/netlink.h>, <linux/rtnetlink.h>, <linux/if.h>,
/// <linux/if_arp.h> and <linux/if_addr.h>; the Glibc module does not carry them.
enum Netlink {
    static let protocolRoute: Int32 = 0  // NETLINK_ROUTE

    static let messageError: UInt16 = 2  // NLMSG_ERROR
    static let messageDone: UInt16 = 3  // NLMSG_DONE
    static let newLink: UInt16 = 16  // RTM_NEWLINK
    static let getLink: UInt16 = 18  // RTM_GETLINK
    static let newAddress: UInt16 = 20  // RTM_NEWADDR
    static let getAddress: UInt16 = 22  // RTM_GETADDR
    static let newRoute: UInt16 = 24  // RTM_NEWROUTE
    static let getRoute: UInt16 = 26  // RTM_GETROUTE

    static let flagsDump: UInt16 = 0x301  // NLM_F_REQUEST | NLM_F_ROOT | NLM_F_MATCH
    static let flagInterrupted: UInt16 = 0x10  // NLM_F_DUMP_INTR

    /// RTMGRP_LINK, _IPV4_IFADDR, _IPV4_ROUTE, _IPV6_IFADDR, _IPV6_ROUTE
    static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

    static let linkUp: UInt32 = 0x1  // IFF_UP
    static let linkLoopback: UInt32 = 0x8  // IFF_LOOPBACK
    static let linkRunning: UInt32 = 0x40  // IFF_RUNNING
    static let linkLowerUp: UInt32 = 0x10000  // IFF_LOWER_UP

    static let attributeLinkName: UInt16 = 3  // IFLA_IFNAME
    static let attributeLinkInfo: UInt16 = 18  // IFLA_LINKINFO
    static let attributeLinkInfoKind: UInt16 = 1  // IFLA_INFO_KIND
    static let attributeAddress: UInt16 = 1  // IFA_ADDRESS
    static let attributeLocalAddress: UInt16 = 2  // IFA_LOCAL
    static let attributeAddressFlags: UInt16 = 8  // IFA_FLAGS
    static let attributeRouteInterface: UInt16 = 4  // RTA_OIF
    static let attributeRouteMultipath: UInt16 = 9  // RTA_MULTIPATH
    static let attributeRouteTable: UInt16 = 15  // RTA_TABLE

    static let addressDuplicate: UInt32 = 0x08  // IFA_F_DADFAILED
    static let addressOptimistic: UInt32 = 0x04  // IFA_F_OPTIMISTIC
    static let addressTentative: UInt32 = 0x40  // IFA_F_TENTATIVE
    static let scopeLink: UInt8 = 253  // RT_SCOPE_LINK

    static let routeUnicast: UInt8 = 1  // RTN_UNICAST
    static let tableMain: UInt32 = 254  // RT_TABLE_MAIN
    static let nextHopDead: UInt32 = 0x1 | 0x10  // RTNH_F_DEAD | RTNH_F_LINKDOWN

    static let hardwareEthernet: UInt16 = 1  // ARPHRD_ETHER
    static let hardwarePointToPoint: UInt16 = 512  // ARPHRD_PPP
    static let hardwareRawIP: UInt16 = 519  // ARPHRD_RAWIP
    static let hardwareTunnels: Set<UInt16> = [768, 769, 776, 778, 65534]  // ARPHRD_TUNNEL, 6, SIT, IPGRE, NONE
}
