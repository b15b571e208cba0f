extension Decider {
    mutating func set(_ name: String, item id: String?, to value: String?) throws {
        guard let key = SettingKey.named(name) else {
            let names = SettingKey.all.map(\.name).joined(separator: ", ")
            throw Refusal(.unknownSetting, "There is no setting \"\(name)\". There are: \(names).")
        }
        let item = try id.map { try self.item($0) }
        if item != nil, !key.isPerItem {
            throw Refusal(
                .valueOutOfRange, "\(name) stands for all items and cannot be set for one. Set it without an item.")
        }
        var new: String?
        if let value {
            guard let recorded = key.recorded(value) else {
                throw Refusal(
                    .valueOutOfRange, "\(name) takes \(key.allowed); \"\(value)\" is not that. The old value stands.")
            }
            new = recorded
        }
        let old = try state.setting(name, item: item?.number)
        // Setting the value that stands writes nothing; for one item the default may be set, since it stands against the global value.
        let standing = item == nil ? old ?? key.standard : old
        // The request's own permission stands above the setting; the setting, set again, takes its place.
        let permission = name == SettingKey.allowMetered ? item?.intent?.allowsMetered : nil
        guard new != old && new != standing || permission.map({ "\($0)" != new }) ?? false else {
            return note(.alreadySet)
        }
        let event = filled(SettingChanged()) {
            $0.key = name
            $0.old = old
            $0.new = new
        }
        add(item.map { .item($0.number) } ?? .settings, .settingChanged(event))
    }

    mutating func setOfflineMode(_ isEnabled: Bool, until: Int64?) throws {
        if isEnabled { try checkFuture(until, "The end of offline mode") }
        let standing = try state.device().offlineMode
        let isOn = standing?.isOn(at: now.wall) ?? false
        guard isEnabled ? !isOn || standing?.until != until : standing != nil else { return note(.alreadySet) }
        let event = filled(OfflineModeSet()) {
            $0.isEnabled = isEnabled
            $0.until = isEnabled ? until : nil
        }
        add(.device, .offlineModeSet(event))
    }

    mutating func declare(_ feature: Feature) throws {
        try checkID(feature.id)
        guard feature.contentItems.count <= Self.contentItemCountMax else {
            throw Refusal(
                .valueOutOfRange,
                "A feature names at most \(Self.contentItemCountMax) items, these are \(feature.contentItems.count).")
        }
        for id in feature.contentItems { try checkID(id) }
        guard try !state.features().contains(feature) else { return note(.alreadySet) }
        let event = filled(FeatureDeclared()) {
            $0.featureID = feature.id
            $0.needs = feature.needs
            $0.contentItems = feature.contentItems
            $0.whenUnmet = feature.whenUnmet
        }
        add(.device, .featureDeclared(event))
    }

    private static var contentItemCountMax: Int { 1_000 }
}
