import Holdfast
import HoldfastModel

/// A row of the state, as people and `--json` read it.
struct StateRow {
    enum Kind: String {
        case device, totals, setting, feature, group, item
    }

    var kind: Kind
    /// The setting's key, the item's, group's or feature's id; `nil` where there is one row of the kind.
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
    init(_ group: Group) { (kind, key, fields) = (.group, group.id, group.described) }
    init(_ item: Item) { (kind, key, fields) = (.item, item.id, item.described) }

    /// - Parameter owner: id of the item or group that it is set for.
    init(setting name: String, of owner: String?, _ value: String) {
        (kind, key, setting) = (.setting, owner.map { "\(name) of \($0)" } ?? name, value)
    }

    /// Device, totals, global settings, features, and groups with their settings.
    static func general(_ view: any StateView) throws -> [StateRow] {
        let settings = try SettingKey.all.compactMap { key in
            try view.setting(key.name, for: nil).map { StateRow(setting: key.name, of: nil, $0) }
        }
        let features = try view.features().map { StateRow($0) }
        let groups = try view.groups().flatMap { group in
            try [StateRow(group)] + Self.settings(of: group.number, id: group.id, count: group.settingCount, in: view)
        }
        return [StateRow(try view.device()), StateRow(try view.totals())] + settings + features + groups
    }

    static func settings(of item: Item, in view: any StateView) throws -> [StateRow] {
        try settings(of: item.number, id: item.id, count: item.settingCount, in: view)
    }

    private static func settings(
        of number: UInt64, id: String, count: UInt64, in view: any StateView
    ) throws -> [StateRow] {
        guard count > 0 else { return [] }
        return try SettingKey.all.compactMap { key in
            try view.setting(key.name, for: number).map { StateRow(setting: key.name, of: id, $0) }
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
    /// About one of these items, or about a setting of one.
    func isAbout(_ items: [String]) -> Bool {
        guard let key else { return false }
        return switch kind {
        case .item: items.contains(key)
        case .setting: items.contains { key.hasSuffix(" of \($0)") }
        case .device, .totals, .feature, .group: false
        }
    }
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

    /// One change as a person reads it: `transfer.kind`, `ready`, `connecting`.
    struct Told: Sendable, Equatable {
        var field: String
        /// Empty where there is nothing to say of it.
        var from: String
        var to: String

        var line: String { [field, from, "→", to].filter { !$0.isEmpty }.joined(separator: " ") }
    }

    func lines(_ zone: TimeZoneRules) -> [String] { told(zone).map(\.line) }

    /// For people. A group of fields that went as a whole is one change, `transfer (publishing) → none`; fields that came
    /// with a new row and say nothing yet are left out.
    func told(_ zone: TimeZoneRules) -> [Told] {
        guard after != nil || before?.setting != nil else { return [] }
        let ended = (before?.fields ?? []).filter { field in
            guard case .group = field.value else { return false }
            return !(after?.fields ?? []).contains { $0.name == field.name }
        }
        var told: Set<String> = []
        return fields.compactMap { change in
            guard let group = ended.first(where: { change.field.hasPrefix($0.name + ".") }) else {
                return change.isEmptyStart ? nil : change.told(zone)
            }
            guard told.insert(group.name).inserted else { return nil }
            return Told(field: group.name, from: Self.kind(of: group), to: "none")
        }
    }

    private static func kind(of group: DescribedField) -> String {
        guard case .group(let fields) = group.value,
            case .code(let kind)? = fields.first(where: { $0.name == "kind" })?.value
        else { return "" }
        return "(\(kind))"
    }

    init?(_ before: StateRow?, _ after: StateRow?) {
        guard before?.fields != after?.fields || before?.setting != after?.setting else { return nil }
        (self.before, self.after) = (before, after)
    }

    /// Rows of the first state that differ or are gone, in its order, then those that the second has in addition.
    static func between(_ old: StateReader, _ new: StateReader) throws -> [StateChange] {
        var changes = pairs(try timeless(old.view), try timeless(new.view))
        var added: [StateChange] = []
        try walkItems(old, new) { before, after in
            // The settings of an item are rows of their own.
            guard before != after || (before?.settingCount ?? 0) > 0 else { return }
            let found = pairs(try rows(before, in: old.view), try rows(after, in: new.view))
            if before == nil { added += found } else { changes += found }
        }
        return changes + added
    }

    private static func rows(_ item: Item?, in view: any StateView) throws -> [StateRow] {
        try item.map { try [StateRow($0)] + StateRow.settings(of: $0, in: view) } ?? []
    }

    /// Calls `body` with the items of both states in order of their numbers; items that cannot differ may be left out.
    private static func walkItems(
        _ old: StateReader, _ new: StateReader, _ body: (Item?, Item?) throws -> Void
    ) throws {
        if let numbers = old.itemsThatMayDiffer(from: new) {
            for number in numbers { try body(try old.view.item(number), try new.view.item(number)) }
            return
        }
        var (left, right) = (ItemPages(old), ItemPages(new))
        while true {
            let (before, after) = (try left.first(), try right.first())
            guard let number = [before?.number, after?.number].compactMap({ $0 }).min() else { return }
            try body(
                before?.number == number ? try left.take() : nil, after?.number == number ? try right.take() : nil)
        }
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

/// The items of a state one by one, read some at a time.
private struct ItemPages {
    private let reader: StateReader
    private var page: ArraySlice<Item> = []
    private var last: UInt64?
    private var isEnded = false
    private static let countMax = 1_000

    init(_ reader: StateReader) { self.reader = reader }

    mutating func first() throws -> Item? {
        if page.isEmpty, !isEnded {
            page = try reader.items(after: last, limit: Self.countMax)[...]
            isEnded = page.isEmpty
        }
        return page.first
    }

    mutating func take() throws -> Item? {
        let item = try first()
        page = page.dropFirst()
        last = item?.number ?? last
        return item
    }
}
