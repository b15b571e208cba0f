/// A stored row that is none. The records hold all that was in it: an engine throws the tables away and builds them anew.
struct DamagedRow: Error {
    let table: StateTable
    let cause: any Error

    /// Runs the decoding of a row.
    static func decoding<Value>(_ table: StateTable, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw DamagedRow(table: table, cause: error) }
    }
}

/// State as the stored tables have it: complete up to the position that the tables cover.
struct TableView: StateView {
    let rows: any RowSource
    let privateParts: PrivateParts
    /// Addresses of the device's interfaces, to tell hosts on the same link from the rest.
    var addresses: @Sendable () -> [InterfaceAddress] = { [] }

    func item(_ number: UInt64) throws -> Item? {
        try row(.items, key: StateTable.key(item: number)) { try Item(row: $0, number: number) }
    }

    func number(ofItem id: String) throws -> UInt64? {
        // The log also knows names of records that the tables do not cover; those are for the overlay to tell.
        guard let number = try rows.subjectNumber("item:\(id)") else { return nil }
        return try rows.row(.items, key: StateTable.key(item: number)) { _ in number }
    }

    func group(_ number: UInt64) throws -> Group? {
        try row(.groups, key: StateTable.key(item: number)) { try Group(row: $0, number: number) }
    }

    func number(ofGroup id: String) throws -> UInt64? {
        guard let number = try rows.subjectNumber("group:\(id)") else { return nil }
        return try rows.row(.groups, key: StateTable.key(item: number)) { _ in number }
    }

    func groups() throws -> [Group] {
        var groups: [Group] = []
        try rows.walk(.groups, prefix: []) { key, value in
            groups.append(
                try DamagedRow.decoding(.groups) {
                    guard let number = StateTable.item(key: key) else { throw CodingFailure.outOfRange(offset: 0) }
                    return try Group(row: value, number: number)
                })
            return true
        }
        return groups
    }

    func device() throws -> Device {
        try row(.device, key: StateTable.deviceKey) { try Device(row: $0) } ?? Device()
    }

    func totals() throws -> Totals {
        try row(.device, key: StateTable.totalsKey) { try Totals(row: $0) } ?? Totals()
    }

    func setting(_ key: String, for scope: UInt64?) throws -> String? {
        try row(.settings, key: StateTable.key(setting: key, for: scope)) { try StateTable.setting(row: $0) }
    }

    func features() throws -> [Feature] {
        var features: [Feature] = []
        try rows.walk(.features, prefix: []) { key, value in
            features.append(
                try DamagedRow.decoding(.features) {
                    try Feature(row: value, id: String(decoding: key, as: UTF8.self))
                })
            return true
        }
        return features
    }

    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        let start = number.map { $0 == .max ? .max : $0 + 1 } ?? 0
        try rows.walk(.items, from: StateTable.key(item: start)) { key, value in
            let item = try DamagedRow.decoding(.items) {
                guard let number = StateTable.item(key: key) else { throw CodingFailure.outOfRange(offset: 0) }
                return try Item(row: value, number: number)
            }
            return try body(item)
        }
    }

    func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) throws -> Row? {
        let bytes = Row.bytes(of: key)
        return try row(Row.table, key: bytes) { try Row(row: $0, key: bytes) }
    }

    func walkLedger<Row: LedgerRow>(
        _ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool
    ) throws {
        try rows.walk(Row.table, from: start.map(Row.bytes) ?? []) { key, value in
            try body(try DamagedRow.decoding(Row.table) { try Row(row: value, key: key) })
        }
    }

    func privatePart(at position: UInt64) throws -> PrivatePart? { try privateParts.part(at: position) }

    func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) throws {
        try rows.walk(.index, from: start?.bytes ?? IndexKey.prefix(of: index)) { key, _ in
            guard key.first == index.rawValue else { return false }
            guard let entry = IndexKey(bytes: key) else {
                throw DamagedRow(table: .index, cause: CodingFailure.outOfRange(offset: 0))
            }
            return try body(entry)
        }
    }

    private func row<Value>(
        _ table: StateTable, key: [UInt8], _ decode: (UnsafeRawBufferPointer) throws -> Value
    ) throws -> Value? {
        try rows.row(table, key: key) { bytes in try DamagedRow.decoding(table) { try decode(bytes) } }
    }

    func source(of item: Item) throws -> SourceFacts? {
        guard let source = try privateParts.details(of: item).flatMap({ item.sourceInTurn($0.sources) }) else {
            return nil
        }
        guard let address = try? SourceAddress(source) else { return SourceFacts(address: source) }
        let reach = HostReach(host: address.host, addresses: addresses()).reach
        return SourceFacts(host: address.origin, reach: reach)
    }
}
