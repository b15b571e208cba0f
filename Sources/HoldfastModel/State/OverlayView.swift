/// An overlay over its base, read as one state.
///
/// It holds a copy of the overlay: drop the view before folding on, or the first fold copies the overlay's rows.
package struct OverlayView<Base: StateView>: StateView {
    let overlay: Overlay
    let base: Base

    package func item(_ number: UInt64) throws -> Item? { try overlay.items[number] ?? base.item(number) }
    package func number(ofItem id: String) throws -> UInt64? {
        try overlay.names[ExactText(id)] ?? base.number(ofItem: id)
    }
    package func group(_ number: UInt64) throws -> Group? { try overlay.groups[number] ?? base.group(number) }
    package func number(ofGroup id: String) throws -> UInt64? {
        try overlay.groupNames[ExactText(id)] ?? base.number(ofGroup: id)
    }
    package func groups() throws -> [Group] {
        let standing = try base.groups().filter { overlay.groups[$0.number] == nil }
        return (standing + overlay.groups.values).sorted { $0.number < $1.number }
    }
    package func device() throws -> Device { try overlay.isBegun ? overlay.device : base.device() }
    package func totals() throws -> Totals { try overlay.isBegun ? overlay.totals : base.totals() }

    package func setting(_ key: String, for scope: UInt64?) throws -> String? {
        if let changed = overlay.settings[SettingScope(key, for: scope)] { return changed }
        return try base.setting(key, for: scope)
    }

    package func features() throws -> [Feature] {
        let standing = try base.features().filter { overlay.features[ExactText($0.id)] == nil }
        return Feature.ordered(standing + overlay.features.values)
    }

    package func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        try overlay.walkItems(after: number, over: base, body)
    }

    package func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) throws {
        try overlay.index.walk(index, from: start, over: base, body)
    }

    package func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) throws -> Row? {
        try Row.row(key, in: overlay.ledger) ?? base.ledgerRow(type, key)
    }

    package func walkLedger<Row: LedgerRow>(
        _ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool
    ) throws {
        try overlay.ledger.walk(type, from: start, over: base, body)
    }

    package func privatePart(at position: UInt64) throws -> PrivatePart? {
        try overlay.details[position] ?? base.privatePart(at: position)
    }

    package func source(of item: Item) throws -> SourceFacts? {
        if let details = item.catalogue.details, let part = overlay.details[details] {
            return SourceFacts(of: item, in: part.sources)
        }
        return try base.source(of: item)
    }
}

extension Feature {
    /// In order of the bytes of their ids, as in a table.
    static func ordered(_ features: [Feature]) -> [Feature] {
        features.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }
}

extension OverlayView: Sendable where Base: Sendable {}
