/// How messages follow each other on the control socket: the length of each in four bytes, big-endian, then so many bytes.
package enum ControlFrame {
    /// No message of ours comes near it; what claims to be longer is no message.
    package static let byteCountMax = 1 << 20
    static let headByteCount = 4

    /// - Returns: `nil` for a message that is too long.
    package static func bytes(of message: [UInt8]) -> [UInt8]? {
        guard (1...byteCountMax).contains(message.count) else { return nil }
        return withUnsafeBytes(of: UInt32(message.count).bigEndian) { Array($0) } + message
    }

    /// Cuts messages out of bytes as they come in. It holds what was taken and not yet given: whoever fills it takes care not to
    /// read on before a message was dealt with.
    package struct Reader: Sendable {
        private var bytes: [UInt8] = []

        package init() {}

        package mutating func take(_ more: UnsafeRawBufferPointer) { bytes += more }

        /// The next message; `nil` until all of it is there.
        package mutating func next() throws(ControlFault) -> [UInt8]? {
            guard bytes.count >= headByteCount else { return nil }
            let count = bytes.prefix(headByteCount).reduce(0) { $0 << 8 | Int($1) }
            guard (1...byteCountMax).contains(count) else {
                throw .malformed("a message has 1 to \(byteCountMax) bytes, and \(count) were announced")
            }
            guard bytes.count - headByteCount >= count else { return nil }
            let message = Array(bytes[headByteCount..<(headByteCount + count)])
            bytes.removeFirst(headByteCount + count)
            return message
        }
    }
}

/// Why what came over the control socket is no request.
package enum ControlFault: Error, Sendable, Equatable {
    case malformed(String)
    /// It may be one to another version.
    case notUnderstood(String)

    package var message: String {
        switch self {
        case .malformed(let text), .notUnderstood(let text): text
        }
    }
}

/// The version of the messages. Another one is told apart by its first field; see Control.md.
enum ControlVersion {
    static let current: UInt64 = 1
}
