/// What differs from the base's index entries. An entry that comes and goes leaves nothing behind.
struct IndexChanges: Sendable {
    private enum Change: Sendable { case added, removed }

    /// One for each `ItemIndex`, by its number.
    private var entries = [SortedEntries<IndexKey, Change>](repeating: .init(), count: ItemIndex.allCases.count)

    mutating func insert(_ key: IndexKey) {
        entries[Int(key.index.rawValue)].set(key, to: .added, cancelling: { $0 == .removed })
    }

    mutating func remove(_ key: IndexKey) {
        entries[Int(key.index.rawValue)].set(key, to: .removed, cancelling: { $0 == .added })
    }

    func isAdded(_ key: IndexKey) -> Bool { entries[Int(key.index.rawValue)][key] == .added }

    /// Walks the base's entries with these changes until `body` returns false.
    func walk(
        _ index: ItemIndex, from start: IndexKey?, over base: some StateView, _ body: (IndexKey) throws -> Bool
    ) throws {
        let changes = entries[Int(index.rawValue)]
        var cursor = start.map { changes.cursor(from: $0) } ?? .init()
        var goesOn = true
        try base.walk(index, from: start) { key in
            while let next = changes.entry(at: cursor), next.key < key {
                changes.advance(&cursor)
                guard next.value == .added else { continue }
                goesOn = try body(next.key)
                guard goesOn else { return false }
            }
            if let next = changes.entry(at: cursor), next.key == key {
                changes.advance(&cursor)
                if next.value == .removed { return true }
            }
            goesOn = try body(key)
            return goesOn
        }
        while goesOn, let next = changes.entry(at: cursor) {
            changes.advance(&cursor)
            if next.value == .added { goesOn = try body(next.key) }
        }
    }

    /// All changes in order: true for an entry to write, false for one to delete.
    func visit(_ body: (IndexKey, Bool) -> Void) {
        for changes in entries {
            changes.walk { key, change in
                body(key, change == .added)
                return true
            }
        }
    }
}
