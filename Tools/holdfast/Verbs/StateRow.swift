import Holdfast
import HoldfastModel

/// A row of the state, as people and `--json` read it.
struct StateRow {
    enum Kind: String {
        case device, totals, setting, feature, item
    }

    var kind: Kind
    /// The setting's key, the item's or feature's id; `nil` where there is one row of the kind.
    var key: String?
    var fields: [DescribedField] = []
    /// A setting has a text in place of fields.
    var setting: String?

    var title: String { kind.rawValue + (key.map { " " + $0 } ?? "") }

    /// The row as one object.
    var value: DescribedValue { setting.map { .text($0) } ?? .group(fields) }

    init(_ device: Device) { (kind, fields) = (.device, device.described) }
    init(_ totals: Totals) { (kind, fields) = (.totals, totals.described) }
    init(_ feature: Feature) { (kind, key, fields) = (.feature, feature.id, feature.described) }
    init(_ item: Item) { (kind, key, fields) = (.item, item.id, item.described) }

    /// - Parameter item: id of the item that it is set for.
    init(setting name: String, item: String?, _ value: String) {
        (kind, key, setting) = (.setting, item.map { "\(name) of \($0)" } ?? name, value)
    }

    /// Walks all rows, or those of some items; returns the id of one that is not there.
    static func walk(_ view: any StateView, items: [String], _ body: (StateRow) -> Bool) throws -> String? {
        for id in items {
            guard let item = try view.number(ofItem: id).flatMap({ try view.item($0) }) else { return id }
            for row in try [StateRow(item)] + settings(of: item, in: view) where !body(row) { return nil }
        }
        guard items.isEmpty else { return nil }
        for row in try general(view) where !body(row) { return nil }
        try view.walkItems(after: nil) { item in
            try ([StateRow(item)] + settings(of: item, in: view)).allSatisfy(body)
        }
        return nil
    }

    /// Device, totals, global settings and features.
    static func general(_ view: any StateView) throws -> [StateRow] {
        let settings = try SettingKey.all.compactMap { key in
            try view.setting(key.name, item: nil).map { StateRow(setting: key.name, item: nil, $0) }
        }
        let features = try view.features().map { StateRow($0) }
        return [StateRow(try view.device()), StateRow(try view.totals())] + settings + features
    }

    static func settings(of item: Item, in view: any StateView) throws -> [StateRow] {
        guard item.settingCount > 0 else { return [] }
        return try SettingKey.all.compactMap { key in
            try view.setting(key.name, item: item.number).map { StateRow(setting: key.name, item: item.id, $0) }
        }
    }
}

/// A row that differs between two states.
struct StateChange {
    var before: StateRow?
    var after: StateRow?

    var kind: StateRow.Kind { after?.kind ?? before?.kind ?? .item }
    var key: String? { after?.key ?? before?.key }
    var title: String { (after ?? before)?.title ?? "" }
    var word: String { before == nil ? "added" : after == nil ? "removed" : "changed" }

    /// Field by field.
    var fields: [RowChange] {
        if (after ?? before)?.setting != nil {
            return [
                RowChange(
                    field: "value", from: (before?.setting).map { .text($0) }, to: (after?.setting).map { .text($0) })
            ]
        }
        return RowChange.between(before?.fields ?? [], after?.fields ?? [])
    }

    /// For people. A group of fields that went as a whole is one line, `transfer (publishing) → none`; fields that came
    /// with a new row and say nothing yet are left out.
    func lines(_ zone: TimeZoneRules) -> [String] {
        guard after != nil || before?.setting != nil else { return [] }
        let ended = (before?.fields ?? []).filter { field in
            guard case .group = field.value else { return false }
            return !(after?.fields ?? []).contains { $0.name == field.name }
        }
        var told: Set<String> = []
        return fields.compactMap { change in
            guard let group = ended.first(where: { change.field.hasPrefix($0.name + ".") }) else {
                return change.isEmptyStart ? nil : change.text(zone)
            }
            guard told.insert(group.name).inserted else { return nil }
            return group.name + Self.kind(of: group) + " → none"
        }
    }

    private static func kind(of group: DescribedField) -> String {
        guard case .group(let fields) = group.value,
            case .code(let kind)? = fields.first(where: { $0.name == "kind" })?.value
        else { return "" }
        return " (\(kind))"
    }

    init?(_ before: StateRow?, _ after: StateRow?) {
        guard before?.fields != after?.fields || before?.setting != after?.setting else { return nil }
        (self.before, self.after) = (before, after)
    }

    /// Rows of the first state that differ or are gone, in its order, then those that the second has in addition.
    static func between(_ old: any StateView, _ new: any StateView) throws -> [StateChange] {
        var changes = pairs(try timeless(old), try timeless(new))
        var rest: [String: Item] = [:]
        try new.walkItems(after: nil) { item in
            rest[item.id] = item
            return true
        }
        try old.walkItems(after: nil) { item in
            let later = rest.removeValue(forKey: item.id)
            // The settings of an item are rows of their own.
            guard later != item || item.settingCount > 0 else { return true }
            let rows = try [StateRow(item)] + StateRow.settings(of: item, in: old)
            changes += pairs(rows, try later.map { try [StateRow($0)] + StateRow.settings(of: $0, in: new) } ?? [])
            return true
        }
        for item in rest.values.sorted(by: { $0.number < $1.number }) {
            changes += pairs([], try [StateRow(item)] + StateRow.settings(of: item, in: new))
        }
        return changes
    }

    /// That time passes is no change worth a line.
    private static func timeless(_ view: any StateView) throws -> [StateRow] {
        var device = try view.device()
        device.lastRecordedAt = 0
        return [StateRow(device)] + (try StateRow.general(view)).dropFirst()
    }

    private static func pairs(_ old: [StateRow], _ new: [StateRow]) -> [StateChange] {
        let later = Dictionary(new.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
        let known = Set(old.map(\.title))
        return old.compactMap { StateChange($0, later[$0.title]) }
            + new.filter { !known.contains($0.title) }.compactMap { StateChange(nil, $0) }
    }
}
