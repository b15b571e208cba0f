import Holdfast
import HoldfastModel

/// `diff A B`
enum DiffVerb {
    enum Side: Sendable, Equatable {
        case point(PointInTime)
        /// A store, at its head.
        case store(String)
    }

    static let description = CommandDescription(
        name: "diff", group: .audit, summary: "What changed between two points, or two stores",
        discussion: [
            "A side with a slash in it is a store, taken at its head; without B it is the head. With --other, A is a point "
                + "of this store and B one of the other. Ends with 1 when there are differences, and counts them on stderr."
        ],
        arguments: [
            ArgumentDescription(name: "A", summary: "a time or position ('help times'), or a store"),
            ArgumentDescription(name: "B", count: .optional, summary: "the same, to compare with"),
        ],
        options: [
            .value("other", nil, "DIR", "the store that B is a point of"),
            .value("item", nil, "ITEM", "this item and its settings alone", repeats: true),
        ],
        objects: [
            ObjectDescription(
                title: "a line for each row that differs",
                keys: [
                    ("kind", "device, setting, feature, group, item or totals"),
                    ("key", "the setting's key, the item's or feature's id; else null"),
                    ("change", "added, removed or changed"), ("from", "the row's fields at A, or null"),
                    ("to", "the row's fields at B, or null"),
                ])
        ],
        examples: [
            .init(line: "holdfast diff 100 200", purpose: "Between two positions."),
            .init(line: "holdfast diff yesterday now --item guide", purpose: "One item, since yesterday."),
            .init(line: "holdfast diff ./store /backup/log.mdb", purpose: "Between a store and its backup."),
        ],
        run: { invocation async throws(ToolFailure) in
            let sides = try sides(invocation.meaning)
            let other = invocation.meaning.text("other")
            if other != nil, sides.contains(where: { if case .store = $0 { true } else { false } }) {
                throw invocation.meaning.usage("--other goes with points, and a store was given too.")
            }
            let left = try Opened(sides[0], invocation, other: nil, beside: nil)
            let right = try Opened(sides[1], invocation, other: other, beside: left)
            let items = invocation.meaning.arguments.all("item")
            try checkItems(items, left, right)
            let all = try left.looking.read(at: left.point) { before in
                try right.looking.attempt {
                    try right.looking.store.read(at: right.point) { try StateChange.between(before, $0) }
                }
            }
            let changes = items.isEmpty ? all : all.filter { $0.isAbout(items) }
            left.looking.console.allowPager()
            for change in changes { show(change, left.looking) }
            left.looking.console.say(summary(changes))
            return changes.isEmpty ? .done : .answerIsNo
        })

    /// A side, opened: both may be of one store, which is open once.
    private struct Opened {
        var looking: Looking
        var point: LogPoint

        init(_ side: Side, _ invocation: Invocation, other: String?, beside: Opened?) throws(ToolFailure) {
            switch side {
            case .store(let path):
                looking = try Self.open(path, invocation, beside)
                point = .head
            case .point(let wanted):
                let path = if let other { other } else { try invocation.storePath() }
                looking = try Self.open(path, invocation, beside)
                point = try looking.point(wanted)
            }
        }

        private static func open(_ path: String, _ invocation: Invocation, _ beside: Opened?) throws(ToolFailure)
            -> Looking
        {
            if let beside, StorePlace.isSame(path, beside.looking.path) { return beside.looking }
            return try Looking(invocation, at: path)
        }
    }

    /// An item that neither side knows is a slip of the keyboard.
    private static func checkItems(_ items: [String], _ left: Opened, _ right: Opened) throws(ToolFailure) {
        for id in items where try left.looking.read(at: left.point, { try $0.item(id) }) == nil {
            guard try right.looking.read(at: right.point, { try $0.item(id) }) == nil else { continue }
            throw right.looking.unknownItem(id, at: right.point)
        }
    }

    /// `2 items added, 1 item changed, 1 setting changed.`
    static func summary(_ changes: [StateChange]) -> String {
        let kinds: [(StateRow.Kind, String)] = [
            (.item, "item"), (.group, "group"), (.feature, "feature"), (.setting, "setting"),
        ]
        var parts = kinds.flatMap { kind, noun in
            ["added", "removed", "changed"].compactMap { word in
                let count = changes.count { $0.kind == kind && $0.word == word }
                return count > 0 ? "\(PluralText.count(count, noun)) \(word)" : nil
            }
        }
        if changes.contains(where: { $0.kind == .device }) { parts.append("the device changed") }
        if changes.contains(where: { $0.kind == .totals }) { parts.append("the totals changed") }
        return parts.isEmpty ? "There are no differences." : parts.joined(separator: ", ") + "."
    }

    private static func show(_ change: StateChange, _ looking: Looking) {
        let console = looking.console
        guard !console.isJSON else {
            var line = JSONLine()
            line.add("kind", change.kind.rawValue)
            line.add("key", change.key)
            line.add("change", change.word)
            line.add("from", change.before?.value)
            line.add("to", change.after?.value)
            return console.data(line)
        }
        console.output.line(console.style.paint(console.style.text("\(change.title) \(change.word)"), .strong))
        for line in change.lines(looking.zone) { console.output.line(console.style.text("  " + line)) }
    }

    static func sides(_ meaning: Meaning) throws(ToolFailure) -> [Side] {
        var sides: [Side] = []
        for (text, name) in zip(meaning.operands, ["A", "B"]) {
            sides.append(text.contains("/") ? .store(text) : .point(try meaning.point(text, name)))
        }
        if sides.count == 1 { sides.append(.point(.head)) }
        return sides
    }
}
