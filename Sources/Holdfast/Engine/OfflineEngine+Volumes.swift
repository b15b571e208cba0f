/// Volumes that content stands on: they go away and come back, and nothing on them counts as lost meanwhile.
extension OfflineEngine {
    /// Looks which volumes are there, and writes down each that went or came back.
    ///
    /// Called at open, every ten seconds, and after each file operation that failed.
    func lookAtVolumes() async {
        // What failed may have failed after a look that is under way had passed it.
        while let look = volumeLook { await look.value }
        guard options.mode == .acting, !places.outside.isEmpty else { return }
        let look = Task {
            for volume in self.places.outside { await self.look(at: volume) }
            self.volumeLook = nil
        }
        volumeLook = look
        await look.value
    }

    private func look(at volume: ContentVolume) async {
        let isPresent = await pool.run { volume.isPresent }
        guard isPresent != isAvailable(volume) else { return }
        do {
            if isPresent { try await prepare(volume) }
            try await commit(.volume(id: volume.number, isAvailable: isPresent), by: .system)
            if isPresent { try await takeBack(volume) }
        } catch {
            // Gone again, or not written down: the next look finds it so.
        }
    }

    /// As it is on record: what was found later is not known yet.
    func isAvailable(_ volume: ContentVolume) -> Bool {
        (try? sequencer.state.device().isAvailable(volume.number)) ?? true
    }

    /// After a file operation failed: whether the volume is to blame. Then it is on record as away.
    func hasLost(_ volume: ContentVolume) async -> Bool {
        await lookAtVolumes()
        return !isAvailable(volume)
    }

    /// What is on the volume may have been written without ever reaching it, as when a card is pulled out: of unfinished files only
    /// what was synced is good.
    private func prepare(_ volume: ContentVolume) async throws {
        let root = try await pool.run { () throws(StorageFailure) in try volume.open() }
        try await pool.run { () throws(StorageFailure) in try root.makeFoldersDurable() }
        if volume.number == content.number {
            for partial in try await pool.run({ () throws(StorageFailure) in try root.partialEntries() }) {
                guard let item = try sequencer.state.item(partial.number), let staging = item.staging,
                    item.transfer.attempt == nil, partial.bytes > staging.durableBytes
                else { continue }
                try await pool.run { () throws(StorageFailure) in
                    try root.cutPartial(partial.number, to: staging.durableBytes)
                }
            }
        }
        _ = try await comb(volume)
    }

    /// What somebody took from it elsewhere is found at once, and what waited for it goes on.
    private func takeBack(_ volume: ContentVolume) async throws {
        measuredFreeBytes = nil
        _ = try await findMissing(on: volume)
        try await measureStorage(always: true)
        scheduleTurn()
    }

    // MARK: Choosing

    /// What the options say about the place of content; makes the mark of a new place, and writes nothing down.
    ///
    /// - Throws: `wrongVolume` where another store's content is.
    func chosenVolume() throws(HoldfastError) -> ContentVolume? {
        guard let given = options.contentPath else { return nil }
        let path = absolutePath(given)
        do {
            return try places.volume(at: path)
        } catch {
            guard error.kind == .wrongVolume else {
                throw HoldfastError(HoldfastError(error).code, "content cannot stand in \(path): \(error)")
            }
            throw HoldfastError(
                .wrongVolume,
                "\(path) cannot take this store's content: its store.id is not this store's. Connect the right volume, or give a "
                    + "folder without that file")
        }
    }

    /// From here on content goes there. Says where it is when that is news.
    func choose(_ volume: ContentVolume) async throws {
        let isMoved = volume.number != content.number
        guard let path = volume.path, try isMoved || recordedPath(of: volume) != path else { return }
        let isPresent = await pool.run { volume.isPresent }
        try await commit(.volume(id: volume.number, isAvailable: isPresent, path: absolutePath(path)), by: .system)
        places.choose(volume)
        // Unfinished files of the place before are of no use in the new one.
        if isMoved { _ = try await comb() }
        measuredFreeBytes = nil
        try await measureStorage(always: true)
    }

    private func recordedPath(of volume: ContentVolume) throws -> String? {
        // The store's own folder is where it is.
        guard volume.number != 0 else { return volume.path }
        let placed = try sequencer.state.device().volumes.first { $0.id == volume.number }?.placed
        return try placed.flatMap { try sequencer.privateParts.part(at: $0)?.volumePath }
    }
}
