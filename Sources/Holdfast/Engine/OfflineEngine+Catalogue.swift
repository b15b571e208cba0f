/// What becomes known of items beside their registration, and remarks.
extension OfflineEngine {
    /// The item's content never makes way for other content by itself, now or when it comes.
    @discardableResult
    public func pin(_ item: String, command: String? = nil) async throws(HoldfastError) -> Receipt {
        try await perform(.pin(item: item, true), id: command)
    }

    @discardableResult
    public func unpin(_ item: String, command: String? = nil) async throws(HoldfastError) -> Receipt {
        try await perform(.pin(item: item, false), id: command)
    }

    /// The catalogue does not offer the item any more: what is on its way fails for all to see, what is installed stays usable.
    /// Registering the item again brings it back.
    ///
    /// - Parameter reason: at most 1,024 bytes, part of the record, so nothing personal.
    @discardableResult
    public func withdraw(
        _ item: String, reason: String, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.withdraw(item: item, reason: reason), id: command)
    }

    /// Writes down what somebody saw the source offer now. Another version makes installed content stale; the file stays usable until a
    /// request with the reason `update` has replaced it. A download that failed for its source is tried again.
    @discardableResult
    public func observeRemote(
        _ version: RemoteVersion, of item: String, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.observeRemote(item: item, version), id: command)
    }

    /// A remark for whoever reads the log, about an item, a record, both or neither.
    ///
    /// - Parameters:
    ///   - text: 1...4,096 bytes; kept apart from the record, so that it can be erased.
    ///   - target: the position of a record.
    /// - Throws: `refused` with `unknownItem`, `valueOutOfRange`, or `notFound` for a position past the head.
    @discardableResult
    public func note(
        _ text: String, on item: String? = nil, target: UInt64? = nil, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.note(item: item, target: target, text: text), id: command)
    }
}
