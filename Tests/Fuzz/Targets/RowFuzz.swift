@testable import HoldfastModel

/// A row that is read and written again reads the same; what is computed from it never traps.
func fuzzRow(_ bytes: UnsafeRawBufferPointer) throws {
    var input = FuzzInput(bytes)
    let kind = input.byte() % 11
    let row = input.rest
    switch kind {
    case 0:
        guard let item = try? Item(row: row, number: 3) else { return }
        try claim(try item.row.withUnsafeBytes { try Item(row: $0, number: 3) } == item, "an item reads back")
        try checkDerived(item)
    case 1:
        guard let device = try? Device(row: row) else { return }
        try claim(try device.row.withUnsafeBytes { try Device(row: $0) } == device, "a device reads back")
    case 2:
        guard let totals = try? Totals(row: row) else { return }
        try claim(try totals.row.withUnsafeBytes { try Totals(row: $0) } == totals, "totals read back")
    case 3:
        guard let feature = try? Feature(row: row, id: "f") else { return }
        let again = try feature.row.withUnsafeBytes { try Feature(row: $0, id: "f") }
        try claim(again == feature, "a feature reads back")
    case 4:
        guard let value = try? StateTable.setting(row: row) else { return }
        let again = try StateTable.row(setting: value).withUnsafeBytes { try StateTable.setting(row: $0) }
        try claim(ExactText(again) == ExactText(value), "a setting reads back")
    case 5:
        guard let key = IndexKey(bytes: Array(row)) else { return }
        try claim(key.bytes.elementsEqual(row), "an index key is written as it was read")
    case 7: try fuzzLedger(TimelineEntry.self, row, position: 3)
    case 8:
        let key = UsageKey(day: -3, network: UsedNetwork(kind: .vpn, isMetered: true))
        try fuzzLedger(UsageSum.self, row, key: UsageSum.bytes(of: key))
    case 9: try fuzzLedger(EndedAttempt.self, row, position: 3)
    case 10: try fuzzLedger(Deletion.self, row, position: 3)
    default:
        guard let part = try? PrivatePart(row: row) else { return }
        let salt = Array(row.prefix(PrivatePart.saltByteCount))
        try claim(part.row(salt: salt).elementsEqual(row), "a private part is written as it was read")
    }
}

private func fuzzLedger<Row: LedgerRow>(_ type: Row.Type, _ row: UnsafeRawBufferPointer, position: UInt64) throws
where Row.Key == UInt64 {
    try fuzzLedger(type, row, key: Row.bytes(of: position))
}

private func fuzzLedger<Row: LedgerRow>(_ type: Row.Type, _ row: UnsafeRawBufferPointer, key: [UInt8]) throws {
    guard let value = try? Row(row: row, key: key) else { return }
    try claim(Row.bytes(of: value.key) == key, "a key is written as it was read")
    let again = try value.row.withUnsafeBytes { try Row(row: $0, key: key) }
    try claim(again == value, "a row of \(Row.table) reads back")
}

private func checkDerived(_ item: Item) throws {
    var index = IndexChanges()
    var totals = Totals()
    index.update(from: ItemFacets(), to: ItemFacets(item))
    totals.update(from: ItemFacets(), to: ItemFacets(item))
    index.update(from: ItemFacets(item), to: ItemFacets())
    totals.update(from: ItemFacets(item), to: ItemFacets())
    var count = 0
    index.visit { _, _ in count += 1 }
    try claim(count == 0 && totals.running == 0 && totals.usedBytes == 0, "what an item adds it also takes away")
}
