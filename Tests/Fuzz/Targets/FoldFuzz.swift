@testable import HoldfastModel

/// A log of whatever can be read: the fold never traps, and stored rows read back give the state they were made of.
///
/// Each record stands behind two bytes: its length, and whether the rows are stored after it.
func fuzzFold(_ bytes: UnsafeRawBufferPointer) throws {
    var input = FuzzInput(bytes)
    var whole = MemoryState()
    var rows = StoredRows()
    var overlay = Overlay()
    var position: UInt64 = 0
    while !input.isEmpty {
        let length = Int(input.byte())
        let storesRows = input.byte() & 3 == 0
        guard let record = try? Record(decoding: input.piece(length), at: position) else { continue }
        position += 1
        whole.apply(record)
        try overlay.apply(record, over: rows)
        if storesRows {
            rows.store(overlay)
            overlay = Overlay()
        }
    }
    _ = try plan(in: whole, at: Now(wall: whole.device().lastRecordedAt, monotonic: 0))
    rows.store(overlay)
    var once = StoredRows()
    once.store(whole.rows)
    try claim(rows.tables == once.tables, "rows stored on the way are the rows stored in the end")
    try whole.walkItems(after: nil) { item in
        try claim(try rows.item(item.number) == item, "an item's row reads back as the item")
        _ = try blockers(of: item, in: whole, at: Now(wall: .max, monotonic: 0), slots: SlotUse(in: whole))
        return true
    }
    try claim(try rows.device() == whole.device() && rows.totals() == whole.totals(), "device and totals read back")
    try claimSame(TimelineEntry.self, rows, whole)
    try claimSame(UsageSum.self, rows, whole)
    try claimSame(EndedAttempt.self, rows, whole)
    try claimSame(Deletion.self, rows, whole)
    _ = try (whole.usage(by: Set(UsageAxis.allCases)), whole.hostStatistics(at: Now(wall: 0, monotonic: 0)))
}

private func claimSame<Row: LedgerRow>(_ type: Row.Type, _ stored: some StateView, _ whole: MemoryState) throws {
    var (found, expected): ([Row], [Row]) = ([], [])
    try stored.walkLedger(type, from: nil) {
        found.append($0)
        return true
    }
    try whole.walkLedger(type, from: nil) {
        expected.append($0)
        return true
    }
    try claim(found == expected, "the rows of \(Row.table) read back")
}

/// Rows as a store holds them, over dictionaries.
private struct StoredRows: StateView {
    var tables: [[[UInt8]: [UInt8]]] = StateTable.allCases.map { _ in [:] }
    private var names: [ExactText: UInt64] = [:]
    private var groupNames: [ExactText: UInt64] = [:]

    mutating func store(_ overlay: Overlay) {
        for (table, changes) in overlay.changes().enumerated() {
            for (key, value) in changes { tables[table][key] = value }
        }
        names.merge(overlay.names) { $1 }
        groupNames.merge(overlay.groupNames) { $1 }
    }

    private func row<Value>(
        _ table: StateTable, _ key: [UInt8], _ read: (UnsafeRawBufferPointer) throws -> Value
    ) throws -> Value? {
        try tables[table.rawValue][key].map { try $0.withUnsafeBytes(read) }
    }

    private func rows(_ table: StateTable, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
        for (key, value) in tables[table.rawValue].sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            guard try body(key, value) else { return }
        }
    }

    func item(_ number: UInt64) throws -> Item? {
        try row(.items, StateTable.key(item: number)) { try Item(row: $0, number: number) }
    }
    func number(ofItem id: String) -> UInt64? { names[ExactText(id)] }
    func number(ofGroup id: String) -> UInt64? { groupNames[ExactText(id)] }
    func group(_ number: UInt64) throws -> Group? {
        try row(.groups, StateTable.key(item: number)) { try Group(row: $0, number: number) }
    }
    func groups() throws -> [Group] {
        var groups: [Group] = []
        try rows(.groups) { key, row in
            guard let number = StateTable.item(key: key) else { throw FuzzFinding(claim: "a group's key reads back") }
            groups.append(try row.withUnsafeBytes { try Group(row: $0, number: number) })
            return true
        }
        return groups
    }
    func device() throws -> Device { try row(.device, StateTable.deviceKey) { try Device(row: $0) } ?? Device() }
    func totals() throws -> Totals { try row(.device, StateTable.totalsKey) { try Totals(row: $0) } ?? Totals() }
    func setting(_ key: String, for scope: UInt64?) throws -> String? {
        try row(.settings, StateTable.key(setting: key, for: scope)) { try StateTable.setting(row: $0) }
    }

    func features() throws -> [Feature] {
        var features: [Feature] = []
        try rows(.features) { key, row in
            let id = String(decoding: key, as: UTF8.self)
            features.append(try row.withUnsafeBytes { try Feature(row: $0, id: id) })
            return true
        }
        return features
    }

    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        try rows(.items) { key, row in
            let found = key.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            if let number, found <= number { return true }
            return try body(try row.withUnsafeBytes { try Item(row: $0, number: found) })
        }
    }

    func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) throws {
        try rows(.index) { key, _ in
            guard let entry = IndexKey(bytes: key) else { throw FuzzFinding(claim: "an index key reads back") }
            return entry.index == index && start.map { entry >= $0 } ?? true ? try body(entry) : true
        }
    }

    func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) throws -> Row? {
        let bytes = Row.bytes(of: key)
        return try row(Row.table, bytes) { try Row(row: $0, key: bytes) }
    }

    func walkLedger<Row: LedgerRow>(_ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool) throws {
        let bound = start.map(Row.bytes) ?? []
        try rows(Row.table) { key, row in
            if key.lexicographicallyPrecedes(bound) { return true }
            return try body(try row.withUnsafeBytes { try Row(row: $0, key: key) })
        }
    }

    func privatePart(at position: UInt64) -> PrivatePart? { nil }
}
