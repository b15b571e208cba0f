import HoldfastModel

/// What differs between two forms of a row, field by field.
struct RowChange: Sendable, Equatable {
    /// Names of the fields from the outermost in, joined by points: `intent.priority`.
    var field: String
    /// `nil` where the field was or is absent.
    var from: DescribedValue?
    var to: DescribedValue?

    /// In the order of the old row's fields, then those that are new.
    static func between(_ old: [DescribedField], _ new: [DescribedField]) -> [RowChange] {
        let before = flat(old, "")
        let after = flat(new, "")
        let known = Dictionary(before, uniquingKeysWith: { first, _ in first })
        let later = Dictionary(after, uniquingKeysWith: { first, _ in first })
        let changed = before.filter { later[$0.0] != $0.1 }.map { RowChange(field: $0.0, from: $0.1, to: later[$0.0]) }
        let added = after.filter { known[$0.0] == nil }.map { RowChange(field: $0.0, from: nil, to: $0.1) }
        return changed + added
    }

    /// Lists stay whole: their elements have no names.
    static func flat(_ fields: [DescribedField], _ prefix: String) -> [(String, DescribedValue)] {
        fields.flatMap { field -> [(String, DescribedValue)] in
            let name = prefix + field.name
            guard case .group(let inner) = field.value, !inner.isEmpty else { return [(name, field.value)] }
            return flat(inner, name + ".")
        }
    }

    /// A field that came with a new row and says nothing yet.
    var isEmptyStart: Bool {
        guard from == nil else { return false }
        switch to {
        case .unsigned(0), .integer(0), .boolean(false): return true
        case .list(let values): return values.isEmpty
        default: return false
        }
    }

    func told(_ zone: TimeZoneRules) -> StateChange.Told {
        let last = field.split(separator: ".").last.map { String($0) } ?? field
        let shown = [from, to].map { value in
            // A group without fields says that it is so by being there.
            if case .group(let fields)? = value, fields.isEmpty { return "yes" }
            return value.map { FieldText.text($0, named: last, zone) } ?? "none"
        }
        return StateChange.Told(field: field, from: shown[0], to: shown[1])
    }
}
