package import HoldfastModel

/// 7 and 8: two states that must be the same, row for row.
package enum StateComparison {
    /// The first thing in which they differ; `nil` where they are equal.
    package static func difference(_ left: some StateView, _ right: some StateView) throws -> String? {
        if try left.device() != right.device() { return "the device: \(try left.device()) and \(try right.device())" }
        if try left.totals() != right.totals() { return "the sums: \(try left.totals()) and \(try right.totals())" }
        if try left.features() != right.features() { return "the features" }
        let (items, others) = (try self.items(left), try self.items(right))
        if items.count != others.count { return "\(items.count) items and \(others.count)" }
        for (item, other) in zip(items, others) where item != other { return "an item: \(item) and \(other)" }
        for key in SettingKey.all {
            for item in [nil] + items.map({ Optional($0.number) }) {
                if try left.setting(key.name, for: item) != right.setting(key.name, for: item) {
                    return "the setting \(key.name)"
                }
            }
        }
        for index in ItemIndex.allCases where try keys(left, index) != keys(right, index) {
            return "the index \(index)"
        }
        return nil
    }

    private static func items(_ state: some StateView) throws -> [Item] {
        var items: [Item] = []
        try state.walkItems(after: nil) { item in
            items.append(item)
            return true
        }
        return items
    }

    private static func keys(_ state: some StateView, _ index: ItemIndex) throws -> [IndexKey] {
        var keys: [IndexKey] = []
        try state.walk(index) { key in
            keys.append(key)
            return true
        }
        return keys
    }
}
