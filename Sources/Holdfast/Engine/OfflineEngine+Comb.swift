/// Looks through the store's folders, after an unclean end or a deletion that failed.
extension OfflineEngine {
    /// Files of ours that nothing refers to.
    struct Orphans {
        var removed: UInt64 = 0
        /// Could not be removed.
        var left: UInt64 = 0
    }

    /// Files of ours that nothing refers to go, each with a record; foreign ones are left alone. So is a volume that is away: it is
    /// looked through when it is back.
    func comb() async throws -> Orphans {
        var orphans = Orphans()
        try await onEachVolume { volume in
            let found = try await comb(volume)
            orphans.removed += found.removed
            orphans.left += found.left
        }
        return orphans
    }

    /// Looks at each volume that is there; one that goes away meanwhile is passed over.
    private func onEachVolume(_ look: (ContentVolume) async throws -> Void) async throws {
        for volume in places.all where isAvailable(volume) {
            do {
                try await look(volume)
            } catch  where volume.number != 0 && error is StorageFailure {
                guard await hasLost(volume) else { throw error }
            }
        }
    }

    func comb(_ volume: ContentVolume) async throws -> Orphans {
        var orphans = Orphans()
        let root = try await pool.run { () throws(StorageFailure) in try volume.open() }
        for number in try await pool.run({ () throws(StorageFailure) in try root.importNumbers() }) {
            // An import that is under way holds its item back.
            guard !heldBack.contains(number) else { continue }
            try await remove(.imported(number), from: root, &orphans)
        }
        for partial in try await pool.run({ () throws(StorageFailure) in try root.partialEntries() }) {
            // In a place that is not in use any more only a whole file is still of use.
            if let item = try sequencer.state.item(partial.number),
                item.transfer.attempt != nil || item.staging != nil && volume.number == content.number
            {
                continue
            }
            try await remove(.partial(partial.number), from: root, &orphans)
        }
        for entry in try await pool.run({ () throws(StorageFailure) in try root.contentEntries() }) {
            if try !isReferred(entry.path, on: volume) { try await remove(.content(entry.path), from: root, &orphans) }
        }
        return orphans
    }

    private enum Orphan: Sendable {
        case partial(UInt64)
        case imported(UInt64)
        case content(ContentPath)

        var number: UInt64 {
            switch self {
            case .partial(let number), .imported(let number): number
            case .content(let path): path.number
            }
        }

        var path: String {
            switch self {
            case .partial(let number): ContentRoot.partialPath(number)
            case .imported(let number): ContentRoot.importPath(number)
            case .content(let path): "\(path)"
            }
        }

        /// Freed bytes.
        func remove(from content: ContentRoot) throws(StorageFailure) -> Int64 {
            switch self {
            case .partial(let number): try content.removePartial(number)
            case .imported(let number): try content.removeImport(number)
            case .content(let path): try content.delete(path).freedBytes
            }
        }
    }

    private func remove(_ orphan: Orphan, from root: ContentRoot, _ orphans: inout Orphans) async throws {
        let freed = try? await pool.run { () throws(StorageFailure) in try orphan.remove(from: root) }
        if freed == nil { orphans.left += 1 } else { orphans.removed += 1 }
        let event = filled(OrphanFound()) {
            $0.bytes = freed ?? 0
            $0.action = .known(freed == nil ? .left : .removed)
        }
        let item = try sequencer.state.item(orphan.number)?.number
        try await commit(.orphan(event, path: orphan.path, item: item), by: .recovery)
    }

    private func isReferred(_ path: ContentPath, on volume: ContentVolume) throws -> Bool {
        // An import puts its file in place before it is on record, and what is open is deleted when it is closed.
        guard !heldBack.contains(path.number), replacedInUse[path.number] == nil else { return true }
        guard let item = try sequencer.state.item(path.number) else { return false }
        if case .publishing(_, path.verifiedPosition, _, _) = item.transfer { return true }
        guard let installed = item.installed, installed.volume == volume.number else { return false }
        return try sequencer.privateParts.part(at: installed.published)?.path == "\(path)"
    }

    /// Installed files that are not there, on the volumes that are.
    func findMissing() async throws -> UInt64 {
        var count: UInt64 = 0
        try await onEachVolume { count += try await findMissing(on: $0) }
        return count
    }

    func findMissing(on volume: ContentVolume) async throws -> UInt64 {
        var lost: [UInt64] = []
        let root = try volume.open()
        try sequencer.state.walkItems(after: nil) { item in
            guard let installed = item.installed, installed.volume == volume.number, installed.isSound,
                case .none = item.removal, let path = try sequencer.privateParts.part(at: installed.published)?.path
            else { return true }
            if try ContentPath(parsing: path).flatMap({ try root.status(of: $0) }) == nil { lost.append(item.number) }
            return true
        }
        // Where the volume has gone meanwhile, what was not found on it is not missing.
        if !lost.isEmpty, volume.number != 0, await !pool.run({ volume.isPresent }) {
            throw StorageFailure(.volumeMissing, "look at", "content")
        }
        for number in lost { try await commit(.found(item: number, .missing(.start)), by: .recovery) }
        return UInt64(lost.count)
    }
}
