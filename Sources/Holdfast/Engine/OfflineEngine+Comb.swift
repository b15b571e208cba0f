/// Looks through the store's folders, after an unclean end or a deletion that failed.
extension OfflineEngine {
    /// Files of ours that nothing refers to.
    struct Orphans {
        var removed: UInt64 = 0
        /// Could not be removed.
        var left: UInt64 = 0
    }

    /// Files of ours that nothing refers to go, each with a record; foreign ones are left alone.
    func comb() async throws -> Orphans {
        var orphans = Orphans()
        for number in try await pool.run({ [content] () throws(StorageFailure) in try content.importNumbers() }) {
            // An import that is under way holds its item back.
            guard !heldBack.contains(number) else { continue }
            try await remove(.imported(number), &orphans)
        }
        for partial in try await pool.run({ [content] () throws(StorageFailure) in try content.partialEntries() }) {
            if let item = try sequencer.state.item(partial.number),
                item.staging != nil || item.transfer.attempt != nil
            {
                continue
            }
            try await remove(.partial(partial.number), &orphans)
        }
        for entry in try await pool.run({ [content] () throws(StorageFailure) in try content.contentEntries() }) {
            if try !isReferred(entry.path) { try await remove(.content(entry.path), &orphans) }
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

    private func remove(_ orphan: Orphan, _ orphans: inout Orphans) async throws {
        let freed = try? await pool.run { [content] () throws(StorageFailure) in try orphan.remove(from: content) }
        if freed == nil { orphans.left += 1 } else { orphans.removed += 1 }
        let event = filled(OrphanFound()) {
            $0.bytes = freed ?? 0
            $0.action = .known(freed == nil ? .left : .removed)
        }
        let item = try sequencer.state.item(orphan.number)?.number
        try await commit(.orphan(event, path: orphan.path, item: item), by: .recovery)
    }

    private func isReferred(_ path: ContentPath) throws -> Bool {
        guard let item = try sequencer.state.item(path.number) else { return false }
        if case .publishing(_, path.verifiedPosition, _, _) = item.transfer { return true }
        guard let installed = item.installed else { return false }
        return try sequencer.privateParts.part(at: installed.published)?.path == "\(path)"
    }

    /// Installed files that are not there.
    func findMissing() async throws -> UInt64 {
        var lost: [UInt64] = []
        try sequencer.state.walkItems(after: nil) { item in
            guard let installed = item.installed, installed.isSound, case .none = item.removal,
                let path = try sequencer.privateParts.part(at: installed.published)?.path
            else { return true }
            if try ContentPath(parsing: path).flatMap({ try content.status(of: $0) }) == nil {
                lost.append(item.number)
            }
            return true
        }
        for number in lost { try await commit(.found(item: number, .missing(.start)), by: .recovery) }
        return UInt64(lost.count)
    }
}
