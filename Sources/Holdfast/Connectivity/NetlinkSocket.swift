internal import Glibc

/// Why the kernel's links cannot be followed.
package struct ConnectivityFailure: Error, Sendable, Equatable, CustomStringConvertible {
    package var operation: String
    package var osCode: Int32

    static func last(_ operation: String) -> ConnectivityFailure {
        ConnectivityFailure(operation: operation, osCode: errno)
    }

    package var description: String {
        "cannot \(operation): \(String(cString: strerror(osCode))); let the host set connectivity by hand"
    }
}

/// A socket to the kernel's routing messages.
final class NetlinkSocket {
    let descriptor: Int32
    private var sequence: UInt32 = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

    private static let dumpTryCount = 5

    /// - Parameter groups: multicast groups to hear; 0 for a socket that only asks.
    init(groups: UInt32) throws(ConnectivityFailure) {
        let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_NETLINK, kind, Netlink.protocolRoute)
        guard descriptor >= 0 else { throw .last("open a routing socket") }
        // A kernel that does not answer must not hold the thread.
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        // `sockaddr_nl`: family (2), pad (2), port (4), groups (4).
        var address: (UInt16, UInt16, UInt32, UInt32) = (UInt16(AF_NETLINK), 0, 0, groups)
        let isBound = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(descriptor, $0.baseAddress, 12) == 0 }
        }
        guard isBound else { throw .last("listen to routing messages") }
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// Links, addresses and routes as they are now; about 50 µs on an ordinary machine.
    func table(isWireless: @escaping (String) -> Bool) throws(ConnectivityFailure) -> LinkTable {
        var parser = NetlinkParser(isWireless: isWireless)
        for _ in 0..<Self.dumpTryCount {
            parser = NetlinkParser(isWireless: isWireless)
            // Sizes of `ifinfomsg`, `ifaddrmsg` and `rtmsg`.
            try dump(Netlink.getLink, bodyByteCount: 16, into: &parser)
            try dump(Netlink.getAddress, bodyByteCount: 8, into: &parser)
            try dump(Netlink.getRoute, bodyByteCount: 12, into: &parser)
            if !parser.isInterrupted { break }
        }
        return parser.table
    }

    /// Throws away what the socket has to say: its arrival is the message, since the kernel drops and joins events.
    func drain() {
        var count = 0
        repeat {
            count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        } while count > 0 || (count < 0 && errno == ENOBUFS)
    }

    private func dump(_ kind: UInt16, bodyByteCount: Int, into parser: inout NetlinkParser) throws(ConnectivityFailure)
    {
        sequence &+= 1
        // Header (16 bytes) and an all-zero body, which asks for every family.
        var request: (UInt32, UInt16, UInt16, UInt32, UInt32, UInt64, UInt64) =
            (UInt32(16 + bodyByteCount), kind, Netlink.flagsDump, sequence, 0, 0, 0)
        let count = withUnsafeBytes(of: &request) { send(descriptor, $0.baseAddress, 16 + bodyByteCount, 0) }
        guard count == 16 + bodyByteCount else { throw .last("ask for routing tables") }
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .last("read routing tables") }
            switch parser.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), sequence: sequence) {
            case .more: continue
            case .done: return
            case .failed(let osCode): throw ConnectivityFailure(operation: "read routing tables", osCode: osCode)
            }
        }
    }
}
