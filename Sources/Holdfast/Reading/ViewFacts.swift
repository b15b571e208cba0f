/// What only the view knows about an item that it shows; everything else comes from the state.
public struct ViewFacts: Sendable {
    /// Position up to which the view has shown the item; `nil` when the item has just come into view, which moves nothing.
    public var cursor: UInt64?
    /// The rate at which the item's bytes come, for the time left.
    public var bytesPerSecond: Int64?
    /// Size in bytes from which a download over a metered or roaming connection is confirmed first; `nil` for what stands.
    public var confirmLimit: Int64?
    /// How long before its end a licence is shown, in microseconds; `nil` for three days.
    public var expiryNotice: Int64?
    /// When the installed file became outdated by what the app knows, in microseconds since 1970 UTC.
    public var staleSince: Int64?
    /// The person's names of places by their number; 0 is the store's own directory. One without a name is told by its path.
    public var volumeNames: [UInt64: String] = [:]

    public init() {}
}

extension AffordanceContext {
    mutating func add(_ facts: ViewFacts, for item: Item) {
        cursor = facts.cursor
        bytesPerSecond = facts.bytesPerSecond
        if let limit = facts.confirmLimit { confirmLimit = limit }
        if let notice = facts.expiryNotice { expiryNotice = notice }
        if let since = facts.staleSince { staleSince = since }
        volumeName = facts.volumeNames[volume(for: item).id]
    }

    /// The installed file's place while that is away, else the one where the new file goes.
    func volume(for item: Item) -> Device.Volume {
        let away = item.installed.flatMap { installed in
            device.volumes.first { $0.id == installed.volume && !$0.isAvailable }
        }
        return away ?? device.contentVolume
    }
}
