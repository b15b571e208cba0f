@testable import HoldfastModel

/// State read from stored rows: what a store does, over dictionaries.
struct TableState: StateView {
    var tables: [[[UInt8]: [UInt8]]] = StateTable.allCases.map { _ in [:] }
    /// The log keeps these.
    var names: [String: UInt64] = [:]
    var groupNames: [String: UInt64] = [:]
    var details: [UInt64: PrivatePart] = [:]

    mutating func flush(_ overlay: Overlay) {
        for (table, changes) in overlay.changes().enumerated() {
            for (key, value) in changes { tables[table][key] = value }
        }
        for (name, number) in overlay.names { names[name.text] = number }
        for (name, number) in overlay.groupNames { groupNames[name.text] = number }
        details.merge(overlay.details) { $1 }
    }

    func item(_ number: UInt64) throws -> Item? {
        try tables[StateTable.items.rawValue][StateTable.key(item: number)].map { row in
            try row.withUnsafeBytes { try Item(row: $0, number: number) }
        }
    }

    func number(ofItem id: String) -> UInt64? { names[id] }

    func number(ofGroup id: String) -> UInt64? { groupNames[id] }

    func group(_ number: UInt64) throws -> Group? {
        try tables[StateTable.groups.rawValue][StateTable.key(item: number)].map { row in
            try row.withUnsafeBytes { try Group(row: $0, number: number) }
        }
    }

    func groups() throws -> [Group] {
        let keys = tables[StateTable.groups.rawValue].keys.sorted { $0.lexicographicallyPrecedes($1) }
        return try keys.compactMap { try StateTable.item(key: $0).flatMap { try group($0) } }
    }

    func device() throws -> Device {
        try tables[StateTable.device.rawValue][StateTable.deviceKey].map { row in
            try row.withUnsafeBytes { try Device(row: $0) }
        } ?? Device()
    }

    func totals() throws -> Totals {
        try tables[StateTable.device.rawValue][StateTable.totalsKey].map { row in
            try row.withUnsafeBytes { try Totals(row: $0) }
        } ?? Totals()
    }

    func setting(_ key: String, for scope: UInt64?) throws -> String? {
        try tables[StateTable.settings.rawValue][StateTable.key(setting: key, for: scope)].map { row in
            try row.withUnsafeBytes { try StateTable.setting(row: $0) }
        }
    }

    func features() throws -> [Feature] {
        let rows = tables[StateTable.features.rawValue].sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return try rows.map { key, row in
            try row.withUnsafeBytes { try Feature(row: $0, id: String(decoding: key, as: UTF8.self)) }
        }
    }

    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        let keys = tables[StateTable.items.rawValue].keys.sorted { $0.lexicographicallyPrecedes($1) }
        for key in keys {
            let found = key.reduce(0) { $0 << 8 | UInt64($1) }
            guard number.map({ found > $0 }) ?? true, let item = try item(found) else { continue }
            guard try body(item) else { return }
        }
    }

    func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) throws {
        let keys = tables[StateTable.index.rawValue].keys
            .filter { $0.starts(with: IndexKey.prefix(of: index)) }
            .sorted { $0.lexicographicallyPrecedes($1) }
        for key in keys {
            guard let entry = IndexKey(bytes: key) else { throw CodingFailure.truncated(offset: 0) }
            if let start, entry < start { continue }
            guard try body(entry) else { return }
        }
    }

    func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) throws -> Row? {
        let bytes = Row.bytes(of: key)
        return try tables[Row.table.rawValue][bytes].map { row in
            try row.withUnsafeBytes { try Row(row: $0, key: bytes) }
        }
    }

    func walkLedger<Row: LedgerRow>(_ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool) throws {
        let bound = start.map(Row.bytes) ?? []
        for (key, row) in tables[Row.table.rawValue].sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if key.lexicographicallyPrecedes(bound) { continue }
            guard try body(try row.withUnsafeBytes { try Row(row: $0, key: key) }) else { return }
        }
    }

    func privatePart(at position: UInt64) -> PrivatePart? { details[position] }
}

extension StateView {
    /// All that can be read from a state, in words, for comparing two.
    func everything() throws -> [String] {
        var lines = ["\(try device())", "\(try totals())"]
        try walkItems(after: nil) {
            lines.append("\($0)")
            return true
        }
        for index in ItemIndex.allCases {
            try walk(index) {
                lines.append("\($0)")
                return true
            }
        }
        for key in SettingKey.all { lines.append("\(key.name) \(try setting(key.name, for: nil) ?? "-")") }
        lines += try groups().map { "\($0)" }
        lines += try features().map { "\($0)" }
        lines += try ledger(TimelineEntry.self) + ledger(UsageSum.self)
        lines += try ledger(EndedAttempt.self) + ledger(Deletion.self)
        return lines
    }

    private func ledger<Row: LedgerRow>(_ type: Row.Type) throws -> [String] {
        var lines: [String] = []
        try walkLedger(type, from: nil) { row in
            lines.append("\(row)")
            if try ledgerRow(type, row.key) != row { lines.append("under its key stands another row") }
            return true
        }
        return lines
    }
}
