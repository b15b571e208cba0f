import Holdfast
import HoldfastModel

/// Every version of every row: what each step changed, as the fold made it. The page applies these changes and computes none.
struct RowTable {
    enum Key: Hashable {
        case device, totals
        case item(UInt64)
        case group(UInt64)
        case feature(String)
        /// Of all items, or of the item or group with the number.
        case setting(String, UInt64?)
    }

    private(set) var flattener = FieldFlattener()
    /// In the order in which they came to be: items are in the order of their numbers.
    private(set) var rows: [(kind: String, key: String?)] = []
    /// For each step the number of rows that changed; for each of them its place, the number of fields, and fields and values.
    private(set) var changes = NumberStream()
    private(set) var changeCount = 0
    private var places: [Key: Int] = [:]
    private var versions: [[FlatField]] = []
    private var step: [(row: Int, fields: [(column: Int, value: FlatValue?)])] = []
    private var time: Int64 = 0
    /// By column, one more than the place in the new version.
    private var marks: [Int] = []

    /// The place of an item's row; `nil` before it was seen.
    func place(of item: UInt64) -> Int? { places[.item(item)] }

    mutating func begin(at time: Int64) {
        self.time = time
        step.removeAll(keepingCapacity: true)
    }

    mutating func end() {
        changes.add(step.count)
        for (row, fields) in step {
            changes.add(row)
            changes.add(fields.count)
            for (column, value) in fields {
                changes.add(column)
                write(value, isTime: flattener.columns[column].isTime)
            }
            changeCount += fields.count
        }
    }

    /// Times are told from that of the record on: most are near it.
    private mutating func write(_ value: FlatValue?, isTime: Bool) {
        guard let value else { return changes.addAbsent() }
        guard case .number(let number) = value, isTime else { return changes.add(value) }
        changes.add(.number(number.subtractingClamped(time)))
    }

    mutating func note(_ item: Item) { note(.item(item.number), "item", item.id, flattener.fields(item)) }
    mutating func note(_ group: Group) { note(.group(group.number), "group", group.id, flattener.fields(group)) }
    mutating func note(_ totals: Totals) { note(.totals, "totals", nil, flattener.fields(totals)) }
    mutating func note(_ feature: Feature) {
        note(.feature(feature.id), "feature", feature.id, flattener.fields(feature))
    }

    /// The page knows when the last record was written.
    mutating func note(_ device: Device) {
        let fields = flattener.fields(device)
        note(.device, "device", nil, fields.filter { flattener.columns[$0.column].name != "lastRecordedAt" })
    }

    /// - Parameter owner: number and id of the item or group that it is set for.
    mutating func note(setting name: String, of owner: (number: UInt64, id: String)?, _ value: String?) {
        let key = owner.map { "\(name) of \($0.id)" } ?? name
        note(
            .setting(name, owner?.number), "setting", key,
            value.map { flattener.fields("setting", text: $0) } ?? [])
    }

    private mutating func note(_ key: Key, _ kind: String, _ name: String?, _ fields: [FlatField]) {
        let place: Int
        if let known = places[key] {
            place = known
        } else {
            guard !fields.isEmpty else { return }
            place = rows.count
            places[key] = place
            rows.append((kind, name))
            versions.append([])
        }
        let changed = difference(versions[place], fields)
        guard !changed.isEmpty else { return }
        versions[place] = fields
        step.append((place, changed))
    }

    private mutating func difference(_ old: [FlatField], _ new: [FlatField]) -> [(column: Int, value: FlatValue?)] {
        guard old != new else { return [] }
        while marks.count < flattener.columns.count { marks.append(0) }
        for (index, field) in new.enumerated() { marks[field.column] = index + 1 }
        var changed: [(column: Int, value: FlatValue?)] = []
        for field in old {
            let mark = marks[field.column]
            if mark == 0 {
                changed.append((field.column, nil))
            } else {
                if new[mark - 1].value != field.value { changed.append((field.column, new[mark - 1].value)) }
                marks[field.column] = 0
            }
        }
        for field in new where marks[field.column] > 0 {
            changed.append((field.column, field.value))
            marks[field.column] = 0
        }
        return changed
    }
}
