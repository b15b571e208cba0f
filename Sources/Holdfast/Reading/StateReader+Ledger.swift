/// What has been, as far as it is told by the state: at the head, or at any position what had been until then.
extension StateReader {
    /// The environment over time, in the order of the log: all entries that hold at some moment between two times, in microseconds since
    /// 1970 UTC. The first may have begun before.
    public func timeline(from start: Int64? = nil, to end: Int64? = nil) throws -> [TimelineEntry] {
        try view.timeline(from: start, to: end)
    }

    /// What was transferred, told apart by day, network, host, or whether it was metered.
    ///
    /// An attempt counts when it has ended, for the day of its end and the network that it had started over. With hosts that costs a
    /// walk over all attempts; hosts whose addresses were erased are one unknown host.
    public func usage(by axes: Set<UsageAxis> = []) throws -> [UsageLine] { try view.usage(by: axes) }

    /// Attempts that are over, in the order in which they started.
    ///
    /// - Parameters:
    ///   - item: only those of the item with this number.
    ///   - id: only those after the attempt with this id.
    public func attempts(
        of item: UInt64? = nil, after id: UInt64? = nil, limit: Int = .max
    ) throws -> [EndedAttempt] {
        try view.attempts(of: item, after: id, limit: limit)
    }

    /// How each host did, in order of their names; linear in the attempts.
    public func hosts() throws -> [HostStatistics] { try view.hostStatistics(at: now) }

    /// Requests to remove a file, with who asked, why, and what became of it, in the order in which they were made.
    ///
    /// - Parameter item: only those for the item with this number.
    public func deletions(of item: UInt64? = nil) throws -> [Deletion] { try view.deletions(of: item) }

    /// In the order in which they were defined, with the sums over their items.
    public func groups() throws -> [Group] { try view.groups() }

    /// `nil` where it has none, or it was erased.
    public func title(of group: Group) throws -> String? { try view.details(of: group)?.title }

    /// Items of a group, in order of registration; `nil` when no such group was ever defined.
    public func members(of group: String) throws -> [Item]? {
        guard let number = try view.number(ofGroup: group) else { return nil }
        var items: [Item] = []
        try view.walkMembers(of: number) { item in
            items.append(item)
            return true
        }
        return items
    }
}
