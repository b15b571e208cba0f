/// Why a ready item does not run.
public struct Blocker: Sendable, Equatable {
    public var code: BlockerCode
    /// Bytes needed, for `noSpace` and `quotaFull`.
    public var needBytes: Int64?
    /// Bytes free, for `noSpace`; the quota, for `quotaFull`.
    public var limitBytes: Int64?
    /// When it ends by itself, in microseconds since 1970 UTC, where that is known.
    public var until: Int64?

    public init(_ code: BlockerCode, needBytes: Int64? = nil, limitBytes: Int64? = nil, until: Int64? = nil) {
        self.code = code
        self.needBytes = needBytes
        self.limitBytes = limitBytes
        self.until = until
    }
}

/// What should happen now.
package struct Plan: Sendable, Equatable {
    package var actions: [Action] = []
    /// When to plan again although nothing changed, in microseconds since 1970 UTC.
    package var nextDue: Int64?
    /// Where the queue goes on that this plan did not look at: plan again from there, at once. `nil` when all that could start was seen.
    package var continuesAt: IndexKey?
    /// Bytes that the starts among the actions will write, as far as their sizes are known.
    package var neededBytes: Int64 = 0

    package enum Action: Sendable, Equatable {
        /// Start a transfer of the item with this number.
        case start(item: UInt64)
        /// End the running attempt.
        case interrupt(item: UInt64, attempt: UInt64, InterruptCause, blocker: BlockerCode?)
        /// The undo window has passed: remove the file.
        case remove(item: UInt64)
        /// Installed content makes way, so that what waits for room can come.
        case evict(needBytes: Int64)
    }
}
