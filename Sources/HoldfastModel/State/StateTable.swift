/// The stored tables of the state. Their bytes are a function of the typed rows alone, so a rebuild makes the same bytes.
package enum StateTable: Int, CaseIterable, Sendable {
    /// Key: the item's number. Value: its row.
    case items = 0
    /// Key: the index entry. Value: empty.
    case index
    /// Key: scope and key. Value: the value's text.
    case settings
    /// Two rows: the device and the totals.
    case device
    /// Key: the feature's id.
    case features
    /// Key: the group's number. Value: its row.
    case groups
    /// Key: position of a record that changed the environment. Value: how it was from there on.
    case timeline
    /// Key: day and network. Value: what was transferred.
    case usage
    /// Key: position of a `transferStarted` whose attempt is over. Value: how it went.
    case attempts
    /// Key: position of a `deletionRequested`. Value: who asked for it, why, and what became of it.
    case deletions

    /// Goes up whenever the table's fold or the form of its rows changes: a table of another version is built anew from the log, and with
    /// it all others, since they share one position.
    package var version: Int {
        switch self {
        case .items, .index, .settings, .device, .features, .groups, .timeline, .usage, .attempts, .deletions: 1
        }
    }

    package var name: String { "\(self)" }
    /// As it stands in the file and in the schema.
    package var storedName: String { "\(name)@\(version)" }

    /// The kinds of rows that hold fields, for the stored schema. `index` has none: its keys say all.
    static let rows: [(name: String, table: StateTable, fields: [FieldDescription])] = [
        ("item", .items, FieldLister.fields(of: ItemRow.self)),
        ("setting", .settings, FieldLister.fields(of: SettingRow.self)),
        ("device", .device, FieldLister.fields(of: DeviceRow.self)),
        ("totals", .device, FieldLister.fields(of: TotalsRow.self)),
        ("feature", .features, FieldLister.fields(of: FeatureRow.self)),
        ("group", .groups, FieldLister.fields(of: GroupRow.self)),
        ("timelineEntry", .timeline, FieldLister.fields(of: TimelineEntry.self)),
        ("usageSum", .usage, FieldLister.fields(of: UsageSum.self)),
        ("endedAttempt", .attempts, FieldLister.fields(of: EndedAttempt.self)),
        ("deletion", .deletions, FieldLister.fields(of: Deletion.self)),
    ]

    /// The key of the only row of `Device` in `device`.
    package static let deviceKey: [UInt8] = [0]
    /// The key of the only row of `Totals` in `device`.
    package static let totalsKey: [UInt8] = [1]

    /// The key of an item's or a group's row.
    package static func key(item number: UInt64) -> [UInt8] { bigEndian(number) }

    /// The item or group whose row has this key; `nil` when none has.
    package static func item(key: [UInt8]) -> UInt64? {
        key.count == 8 ? key.reduce(0) { $0 << 8 | UInt64($1) } : nil
    }

    package static func key(setting key: String, for scope: UInt64?) -> [UInt8] {
        guard let scope else { return [0] + Array(key.utf8) }
        return [1] + bigEndian(scope) + Array(key.utf8)
    }

    package static func key(feature id: String) -> [UInt8] { Array(id.utf8) }

    static func bigEndian(_ value: UInt64) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) }
    }
}

extension Overlay {
    /// A row to write, or with a `nil` value one to delete.
    package typealias Change = (key: [UInt8], value: [UInt8]?)

    /// What to write, for each table by its number, in ascending order of key.
    package func changes() -> [[Change]] {
        StateTable.allCases.map { table in
            switch table {
            case .items:
                itemChanges()
            case .index: indexChanges()
            case .settings:
                Self.sorted(
                    settings.map { scope, value in
                        let key = StateTable.key(setting: scope.key.text, for: scope.number)
                        return (key: key, value: value.map { StateTable.row(setting: $0) })
                    })
            case .device:
                isBegun
                    ? [(key: StateTable.deviceKey, value: device.row), (key: StateTable.totalsKey, value: totals.row)]
                    : []
            case .groups: Self.sorted(groups.values.map { (key: StateTable.key(item: $0.number), value: $0.row) })
            case .features:
                Self.sorted(features.map { (key: StateTable.key(feature: $0.key.text), value: $0.value.row) })
            case .timeline: ledger.changes(TimelineEntry.self)
            case .usage: ledger.changes(UsageSum.self)
            case .attempts: ledger.changes(EndedAttempt.self)
            case .deletions: ledger.changes(Deletion.self)
            }
        }
    }

    private func itemChanges() -> [Change] {
        var changes: [Change] = []
        changes.reserveCapacity(numbers.count)
        numbers.walk { number, _ in
            if let item = items[number] { changes.append((key: StateTable.key(item: number), value: item.row)) }
            return true
        }
        return changes
    }

    private func indexChanges() -> [Change] {
        var changes: [Change] = []
        index.visit { key, isAdded in changes.append((key: key.bytes, value: isAdded ? [] : nil)) }
        return changes
    }

    private static func sorted(_ changes: [Change]) -> [Change] {
        changes.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }
}
