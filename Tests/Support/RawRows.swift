import HoldfastLMDB

/// Rows of a store's tables, read and changed past the log, as somebody with a hand on the file would.
package enum RawRows {
    package typealias Row = (key: [UInt8], value: [UInt8])

    /// In the order of their keys.
    package static func all(_ directory: String, _ table: String) throws -> [Row] {
        let environment = try Environment.open(directory: directory, EnvironmentOptions(isReadOnly: true))
        defer { environment.close() }
        let opened = try environment.openTables([TableName(table)])[0]
        return try environment.read { transaction throws(StorageError) in
            var rows: [Row] = []
            guard let cursor = try transaction.cursor(opened) else { return rows }
            var row = try cursor.first()
            while let found = row {
                rows.append((Array(found.key), Array(found.value)))
                row = try cursor.next()
            }
            return rows
        }
    }

    /// Writes a row, or with a `nil` value deletes it.
    package static func put(_ directory: String, _ table: String, _ key: [UInt8], _ value: [UInt8]?) throws {
        try change(directory, table) { transaction, opened throws(StorageError) in
            if let value { return try transaction.put(opened, key, value) }
            _ = try withBytes(of: key) { key throws(StorageError) in try transaction.remove(opened, key) }
        }
    }

    /// All rows of the table are these afterwards.
    package static func replace(_ directory: String, _ table: String, with rows: [Row]) throws {
        try change(directory, table) { transaction, opened throws(StorageError) in
            try transaction.clear(opened)
            for row in rows { try transaction.put(opened, row.key, row.value) }
        }
    }

    private static func change(
        _ directory: String, _ table: String, _ body: (inout WriteTransaction, Table) throws(StorageError) -> Void
    ) throws {
        let environment = try Environment.open(directory: directory, EnvironmentOptions())
        defer { environment.close() }
        let opened = try environment.openTables([TableName(table)])[0]
        try environment.createTables { transaction throws(StorageError) in try body(&transaction, opened) }
    }
}
