internal import Synchronization

/// Counters of a running transfer, readable from any thread without waiting.
package final class TransferProgress: Sendable {
    private let written = Atomic<Int64>(0)
    private let durable = Atomic<Int64>(0)
    private let received = Atomic<Int64>(0)
    private let total = Atomic<Int64>(-1)

    package init() {}

    /// Bytes in the partial file, staged ones included.
    package var bytesWritten: Int64 { written.load(ordering: .relaxed) }
    /// Bytes that survive a power loss.
    package var durableBytes: Int64 { durable.load(ordering: .relaxed) }
    /// Body bytes that came, those of a discarded start included.
    package var bytesReceived: Int64 { received.load(ordering: .relaxed) }
    /// Size of the whole content where the source announced it.
    package var totalBytes: Int64? {
        let value = total.load(ordering: .relaxed)
        return value < 0 ? nil : value
    }

    func setBytesWritten(_ bytes: Int64) { written.store(bytes, ordering: .relaxed) }
    func setDurableBytes(_ bytes: Int64) { durable.store(bytes, ordering: .relaxed) }
    func setBytesReceived(_ bytes: Int64) { received.store(bytes, ordering: .relaxed) }
    func setTotalBytes(_ bytes: Int64?) { total.store(bytes ?? -1, ordering: .relaxed) }
}
