import Holdfast
import HoldfastModel

/// The state while records are folded into it, which remembers what it found out about sources and settings.
///
/// A copy must be dropped before the next record is folded, or that copies every row.
struct FoldingState: StateView {
    private var rows = MemoryState()
    private let memory = Memory()

    private final class Memory {
        /// By the position of the private part, then by how often the request has failed: whose turn it is depends on that.
        var sources: [UInt64: [UInt64: SourceFacts?]] = [:]
        /// Until a setting changes.
        var settings: Settings?
    }

    mutating func apply(_ record: Record, privatePart: PrivatePart?) {
        rows.apply(record, privatePart: privatePart)
        if case .settingChanged = record.event { memory.settings = nil }
    }

    func generalSettings() throws -> Settings {
        if let known = memory.settings { return known }
        let settings = try rows.generalSettings()
        memory.settings = settings
        return settings
    }

    /// Taking an address apart costs more than all else that is asked of an item.
    func source(of item: Item) throws -> SourceFacts? {
        guard let details = item.catalogue.details else { return nil }
        let turn = item.intent?.failures ?? 0
        if let known = memory.sources[details]?[turn] { return known }
        let found = try rows.source(of: item)
        memory.sources[details, default: [:]][turn] = .some(found)
        return found
    }

    func item(_ number: UInt64) -> Item? { rows.item(number) }
    func number(ofItem id: String) -> UInt64? { rows.number(ofItem: id) }
    func group(_ number: UInt64) -> Group? { rows.group(number) }
    func number(ofGroup id: String) -> UInt64? { rows.number(ofGroup: id) }
    func groups() -> [Group] { rows.groups() }
    func device() -> Device { rows.device() }
    func totals() -> Totals { rows.totals() }
    func setting(_ key: String, for scope: UInt64?) -> String? { rows.setting(key, for: scope) }
    func features() -> [Feature] { rows.features() }
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        try rows.walkItems(after: number, body)
    }
    func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) throws {
        try rows.walk(index, from: start, body)
    }
    func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) -> Row? { rows.ledgerRow(type, key) }
    func walkLedger<Row: LedgerRow>(
        _ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool
    ) throws {
        try rows.walkLedger(type, from: start, body)
    }
    func privatePart(at position: UInt64) -> PrivatePart? { rows.privatePart(at: position) }
}
