/// State folded in memory from the first record on: for replay, for any earlier position, for tests.
package struct MemoryState: StateView, Sendable {
    var overlay = Overlay()

    package init() {}

    /// Folds the next record in. Without `privatePart` the state knows no sources, titles or names.
    package mutating func apply(_ record: Record, privatePart: PrivatePart? = nil) {
        // Reading the empty state cannot fail.
        try? overlay.apply(record, privatePart: privatePart, over: EmptyState())
    }

    package func item(_ number: UInt64) -> Item? { overlay.items[number] }
    package func number(ofItem id: String) -> UInt64? { overlay.names[ExactText(id)] }
    package func device() -> Device { overlay.device }
    package func totals() -> Totals { overlay.totals }
    package func group(_ number: UInt64) -> Group? { overlay.groups[number] }
    package func number(ofGroup id: String) -> UInt64? { overlay.groupNames[ExactText(id)] }
    package func groups() -> [Group] { overlay.groups.values.sorted { $0.number < $1.number } }
    package func setting(_ key: String, for scope: UInt64?) -> String? {
        overlay.settings[SettingScope(key, for: scope)] ?? nil
    }
    package func features() -> [Feature] { Feature.ordered(Array(overlay.features.values)) }
    package func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        try overlay.walkItems(after: number, over: EmptyState(), body)
    }

    package func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) throws {
        try overlay.index.walk(index, from: start, over: EmptyState(), body)
    }
    package func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) -> Row? {
        Row.row(key, in: overlay.ledger)
    }
    package func walkLedger<Row: LedgerRow>(
        _ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool
    ) throws {
        try overlay.ledger.walk(type, from: start, over: EmptyState(), body)
    }
    package func privatePart(at position: UInt64) -> PrivatePart? { overlay.details[position] }

    /// The rows as an overlay over nothing, for flushing into empty tables.
    package var rows: Overlay { overlay }
}

/// The state before the first record.
package struct EmptyState: StateView, Sendable {
    package init() {}

    package func item(_ number: UInt64) -> Item? { nil }
    package func number(ofItem id: String) -> UInt64? { nil }
    package func device() -> Device { Device() }
    package func totals() -> Totals { Totals() }
    package func group(_ number: UInt64) -> Group? { nil }
    package func number(ofGroup id: String) -> UInt64? { nil }
    package func groups() -> [Group] { [] }
    package func setting(_ key: String, for scope: UInt64?) -> String? { nil }
    package func features() -> [Feature] { [] }
    package func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) {}
    package func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) {}
    package func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) -> Row? { nil }
    package func walkLedger<Row: LedgerRow>(
        _ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool
    ) {}
    package func privatePart(at position: UInt64) -> PrivatePart? { nil }
}
