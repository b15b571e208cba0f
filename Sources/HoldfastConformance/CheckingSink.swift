internal import Holdfast
internal import Synchronization

/// A sink that compares what comes with what should, keeps none of it, and remembers every call that should not have been.
final class CheckingSink: TransferSink {
    struct Seen {
        var heads: [ResponseHead] = []
        var byteCount = 0
        /// In words, in order.
        var misuses: [String] = []
        fileprivate var firstWrongByte: Int?
        fileprivate var takesBody = false
        fileprivate var isClosed = false
        fileprivate var hasSignalled = false
    }

    private let state = Mutex(Seen())
    private let script: SinkScript
    private let body: OriginBody
    private let signalAfter: Int
    private let gate: Gate?
    private let signal: @Sendable () -> Void

    /// - Parameters:
    ///   - signalAfter: bytes after which `signal` is called, once.
    ///   - gate: what the first write waits for.
    init(
        _ script: SinkScript, body: OriginBody, signalAfter: Int = .max, gate: Gate? = nil,
        signal: @escaping @Sendable () -> Void = {}
    ) {
        self.script = script
        self.body = body
        self.signalAfter = signalAfter
        self.gate = gate
        self.signal = signal
    }

    var seen: Seen { state.withLock { $0 } }
    var firstWrongByte: Int? { state.withLock { $0.firstWrongByte } }

    /// The transfer has returned: from here on nobody may call.
    func close() { state.withLock { $0.isClosed = true } }

    func begin(_ head: ResponseHead) -> SinkDecision {
        let decision = script.decide(head)
        state.withLock { state in
            if state.isClosed { state.misuses.append("begin() after the transfer returned") }
            state.heads.append(head)
            if case .accept = decision { state.takesBody = true } else { state.takesBody = false }
        }
        return decision
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        gate?.wait()
        let count = bytes.count
        let start = state.withLock { state in
            if state.isClosed { state.misuses.append("write() after the transfer returned") }
            if !state.takesBody { state.misuses.append("write() of a body that was not accepted") }
            defer { state.byteCount += count }
            return state.byteCount
        }
        if let failure = script.failure, start >= failure.afterBytes {
            state.withLock { state in
                state.takesBody = false
                state.byteCount = start
            }
            throw failure.failure
        }
        let isRight = body.holds(bytes, at: start)
        let mustSignal = state.withLock { state in
            if !isRight, state.firstWrongByte == nil { state.firstWrongByte = start }
            defer { if start + count >= signalAfter { state.hasSignalled = true } }
            return start + count >= signalAfter && !state.hasSignalled
        }
        if mustSignal { signal() }
    }
}
