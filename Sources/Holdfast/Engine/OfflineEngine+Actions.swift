extension OfflineEngine {
    /// Does what a screen offers for an item, if it is still offered: a tap on a screen that is out of date changes nothing.
    ///
    /// - Parameter facts: What the view knows, where an action depends on it (`update` on `staleSince`).
    /// - Throws: `notOffered`, with nothing written, for an action that the item's affordance does not have now and for one
    ///   that the host does itself; `notFound` for an item that was never registered.
    @discardableResult
    public func perform(
        _ action: ActionCode, on item: String, view facts: ViewFacts = ViewFacts()
    ) async throws(HoldfastError) -> [Receipt] {
        let found = try await read { reader in
            try reader.report(on: item, view: facts).map { report in
                (report.affordance, try report.item.group.flatMap { try reader.view.group($0)?.id })
            }
        }
        guard let (shown, group) = found else {
            throw HoldfastError(.notFound, "there is no item \(item); register it first")
        }
        let offered = shown.actions.map(\.code)
        guard offered.contains(action) else {
            let list = offered.isEmpty ? "nothing" : offered.map(\.rawValue).joined(separator: ", ")
            throw HoldfastError(
                .notOffered, "\(action.rawValue) is not offered for \(item) now, which offers \(list); draw it again")
        }
        guard case .commands(let commands) = action.handling(item: item, group: group) else {
            throw HoldfastError(.notOffered, "\(action.rawValue) for \(item) is the host's to do, not the engine's")
        }
        var receipts: [Receipt] = []
        for command in commands { receipts.append(try await perform(command)) }
        return receipts
    }
}
