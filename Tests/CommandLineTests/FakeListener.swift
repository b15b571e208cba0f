import Foundation
import HoldfastModel
import HoldfastTestSupport

/// Listens to a store's control socket as an engine of another version, or a dying one, might.
final class FakeListener: Sendable {
    private let descriptor: Int32
    private let path: String

    /// - Parameter answer: to each message; `nil` hangs up.
    init(_ store: String, _ answer: @escaping @Sendable ([UInt8]) -> ControlReply?) throws {
        path = store + "/control.sock"
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        descriptor = listener
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let code = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(listener, $0.baseAddress, socklen_t(bytes.count)) }
        }
        guard code == 0, listen(listener, 16) == 0 else { throw ChildFailure(reason: "no socket: errno \(errno)") }
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Self.serve(client, answer)
                close(client)
            }
        }
    }

    private static func serve(_ client: Int32, _ answer: ([UInt8]) -> ControlReply?) {
        var messages = ControlFrame.Reader()
        var byte: UInt8 = 0
        while recv(client, &byte, 1, 0) == 1 {
            withUnsafeBytes(of: byte) { messages.take($0) }
            guard let message = try? messages.next() else { continue }
            guard let reply = answer(message), let bytes = ControlFrame.bytes(of: reply.encode()) else { return }
            _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Nobody listens any more. The file goes too.
    func stop() {
        unlink(path)
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}
