/// Rows of the caller's tables as they were at an earlier position, as far as they may differ from the stored ones.
package struct PastRows: Sendable {
    /// Number of records that the tables are a fold of once these rows are laid over them.
    package private(set) var count: UInt64
    /// Of each table by key; inner nil where there was no such row.
    package private(set) var tables: [[[UInt8]: [UInt8]?]]

    /// The stored rows as they are.
    init(count: UInt64, tableCount: Int) {
        self.count = count
        tables = Array(repeating: [:], count: tableCount)
    }

    /// Goes further back: the rows of an earlier position win.
    package mutating func lay(_ earlier: PastRows) {
        count = earlier.count
        for (table, rows) in earlier.tables.enumerated() {
            if tables[table].isEmpty { tables[table] = rows } else { tables[table].merge(rows) { $1 } }
        }
    }

    mutating func add(_ image: PastImage) {
        tables[image.table].updateValue(image.value.map { Array($0) }, forKey: Array(image.key))
    }
}
