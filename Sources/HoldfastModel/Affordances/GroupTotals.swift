/// Sums over the items of a group.
public struct GroupTotals: Sendable, Equatable {
    public var items: Int64 = 0
    /// Items whose file stands on the device, sound or not.
    public var installed: Int64 = 0
    /// Of those, the ones that are missing or corrupt.
    public var damaged: Int64 = 0
    public var wanted: Int64 = 0
    public var running: Int64 = 0
    public var failed: Int64 = 0
    /// Items that are held one by one.
    public var held: Int64 = 0
    public var removing: Int64 = 0
    /// Bytes of installed files.
    public var usedBytes: Int64 = 0
    /// Bytes of unfinished files.
    public var partialBytes: Int64 = 0
    /// Bytes of all items whose size is known, and how many items are of unknown size.
    public var knownBytes: Int64 = 0
    public var unknownSizes: Int64 = 0

    public init() {}
}
