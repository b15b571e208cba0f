extension Overlay {
    /// The row under a key of a table; `nil` where there is none. For a fold from the first record on, that has no base.
    package func row(_ table: StateTable, key: [UInt8]) -> [UInt8]? {
        switch table {
        case .items: StateTable.item(key: key).flatMap { items[$0]?.row }
        case .index: IndexKey(bytes: key).flatMap { index.isAdded($0) ? [] : nil }
        case .settings: SettingScope(key: key).flatMap { settings[$0] ?? nil }.map { StateTable.row(setting: $0) }
        case .device where isBegun && key == StateTable.deviceKey: device.row
        case .device where isBegun && key == StateTable.totalsKey: totals.row
        case .device: nil
        case .groups: StateTable.item(key: key).flatMap { groups[$0]?.row }
        case .features: features[ExactText(String(decoding: key, as: UTF8.self))]?.row
        case .timeline: StateTable.item(key: key).flatMap { TimelineEntry.row($0, in: ledger)?.row }
        case .usage: UsageKey(key).flatMap { UsageSum.row($0, in: ledger)?.row }
        case .attempts: StateTable.item(key: key).flatMap { EndedAttempt.row($0, in: ledger)?.row }
        case .deletions: StateTable.item(key: key).flatMap { Deletion.row($0, in: ledger)?.row }
        }
    }
}

extension SettingScope {
    /// - Returns: `nil` when these are not the bytes of a setting's key.
    fileprivate init?(key: [UInt8]) {
        switch key.first {
        case 0: self.init(String(decoding: key.dropFirst(), as: UTF8.self), for: nil)
        case 1 where key.count >= 9:
            self.init(
                String(decoding: key.dropFirst(9), as: UTF8.self), for: StateTable.item(key: Array(key[1..<9])))
        default: return nil
        }
    }
}
