/// Carries bytes from a source into a sink. The engine judges and stores; a transport only speaks the protocol.
///
/// A host supplies its own where the default one does not exist; simulations supply a scripted one.
public protocol Transport: Sendable {
    /// Runs one request to its end, following redirects itself, and returns when the whole body is in the sink.
    ///
    /// Cancelling the surrounding task ends the transfer within milliseconds with `TransferFailure.cancelled`.
    /// After the call returns the sink is never touched again.
    func transfer(
        _ request: TransferRequest, into sink: any TransferSink
    ) async throws(TransferFailure) -> TransferSummary

    /// Ends every running transfer with `TransferFailure.cancelled` and releases threads and connections.
    func shutdown() async
}

/// Takes the body of one transfer. Called on the transport's own thread: blocking here slows every transfer, which
/// is the wanted backpressure for a slow disk and a fault for anything else.
public protocol TransferSink: AnyObject, Sendable {
    /// Judges the final response before any body byte. Called at most once a transfer, never for a redirect.
    func begin(_ head: ResponseHead) -> SinkDecision

    /// Takes the next body bytes, valid only during the call.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure)
}

/// What a sink makes of a response.
public enum SinkDecision: Sendable, Equatable {
    /// The body is wanted; its first byte belongs at this offset of the whole content.
    case accept(writeFrom: Int64)
    /// The body is not wanted: it is not read, and the transfer ends with this failure.
    case reject(TransferFailure)
}

/// What a finished transfer carried.
public struct TransferSummary: Sendable, Equatable {
    public var head: ResponseHead
    /// Body bytes handed to the sink.
    public var bodyBytes: Int64
    /// Body and header bytes of all responses, redirects included.
    public var wireBytes: Int64
    public var elapsed: Duration

    public init(head: ResponseHead, bodyBytes: Int64, wireBytes: Int64, elapsed: Duration) {
        self.head = head
        self.bodyBytes = bodyBytes
        self.wireBytes = wireBytes
        self.elapsed = elapsed
    }
}
