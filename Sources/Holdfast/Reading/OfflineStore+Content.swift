extension OfflineStore {
    /// Absolute path of the item's proven file; looks at its size and kind, not at its bytes, and writes nothing.
    ///
    /// - Throws: `notFound` with the reason where there is no usable file; `refused` with `expired` for content whose time has passed.
    public func contentPath(of id: String) throws(HoldfastError) -> String {
        let location: ContentLocation
        do {
            guard let item = try read({ try $0.item(id) }) else {
                throw HoldfastError(.notFound, "there is no item \(id) in \(path)")
            }
            location = try ContentLocation(
                of: item, in: contentRoot(), PrivateParts(rows: LiveRows(log: log)),
                at: clock.now().wall)
        } catch {
            throw HoldfastError(error)
        }
        switch location {
        case .usable(let path): return path
        case .expired(let refusal): throw HoldfastError(refusal)
        case .none(let reason), .missing(let reason), .corrupted(let reason, _, _):
            throw HoldfastError(.notFound, reason)
        }
    }

    func contentRoot() throws -> ContentRoot {
        let directory = try StoreDirectory(path: path, creating: false)
        guard let marker = try directory.marker() else {
            throw HoldfastError(.notFound, "\(path) has no store.id; its files cannot be told from foreign ones")
        }
        return try directory.contentRoot(storeID: marker.storeID)
    }
}
