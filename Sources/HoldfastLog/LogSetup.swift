import Glibc
import HoldfastLMDB

/// What a writer does to the file when it opens: makes a new log, takes over a newer schema, and empties derived
/// tables that cannot be carried on.
struct LogSetup {
    let tables: LogTables
    let options: LogOptions
    /// Names of tables that did not exist before this open.
    let missing: Set<String>

    func run(_ transaction: inout WriteTransaction) throws(StorageError) {
        if try transaction.value(tables.meta, Layout.MetaKey.format) == nil { try create(&transaction) }
        let schema = try transaction.value(tables.meta, Layout.MetaKey.schema).map { Array($0) } ?? []
        if schema != options.schema && options.replacesSchema(schema) {
            try transaction.put(tables.meta, Layout.MetaKey.schema, options.schema)
        }
        let count = try transaction.value(tables.meta, Layout.MetaKey.stack)?.number(at: 0) ?? 0
        try carryOnOwnTables(&transaction, count)
        try carryOnProjections(&transaction, count)
    }

    private func create(_ transaction: inout WriteTransaction) throws(StorageError) {
        var format: [UInt8] = []
        format.append(number: Layout.formatVersion)
        try transaction.put(tables.meta, Layout.MetaKey.format, format)
        try transaction.put(tables.meta, Layout.MetaKey.store, options.storeIdentifier ?? randomIdentifier())
        try transaction.put(tables.meta, Layout.MetaKey.schema, options.schema)
        try transaction.put(tables.meta, Layout.MetaKey.stack, TreeStack().bytes)
        try transaction.put(tables.meta, Layout.MetaKey.covered, [UInt8](number: 0))
    }

    private func randomIdentifier() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Deleting derived tables loses nothing: what is missing is built again from the first record on.
    private func carryOnOwnTables(_ transaction: inout WriteTransaction, _ count: UInt64) throws(StorageError) {
        let covered = try transaction.value(tables.meta, Layout.MetaKey.covered)?.number(at: 0)
        guard !options.discardsDerived, let covered, covered <= count,
            missing.isDisjoint(with: Layout.derivedTables) || covered == 0
        else {
            for table in tables.own { try transaction.clear(table) }
            try transaction.put(tables.meta, Layout.MetaKey.covered, [UInt8](number: 0))
            return
        }
    }

    /// The tables of one program share one position. A table that joined, or was left behind by another program, sends
    /// all of them back to the start.
    private func carryOnProjections(_ transaction: inout WriteTransaction, _ count: UInt64) throws(StorageError) {
        var covered: Set<UInt64> = []
        for definition in options.tables {
            let row = try transaction.value(tables.meta, Layout.MetaKey.table(definition.storedName))
            let state = row.flatMap { TableState($0) } ?? TableState()
            covered.insert(missing.contains(definition.storedName) ? 0 : state.coveredCount)
        }
        let isWhole = covered.count <= 1 && (covered.first ?? 0) <= count && covered.first != 0
        if isWhole && !options.discardsDerived { return }
        for (definition, table) in zip(options.tables, tables.projections) {
            try transaction.discard(definition.storedName, table, tables.meta)
        }
    }
}
