/// What has been, beside the rows that tell what is: rows that records added to a base or changed in it.
package struct Ledger: Sendable {
    /// Ascending, since each is added by the record whose position it has.
    var timeline: [TimelineEntry] = []
    /// In the order in which they ended.
    var attempts: [EndedAttempt] = []
    var usage: [UsageKey: UsageSum] = [:]
    var deletions: [UInt64: Deletion] = [:]

    package init() {}

    mutating func add(_ ended: EndedAttempt) {
        let key = UsageKey(ended)
        usage[key, default: UsageSum(key)].counts.add(ended)
        attempts.append(ended)
    }

    /// Rows to write, in ascending order of key.
    func changes<Row: LedgerRow>(_ type: Row.Type) -> [Overlay.Change] {
        Row.rows(in: self).map { (key: Row.bytes(of: $0.key), value: $0.row) }
    }

    /// Walks the base's rows with these in their places.
    func walk<Row: LedgerRow>(
        _ type: Row.Type, from start: Row.Key?, over base: some StateView, _ body: (Row) throws -> Bool
    ) throws {
        let rows = Row.rows(in: self)
        var next = start.map { start in rows.partitioningIndex { $0.key >= start } } ?? 0
        var goesOn = true
        try base.walkLedger(type, from: start) { row in
            while next < rows.count, rows[next].key < row.key {
                goesOn = try body(rows[next])
                next += 1
                guard goesOn else { return false }
            }
            if next < rows.count, rows[next].key == row.key {
                goesOn = try body(rows[next])
                next += 1
            } else {
                goesOn = try body(row)
            }
            return goesOn
        }
        while goesOn, next < rows.count {
            goesOn = try body(rows[next])
            next += 1
        }
    }
}

extension Array {
    /// Index of the first element for which `isBehind` holds; it must hold for all behind that one.
    package func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
