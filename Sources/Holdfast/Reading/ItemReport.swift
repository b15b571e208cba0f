/// An item with everything that is derived from its state: why it waits and what a screen shows.
public struct ItemReport: Sendable {
    public var item: Item
    /// Personal; `nil` when it was never given or was erased.
    public var title: String?
    public var sources: [String]
    /// Why it does not run, in order; empty for an item that is not waiting.
    public var blockers: [Blocker]
    public var affordance: Affordance
    /// Bytes in the partial file, those not synced yet included.
    public var receivedBytes: Int64?
}

/// Room for content.
public struct StorageReport: Sendable, Equatable {
    public var usedBytes: Int64
    public var partialBytes: Int64
    /// As last written down; `nil` before the first measurement.
    public var freeBytes: Int64?
    public var quotaBytes: Int64?
    public var keepFreeBytes: Int64
}
