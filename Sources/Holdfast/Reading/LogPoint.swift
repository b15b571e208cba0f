/// A point in the history of a store.
public enum LogPoint: Sendable, Equatable {
    /// As it is now.
    case head
    /// After the record at this position was applied.
    case position(UInt64)
    /// Before the first record.
    case beginning
}

/// The position that a time stands for.
public struct ChosenPosition: Sendable, Equatable {
    /// The last position whose `recordedAt` is not later than the time; `nil` when all are.
    public var position: UInt64?
    /// The wall clock was set back in the log's life and the time occurs more than once; the last was chosen.
    public var isAmbiguous: Bool
}
