extension OfflineStore {
    /// Absolute path of the item's proven file; looks at its size and kind, not at its bytes, and writes nothing.
    ///
    /// - Throws: `notFound` with the reason where there is no usable file; `volumeMissing` while its volume is not connected; `refused` with `expired` for content whose time has passed.
    public func contentPath(of id: String) throws(HoldfastError) -> String {
        let location: ContentLocation
        do {
            let (item, device) = try read { (try $0.item(id), $0.environment()) }
            guard let item else { throw HoldfastError(.notFound, "there is no item \(id) in \(path)") }
            let parts = PrivateParts(rows: LiveRows(log: log))
            location = try ContentLocation(of: item, in: places(device, parts), parts, at: clock.now().wall)
        } catch {
            throw HoldfastError(error)
        }
        switch location {
        case .usable(let path): return path
        case .expired(let refusal): throw HoldfastError(refusal)
        case .away(let reason): throw HoldfastError(.volumeMissing, reason)
        case .none(let reason), .missing(let reason), .corrupted(let reason, _, _):
            throw HoldfastError(.notFound, reason)
        }
    }

    /// Where the content stands, as the state says.
    func places(_ device: Device, _ parts: PrivateParts) throws -> ContentPlaces {
        let directory = try StoreDirectory(path: path, creating: false)
        guard let marker = try directory.marker() else {
            throw HoldfastError(.notFound, "\(path) has no store.id; its files cannot be told from foreign ones")
        }
        let own = try directory.contentRoot(storeID: marker.storeID)
        return try ContentPlaces(own: own, storeID: marker.storeID, device, parts)
    }
}
