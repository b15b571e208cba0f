import Holdfast
import HoldfastModel

/// The items that `--item` and `--group` name. An item of a group is one that belongs to it at the end of the range.
struct ItemFilter: Sendable, Equatable {
    /// Numbers of the items, ascending.
    var numbers: [UInt64]

    static let options: [OptionDescription] = [
        .value("item", nil, "ITEM", "of this item alone", repeats: true),
        .value("group", nil, "GROUP", "of the items of this group alone", repeats: true),
    ]

    /// `nil` where nothing was named: all items are meant.
    static func read(_ meaning: Meaning, at point: LogPoint, _ looking: Looking) throws(ToolFailure) -> ItemFilter? {
        let (items, groups) = (meaning.arguments.all("item"), meaning.arguments.all("group"))
        guard !items.isEmpty || !groups.isEmpty else { return nil }
        let told = meaning.text("until") != nil ? point : .head
        var numbers: Set<UInt64> = []
        for id in items {
            guard let item = try looking.read(at: point, { try $0.item(id) }) else {
                throw looking.unknownItem(id, at: told)
            }
            numbers.insert(item.number)
        }
        for id in groups {
            let members = try looking.read(at: point) { reader -> [UInt64]? in
                guard let group = try reader.view.number(ofGroup: id) else { return nil }
                var members: [UInt64] = []
                try reader.view.walkMembers(of: group) {
                    members.append($0.number)
                    return true
                }
                return members
            }
            guard let members else { throw looking.unknownGroup(id, at: told) }
            numbers.formUnion(members)
        }
        return ItemFilter(numbers: numbers.sorted())
    }

    /// Positions of the items' records in a range, ascending.
    func positions(in range: Range<UInt64>, _ looking: Looking) throws(ToolFailure) -> [UInt64] {
        var found: [UInt64] = []
        for number in numbers {
            guard case .first(let subject) = try looking.record(at: number).record.subject else { continue }
            let start = range.lowerBound
            found += try looking.attempt { try looking.store.positions(ofSubject: subject, from: start) }
                .prefix { $0 < range.upperBound }
        }
        return found.sorted()
    }
}

extension Looking {
    func unknownGroup(_ id: String, at point: LogPoint = .head) -> ToolFailure {
        let known = try? read(at: point) { try $0.groups().map(\.id) }
        let question = known.flatMap { Similarity.question(id, among: $0) }
        return ToolFailure(
            .notFound,
            "there is no group '\(id)' in \(path)\(point == .head ? "" : " at that point")."
                + (question.map { " " + $0 } ?? ""))
    }
}
