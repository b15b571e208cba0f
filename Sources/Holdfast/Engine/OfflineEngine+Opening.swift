/// Files in use.
extension OfflineEngine {
    /// Absolute path of the item's proven file. It stays valid until the item is removed or replaced: `use` keeps it for longer.
    ///
    /// Size and kind of the file are looked at, not its bytes (`audit` hashes them); a missing or damaged file is written down as a fact.
    /// - Throws: `notFound` with the reason where there is no usable file; `volumeMissing` while its volume is not connected; `refused` with
    ///   `expired` for content whose time has passed.
    public func contentPath(of id: String) async throws(HoldfastError) -> String {
        let (item, location) = try await locate(id)
        return try await path(of: item, location)
    }

    /// Opens the item's proven file: it stays where it is until the lease is closed, whatever else is asked for. A removal that becomes
    /// due meanwhile shows as running out its window, and is done afterwards.
    ///
    /// Looks at the file as `contentPath` does. The use is written down, at most once an hour: content that was not used for the longest
    /// time makes way first. Where the disk does not take that, the file is lent all the same.
    /// - Throws: as `contentPath`.
    public func use(_ id: String) async throws(HoldfastError) -> ContentLease {
        let (item, location) = try await locate(id)
        guard case .usable(let path) = location else {
            return lease(item, at: try await self.path(of: item, location))
        }
        // Taken in the same step in which the file was found: nothing can take it away in between.
        let lease = lease(item, at: path)
        _ = try? await commit(.opened(item: id))
        return lease
    }

    private func lease(_ item: Item, at path: String) -> ContentLease {
        let number = item.number
        inUse.open(number)
        return ContentLease(item: item.id, path: path) { [inUse, weak self] in
            guard inUse.close(number) else { return }
            Task { await self?.closedLast(number) }
        }
    }

    /// What waited for the file to be closed is done now.
    private func closedLast(_ number: UInt64) async {
        scheduleTurn()
        guard !isClosing, !inUse.contains(number) else { return }
        for file in replacedInUse.removeValue(forKey: number) ?? [] {
            await removeUnreferred(on: file.volume) { root throws(StorageFailure) in try root.delete(file.path) }
        }
    }

    /// The item and its file as they are in one step, after everything that is on its way to the disk.
    private func locate(_ id: String) async throws(HoldfastError) -> (Item, ContentLocation) {
        // For the wait, and the error of an engine that has stopped.
        _ = try await read { _ in 0 }
        do {
            return try withSoundTables {
                guard let number = try sequencer.state.number(ofItem: id), let item = try sequencer.state.item(number)
                else { throw unknown(id) }
                let now = options.clock.now().wall
                return (item, try ContentLocation(of: item, in: places, sequencer.privateParts, at: now))
            }
        } catch {
            throw HoldfastError(error)
        }
    }

    private func path(of item: Item, _ location: ContentLocation) async throws(HoldfastError) -> String {
        switch location {
        case .usable(let path): return path
        case .none(let reason): throw HoldfastError(.notFound, reason)
        case .expired(let refusal): throw HoldfastError(refusal)
        case .away(let reason):
            await lookAtVolumes()
            throw HoldfastError(.volumeMissing, reason)
        case .missing(let reason):
            try await commit(.found(item: item.number, .missing(.open)), by: .system)
            throw HoldfastError(.notFound, reason)
        case .corrupted(let reason, let expected, let actual):
            try await commit(
                .found(item: item.number, .corrupted(.open, expected: expected, actual: actual)), by: .system)
            throw HoldfastError(.notFound, reason)
        }
    }
}
