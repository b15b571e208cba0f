package import HoldfastModel

/// What a power cut left of the partial files of open attempts.
package struct PowerCut: Sendable {
    /// Position of the first record after it.
    package var next: UInt64
    /// Bytes that were synced, by the item's number.
    package var durableBytes: [UInt64: Int64]

    package init(next: UInt64, durableBytes: [UInt64: Int64]) {
        self.next = next
        self.durableBytes = durableBytes
    }

    /// An attempt that the cut ended has no more bytes than were synced, however long its file looks.
    package func problems(in records: [Record]) -> [Violation] {
        var left = durableBytes
        var problems: [Violation] = []
        for record in records.dropFirst(Int(clamping: next)) {
            guard case .number(let number) = record.subject, let synced = left[number] else { continue }
            switch record.event {
            case .transferInterrupted(let payload):
                left[number] = nil
                guard payload.cause == .known(.processDied), payload.durableBytes > synced else { continue }
                problems.append(
                    Violation(
                        .acknowledgedIsKept,
                        "\(payload.durableBytes) bytes are trusted at \(record.position) after a power cut that left \(synced)"
                    ))
            case .transferStarted, .transferFailed, .contentPublished, .partialDiscarded: left[number] = nil
            default: break
            }
        }
        return problems
    }
}
