import Holdfast
import HoldfastModel

/// What was ever shown for an item, each thing once.
struct ShownTable {
    /// Row of the affordance table, icon, label, detail, progress, actions and emphasis of each: see `shown` in `data.js`.
    private(set) var rows = NumberStream()
    private(set) var count = 0
    /// Names of icons as `symbol style badge`, of rows of the table, of emphases, and labels of actions.
    private(set) var icons = NameList()
    private(set) var tableRows = NameList()
    private(set) var emphases = NameList()
    private(set) var actions = NameList()
    private(set) var texts = PhraseTable()
    private var known: [Key: Int] = [:]

    private struct Key: Hashable {
        var numbers: [Int]
    }

    mutating func place(of affordance: Affordance) -> Int {
        let icon = affordance.icon.map {
            [$0.symbol.rawValue, $0.style.rawValue, $0.badge?.rawValue ?? ""].joined(separator: " ")
        }
        let labels = affordance.actions.map { actions.place(of: $0.label) }
        let numbers =
            [
                tableRows.place(of: affordance.row.rawValue), icon.map { icons.place(of: $0) + 1 } ?? 0,
                texts.place(of: affordance.label),
                affordance.detail.map { texts.place(of: $0) + 1 } ?? 0,
                affordance.progressInBasisPoints.map { $0 + 1 } ?? 0,
                emphases.place(of: affordance.emphasis.rawValue), labels.count,
            ] + labels
        let key = Key(numbers: numbers)
        if let place = known[key] { return place }
        for number in numbers { rows.add(number) }
        known[key] = count
        count += 1
        return count - 1
    }
}

/// Names by their places.
struct NameList {
    private(set) var names: [String] = []
    private var places: [String: Int] = [:]

    mutating func place(of name: String) -> Int {
        if let place = places[name] { return place }
        places[name] = names.count
        names.append(name)
        return names.count - 1
    }
}
