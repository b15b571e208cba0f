import HoldfastLMDB

/// The counters of one snapshot, read once a commit.
struct SnapshotHeader: Sendable, Equatable {
    var number: UInt64
    var count: UInt64
    var ownCoveredCount: UInt64
    /// Zero when the caller's tables cover different positions: then none of them can be used.
    var coveredCount: UInt64
    var areTablesUsable: Bool

    static func read(
        _ transaction: borrowing ReadTransaction, _ tables: LogTables, _ definitions: [TableDefinition]
    ) throws(LogError) -> SnapshotHeader {
        let header = try mapped { () throws(StorageError) in
            try read(transaction, number: transaction.number, tables, definitions)
        }
        // Everything that counts on from here may then add to it without overflow.
        guard header.count <= Layout.recordCountMax else {
            throw .damagedTable("meta", detail: "it claims \(header.count) records")
        }
        return header
    }

    private static func read(
        _ transaction: borrowing ReadTransaction, number: UInt64, _ tables: LogTables, _ definitions: [TableDefinition]
    ) throws(StorageError) -> SnapshotHeader {
        let count = try transaction.value(tables.meta, Layout.MetaKey.stack)?.number(at: 0) ?? 0
        var own = try transaction.value(tables.meta, Layout.MetaKey.covered)?.number(at: 0) ?? 0
        // Somebody may have deleted derived tables; then nothing is covered, whatever was written of it.
        if !tables.own.allSatisfy({ transaction.exists($0) }) { own = 0 }
        var covered: Set<UInt64> = []
        for (definition, table) in zip(definitions, tables.projections) {
            let row = try transaction.value(tables.meta, Layout.MetaKey.table(definition.storedName))
            covered.insert(transaction.exists(table) ? row?.number(at: 0) ?? 0 : 0)
        }
        let areUsable = covered.count <= 1 && (covered.first ?? 0) <= count
        return SnapshotHeader(
            number: number, count: count, ownCoveredCount: min(own, count),
            coveredCount: definitions.isEmpty ? min(own, count) : areUsable ? covered.first ?? 0 : 0,
            areTablesUsable: areUsable)
    }
}
