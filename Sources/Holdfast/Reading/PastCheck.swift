internal import HoldfastLog

/// Proves the rows that the log keeps of the recent past, in one snapshot, from its tables backwards.
///
/// Let B(n) be the tables with everything that was kept since position n laid over them. For two neighbouring positions,
/// B(n) and what the records between them change must give B(m), row by row; and where B(oldest) has a row that is not
/// the stored one, or that the records change, a fold from the first record on must have that row. Every B is the true
/// state then, as far as the tables themselves are.
struct PastCheck {
    private let stored: SnapshotRows
    /// B of the position that was reached.
    private var rows: PastRows
    /// Keys that the records change, of each table.
    private var changed = StateTable.allCases.map { _ in Set<[UInt8]>() }
    private(set) var difference: String?

    init(from rows: PastRows, over stored: SnapshotRows) {
        self.rows = rows
        self.stored = stored
    }

    var position: UInt64 { rows.count }

    /// Goes back over one span of records.
    mutating func step(to earlier: PastRows, in snapshot: borrowing LogSnapshot) throws {
        let end = rows.count
        var later: [[[UInt8]: [UInt8]?]] = []
        for table in StateTable.allCases {
            var values: [[UInt8]: [UInt8]?] = [:]
            for key in earlier.tables[table.rawValue].keys { values.updateValue(try value(table, key), forKey: key) }
            later.append(values)
        }
        rows.lay(earlier)
        let changes = try fold(rows.count..<end, in: snapshot)
        for table in StateTable.allCases {
            var left = earlier.tables[table.rawValue]
            for (key, value) in changes[table.rawValue] {
                left[key] = nil
                changed[table.rawValue].insert(key)
                let found = try later[table.rawValue][key] ?? self.value(table, key)
                if found != value { tell(table, at: rows.count) }
            }
            for (key, value) in left where later[table.rawValue][key] != value { tell(table, at: rows.count) }
        }
    }

    /// - Parameter truth: a fold of the records before the position that was reached.
    mutating func compare(with truth: Overlay) throws {
        for table in StateTable.allCases {
            for key in changed[table.rawValue].union(rows.tables[table.rawValue].keys)
            where try value(table, key) != truth.row(table, key: key) {
                tell(table, at: rows.count)
            }
        }
    }

    private func fold(_ range: Range<UInt64>, in snapshot: borrowing LogSnapshot) throws -> [[Overlay.Change]] {
        let source = PastRowSource(rows, over: stored)
        let base = TableView(rows: source, privateParts: PrivateParts(rows: source))
        var fold = StateFold(over: base)
        try snapshot.fold(range, into: &fold)
        return fold.changes()
    }

    private func value(_ table: StateTable, _ key: [UInt8]) throws -> [UInt8]? {
        if let image = rows.tables[table.rawValue][key] { return image }
        return try stored.row(table, key: key) { [UInt8]($0) }
    }

    private mutating func tell(_ table: StateTable, at count: UInt64) {
        difference =
            difference ?? "the rows of \(table.name) that are kept of position \(count) are not a fold of the records"
    }
}

extension OfflineStore {
    /// Checks what is kept of the past, when `fold` has come to the oldest position of it.
    ///
    /// - Returns: false when that position is kept no more.
    func checkPast(_ fold: Overlay, at oldest: UInt64, _ result: inout StoreVerification) throws -> Bool {
        try log.lend { snapshot in
            guard try snapshot.pastCounts().first == oldest else { return false }
            do {
                if let difference = try snapshot.differenceInPast(fold, back: oldest) {
                    result.add(.derived, nil, difference)
                }
            } catch let failure as DamagedRow {
                result.add(.derived, nil, "a row that is kept of the past cannot be read: \(failure.cause)")
            } catch LogError.damagedTable(let name, let detail) {
                result.add(.derived, nil, "what is kept of the past cannot be checked: in the table \(name), \(detail)")
            }
            return true
        }
    }
}

extension LogSnapshot {
    fileprivate borrowing func differenceInPast(_ fold: Overlay, back oldest: UInt64) throws -> String? {
        let present = presentRows()
        return try SnapshotRows.with(self) { stored in
            var check = PastCheck(from: present, over: stored)
            while check.position > oldest {
                // Damaged images were found already, where the log was checked against itself.
                guard let earlier = try pastRows(before: check.position) else { return nil }
                try check.step(to: earlier, in: self)
            }
            try check.compare(with: fold)
            return check.difference
        }
    }
}
