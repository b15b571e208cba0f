/// Why an item is as it is at a point, and the records behind it.
public struct Explanation: Sendable {
    public var report: ItemReport
    /// Last record of the state that was looked at.
    public var position: UInt64
    /// One for each blocker, the headline first. One without a blocker tells the item's own state: the only one where nothing holds it up,
    /// the first where it is paused or has failed.
    public var reasons: [Reason]
    /// The records behind the reasons and the item's own last steps, each with what caused it; the newest first.
    public var events: [StoredRecord]

    public struct Reason: Sendable {
        public var blocker: Blocker?
        /// Position of the record that brought it about; `nil` where a rule stands behind it that was never changed.
        public var position: UInt64?
    }

    /// At most so many records are told.
    public static let eventCountMax = 24
}
