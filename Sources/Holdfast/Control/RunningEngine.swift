internal import Glibc
package import HoldfastModel

/// The engine that another process has open on a store, reached over its control socket.
package struct RunningEngine: Sendable {
    /// What came of asking.
    package enum Answer: Sendable, Equatable {
        /// It is on disk.
        /// - note: why there was nothing to do, a word of `Decision.Note` that may be another version's.
        case receipt(positions: Range<UInt64>, note: String?)
        /// Nobody listens: nothing was asked.
        case nobody
        /// The engine went away meanwhile. Whether it has carried the command out can be asked of whoever opens the store next, with the
        /// same id.
        case lost
    }

    private let directory: StoreDirectory
    private let patience: Duration

    /// - Parameter patience: how long an engine may be silent.
    package init(at path: String, patience: Duration = .seconds(60)) throws(HoldfastError) {
        do {
            directory = try StoreDirectory(path: path, creating: false)
        } catch {
            throw HoldfastError(error)
        }
        self.patience = patience
    }

    /// Whether an engine takes commands.
    ///
    /// - Throws: `permission` for another user's.
    package func isListening() async throws(HoldfastError) -> Bool {
        try await offPool { () throws(HoldfastError) in try connect() != nil }
    }

    /// - Parameter id: with the same one a command that was `lost` is asked again, and done once.
    /// - Throws: what the engine says; `permission`; `notUnderstood` by an engine of another version; `outcomeUnknown` when it is silent.
    package func ask(
        _ command: Command, by actor: Record.Actor, id: String
    ) async throws(HoldfastError) -> Answer {
        guard let request = ControlRequest(command, by: actor, id: id),
            let message = ControlFrame.bytes(of: request.encode())
        else { throw HoldfastError(.internal, "the command cannot be handed to another process") }
        return try await offPool { () throws(HoldfastError) in try exchange(message) }
    }

    private func exchange(_ message: [UInt8]) throws(HoldfastError) -> Answer {
        guard let socket = try connect() else { return .nobody }
        // Where it does not take everything it may still have something to say.
        send(message, to: socket)
        guard let answer = try receive(from: socket) else { return .lost }
        let reply: ControlReply
        do throws(ControlFault) {
            reply = try ControlReply(decoding: answer)
        } catch {
            throw HoldfastError(.outcomeUnknown, "the engine's answer makes no sense: \(error.message)")
        }
        switch reply {
        case .receipt(let positions, let note): return .receipt(positions: positions, note: note)
        case .failure(let code, let text, let rule):
            let code = HoldfastError.Code(rawValue: code)
            if code == .closed { return .lost }
            let refusal = rule.flatMap(Refusal.Code.init(rawValue:)).map { Refusal($0, text) }
            throw HoldfastError(code, text, refusal: refusal)
        }
    }

    private func connect() throws(HoldfastError) -> OpenFile? {
        do {
            return try ControlSocket.connect(in: directory.folder, patience: patience)
        } catch {
            // Its queue is full and stays so.
            if error.osCode == EAGAIN { return nil }
            throw HoldfastError(error)
        }
    }

    private func send(_ message: [UInt8], to socket: OpenFile) {
        var rest = message[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// - Returns: `nil` when the engine hung up.
    private func receive(from socket: OpenFile) throws(HoldfastError) -> [UInt8]? {
        var messages = ControlFrame.Reader()
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            do throws(ControlFault) {
                if let message = try messages.next() { return message }
            } catch {
                throw HoldfastError(.outcomeUnknown, "the engine's answer makes no sense: \(error.message)")
            }
            let count = recv(socket.descriptor, &block, block.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                throw HoldfastError(
                    .outcomeUnknown, "the engine that works on \(directory.path) took the command and does not answer")
            }
            guard count > 0 else { return nil }
            block.withUnsafeBytes { messages.take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// Waiting must not keep a task's thread: the engine may be in this very process.
    private func offPool<Value: Sendable>(
        _ body: @escaping @Sendable () throws(HoldfastError) -> Value
    ) async throws(HoldfastError) -> Value {
        let result: Result<Value, HoldfastError> = await withCheckedContinuation { waiting in
            let work: @Sendable () -> Void = {
                waiting.resume(returning: Result { () throws(HoldfastError) in try body() })
            }
            guard let thread = Thread.start(name: "holdfast-ask", work) else { return work() }
            thread.detach()
        }
        return try result.get()
    }
}
