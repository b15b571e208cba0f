package import Holdfast
import Synchronization

/// A sink that keeps the body in memory and what it was told.
package final class RecordingSink: TransferSink {
    private let state = Mutex((heads: [ResponseHead](), bytes: [UInt8](), writes: 0))
    private let decide: @Sendable (ResponseHead) -> SinkDecision
    private let onWrite: @Sendable (Int) throws(TransferFailure) -> Void

    package init(
        onWrite: @escaping @Sendable (Int) throws(TransferFailure) -> Void = { _ in },
        decide: @escaping @Sendable (ResponseHead) -> SinkDecision = RecordingSink.acceptSuccess
    ) {
        self.decide = decide
        self.onWrite = onWrite
    }

    package static let acceptSuccess: @Sendable (ResponseHead) -> SinkDecision = { head in
        head.status == 200 ? .accept(writeFrom: 0) : .reject(.http(status: head.status, retryAfterMilliseconds: nil))
    }

    package var heads: [ResponseHead] { state.withLock { $0.heads } }
    package var bytes: [UInt8] { state.withLock { $0.bytes } }

    package func begin(_ head: ResponseHead) -> SinkDecision {
        state.withLock { $0.heads.append(head) }
        return decide(head)
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        try onWrite(bytes.count)
        let copy = Array(bytes)
        state.withLock { $0.bytes += copy }
    }
}
