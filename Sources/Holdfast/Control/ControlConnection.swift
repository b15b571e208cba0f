internal import Glibc
internal import HoldfastModel

/// One client of the control socket: a command comes in, the engine works on it, the answer goes out, and then the next.
struct ControlConnection {
    enum Phase: Equatable {
        case reading
        /// Nothing is read meanwhile: a client has one command on the way.
        case working
        case writing
        case ended
    }

    private(set) var phase = Phase.reading
    /// Monotonic moment by which the client must have sent its command or taken its answer; without a meaning while the engine works.
    private(set) var deadline: Int64
    private let socket: OpenFile
    private var messages = ControlFrame.Reader()
    private var unsent: ArraySlice<UInt8> = []
    private var endsAfterAnswer = false

    /// Microseconds that a client has, each time.
    static let patience: Int64 = 10_000_000
    private static let blockByteCount = 1 << 16

    init(_ socket: OpenFile, now: Int64) {
        self.socket = socket
        deadline = Self.end(of: now)
    }

    var descriptor: Int32 { socket.descriptor }
    var isWaiting: Bool { phase == .reading || phase == .writing }

    /// Takes what has come in.
    ///
    /// - Returns: a command that the engine is to work on.
    mutating func receive(now: Int64) -> ControlRequest? {
        guard phase == .reading else { return nil }
        let count = withUnsafeTemporaryAllocation(byteCount: Self.blockByteCount, alignment: 8) { block in
            let count = recv(descriptor, block.baseAddress, block.count, Int32(MSG_DONTWAIT))
            if count > 0 { messages.take(UnsafeRawBufferPointer(rebasing: block[..<count])) }
            return count
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        guard count > 0 else {
            phase = .ended
            return nil
        }
        return next(now: now)
    }

    private mutating func next(now: Int64) -> ControlRequest? {
        do throws(ControlFault) {
            guard let message = try messages.next() else { return nil }
            let request = try ControlRequest(decoding: message)
            phase = .working
            return request
        } catch {
            // What follows bytes that are no message cannot be told from it.
            refuse(.failure(error), now: now)
            return nil
        }
    }

    /// Answers, and takes no more from this client.
    mutating func refuse(_ reply: ControlReply, now: Int64) {
        endsAfterAnswer = true
        answer(reply, now: now)
    }

    mutating func answer(_ reply: ControlReply, now: Int64) {
        unsent = (ControlFrame.bytes(of: reply.encode()) ?? [])[...]
        phase = .writing
        deadline = Self.end(of: now)
    }

    /// Sends what the client takes of its answer.
    ///
    /// - Returns: the next command, where it has come in already.
    mutating func send(now: Int64) -> ControlRequest? {
        while phase == .writing {
            guard unsent.isEmpty else {
                guard sendMore() else { return nil }
                continue
            }
            phase = endsAfterAnswer ? .ended : .reading
            deadline = Self.end(of: now)
            if phase == .reading, let request = next(now: now) { return request }
        }
        return nil
    }

    /// - Returns: false when the client takes no more now, or never again.
    private mutating func sendMore() -> Bool {
        let count = unsent.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        if count < 0, errno == EINTR { return true }
        if count < 0, errno == EAGAIN { return false }
        guard count > 0 else {
            phase = .ended
            return false
        }
        unsent = unsent.dropFirst(count)
        return true
    }

    private static func end(of now: Int64) -> Int64 { now.addingReportingOverflow(patience).partialValue }
}

extension ControlReply {
    static func failure(_ fault: ControlFault) -> ControlReply {
        let code: HoldfastError.Code =
            switch fault {
            case .malformed: .malformed
            case .notUnderstood: .notUnderstood
            }
        return .failure(code: code.rawValue, message: fault.message, refusal: nil)
    }

    static func failure(_ error: HoldfastError) -> ControlReply {
        // A refusal may quote a value as long as a message.
        let text = error.message.utf8
        let message =
            text.count <= textByteCountMax
            ? error.message : String(decoding: text.prefix(textByteCountMax), as: UTF8.self)
        return .failure(code: error.code.rawValue, message: message, refusal: error.refusal?.code.rawValue)
    }

    private static let textByteCountMax = 1 << 19
}
