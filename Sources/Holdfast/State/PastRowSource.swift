internal import HoldfastLog

/// Stored rows with those of an earlier position laid over them.
final class PastRowSource: RowSource {
    private let past: PastRows
    private let rows: any RowSource
    /// Keys of a table's past rows in order, from the first walk over the table on.
    private var orders: [StateTable: [[UInt8]]] = [:]

    init(_ past: PastRows, over rows: any RowSource) {
        self.past = past
        self.rows = rows
    }

    func row<Value>(
        _ table: StateTable, key: [UInt8], _ decode: (UnsafeRawBufferPointer) throws -> Value
    ) throws -> Value? {
        if let image = past.tables[table.rawValue][key] {
            return try image.map { try $0.withUnsafeBytes(decode) }
        }
        return try rows.row(table, key: key, decode)
    }

    func walk(_ table: StateTable, from bound: [UInt8], _ body: ([UInt8], UnsafeRawBufferPointer) throws -> Bool) throws
    {
        let images = past.tables[table.rawValue]
        guard !images.isEmpty else { return try rows.walk(table, from: bound, body) }
        let order = self.order(of: table)
        var next = order.partitioningIndex { !$0.lexicographicallyPrecedes(bound) }
        var goesOn = true
        func offerNext() throws {
            if let image = images[order[next]] ?? nil {
                goesOn = try image.withUnsafeBytes { try body(order[next], $0) }
            }
            next += 1
        }
        try rows.walk(table, from: bound) { key, value in
            while goesOn, next < order.count, order[next].lexicographicallyPrecedes(key) { try offerNext() }
            guard goesOn else { return false }
            if next < order.count, order[next] == key {
                try offerNext()
            } else {
                goesOn = try body(key, value)
            }
            return goesOn
        }
        while goesOn, next < order.count { try offerNext() }
    }

    private func order(of table: StateTable) -> [[UInt8]] {
        if let known = orders[table] { return known }
        let order = past.tables[table.rawValue].keys.sorted { $0.lexicographicallyPrecedes($1) }
        orders[table] = order
        return order
    }

    func subjectNumber(_ text: String) throws -> UInt64? { try rows.subjectNumber(text) }
    func privatePart(at position: UInt64) throws -> PrivatePart? { try rows.privatePart(at: position) }
}

/// No rows at all: what lies under a fold from the first record on. Private parts are the log's.
struct NoRows: RowSource {
    let log: EventLog

    func row<Value>(
        _ table: StateTable, key: [UInt8], _ decode: (UnsafeRawBufferPointer) throws -> Value
    ) throws -> Value? { nil }
    func walk(_ table: StateTable, from bound: [UInt8], _ body: ([UInt8], UnsafeRawBufferPointer) throws -> Bool) throws
    {}
    func subjectNumber(_ text: String) throws -> UInt64? { nil }
    func privatePart(at position: UInt64) throws -> PrivatePart? { try LiveRows(log: log).privatePart(at: position) }
}
