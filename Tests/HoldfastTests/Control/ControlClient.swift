import Foundation
import HoldfastModel
import HoldfastTestSupport

extension Registration {
    static func example(_ id: String) -> Registration { Registration(id: id, sources: ["https://a.example/\(id)"]) }
}

/// A connection to a store's control socket, byte by byte.
final class ControlClient: Sendable {
    private let descriptor: Int32

    /// - Throws: where nobody listens.
    init(_ store: String) throws {
        let folder = open(store, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = ControlClient.address("/proc/self/fd/\(folder)/control.sock")
        let code = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { connect(descriptor, $0.baseAddress, socklen_t(bytes.count)) }
        }
        guard code == 0 else {
            let reason = errno
            close(descriptor)
            throw POSIXError(POSIXErrorCode(rawValue: reason) ?? .EIO)
        }
    }

    deinit { close(descriptor) }

    static func address(_ path: String) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return address
    }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func send(_ command: Command, id: String? = nil) throws {
        guard let request = ControlRequest(command, by: .user, id: id),
            let bytes = ControlFrame.bytes(of: request.encode())
        else { throw ChildFailure(reason: "\(command) cannot be sent") }
        send(bytes)
    }

    /// The next answer; `nil` when the engine hung up.
    func reply() async throws -> ControlReply? { try await onThread { try self.read() } }

    func read() throws -> ControlReply? {
        var messages = ControlFrame.Reader()
        var byte: UInt8 = 0
        while true {
            if let message = try messages.next() { return try ControlReply(decoding: message) }
            guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            withUnsafeBytes(of: byte) { messages.take($0) }
        }
    }
}
