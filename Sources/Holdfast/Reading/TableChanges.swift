internal import HoldfastLog

/// Where a state may differ from the stored tables that it lies over.
struct TableChanges {
    let log: EventLog
    /// Number of records that the tables are a fold of: it says which rows they hold.
    let coveredCount: UInt64
    let past: PastRows
    let tail: Overlay

    /// Numbers of the items that may differ.
    var items: Set<UInt64> {
        var numbers = Set(tail.changedItems)
        for key in past.tables[StateTable.items.rawValue].keys {
            if let number = StateTable.item(key: key) { numbers.insert(number) }
        }
        return numbers
    }
}

extension StateReader {
    /// Numbers of the items that may differ between two states of one store, ascending; `nil` when any may.
    package func itemsThatMayDiffer(from other: StateReader) -> [UInt64]? {
        guard let changes, let others = other.changes, changes.log === others.log,
            changes.coveredCount == others.coveredCount
        else { return nil }
        return changes.items.union(others.items).sorted()
    }
}
