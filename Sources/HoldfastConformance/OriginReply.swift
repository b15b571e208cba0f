public import Holdfast

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// One answer of an origin: sent as it stands, whatever the request asked for.
public struct OriginReply: Sendable, Equatable {
    /// How the end of the body is told.
    public enum Framing: Sendable, Equatable {
        /// `Content-Length` with the count of the whole body.
        case length
        /// `Transfer-Encoding: chunked`.
        case chunked
        /// Neither: the body ends with the connection.
        case untilClose
    }

    public enum Ending: Sendable, Equatable {
        /// All of it goes out.
        case whole
        /// The connection is closed in order after so many body bytes; in chunks, before the last one.
        case closed(afterBytes: Int)
        /// The connection is reset after so many body bytes.
        case reset(afterBytes: Int)
        /// Nothing more goes out after so many body bytes until the page is released; then the rest does.
        case held(afterBytes: Int)
        /// The connection is closed within the head.
        case closedInHead
        /// Nothing at all goes out until the page is released.
        case heldBeforeHead
    }

    public var status: Int
    /// Without those of the framing, which the origin adds by `framing`.
    public var fields: [HeaderField]
    public var body: OriginBody
    public var framing: Framing
    public var ending: Ending

    public init(
        status: Int = 200, fields: [HeaderField] = [], body: OriginBody = OriginBody(), framing: Framing = .length,
        ending: Ending = .whole
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.framing = framing
        self.ending = ending
    }

    /// Status line and fields, those of the framing included; without line ends and without the empty line after them.
    public var headLines: [String] {
        var lines = ["HTTP/1.1 \(status) Status"] + fields.map { "\($0.name): \($0.value)" }
        switch framing {
        case .length: lines.append("Content-Length: \(body.count)")
        case .chunked: lines.append("Transfer-Encoding: chunked")
        case .untilClose: lines.append("Connection: close")
        }
        return lines
    }
}

/// The bytes of an answer: a block that is repeated up to a count, so that a large body needs no memory.
public struct OriginBody: Sendable, Equatable {
    public let block: [UInt8]
    public let count: Int

    public init(_ bytes: [UInt8] = []) {
        block = bytes
        count = bytes.count
    }

    public init(_ text: String) { self.init(Array(text.utf8)) }

    /// Bytes that differ at every place near enough to be taken for each other: 251 is prime and no power of two.
    public init(count: Int) {
        block = (0..<64_251).map { UInt8(truncatingIfNeeded: $0 % 251 ^ $0 / 251) }
        self.count = count
    }

    /// All of it; for bodies that fit into memory.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count { bytes += block.prefix(count - bytes.count) }
        return bytes
    }

    /// Whether the bytes are those at this place of the body.
    func holds(_ bytes: UnsafeRawBufferPointer, at position: Int) -> Bool {
        guard position + bytes.count <= count else { return false }
        return block.withUnsafeBytes { block in
            var (done, place) = (0, block.isEmpty ? 0 : position % block.count)
            while done < bytes.count {
                let length = min(block.count - place, bytes.count - done)
                guard memcmp(bytes.baseAddress! + done, block.baseAddress! + place, length) == 0 else { return false }
                (done, place) = (done + length, 0)
            }
            return true
        }
    }
}
