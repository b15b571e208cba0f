internal import Glibc

/// Wakes a thread that waits in `poll`.
final class Bell: Sendable {
    let descriptor: Int32
    private let ringer: Int32

    init() throws(ConnectivityFailure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .last("make a wake-up socket") }
        (descriptor, ringer) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(ringer)
    }

    func ring() { _ = send(ringer, [1], 1, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }

    /// Any number of rings are one.
    func hush() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == bytes.count {}
    }
}
