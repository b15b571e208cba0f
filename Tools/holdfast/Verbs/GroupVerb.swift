import Holdfast
import HoldfastModel

/// `group [ID]`
enum GroupVerb {
    static let description = CommandDescription(
        name: "group", group: .run, summary: "Groups of items: show them, make one, change its members",
        discussion: [
            "Without an id it lists the groups; with one it shows the group and its items. --title, --add and --drop change it, and "
                + "make it where there is none. An item belongs to one group at most: one that joins leaves the group it was in. "
                + "Verbs that act on items take --group in place of their ids.",
            "A group's id stands in the log for good; its title can be erased.",
        ],
        arguments: [ArgumentDescription(name: "ID", count: .optional, summary: "the group's id, at most 255 bytes")],
        options: [
            .value("title", nil, "TEXT", "its title"),
            .value("add", nil, "ITEM", "an item that joins", repeats: true),
            .value("drop", nil, "ITEM", "an item that leaves", repeats: true),
        ],
        objects: [GroupView.object, GroupView.itemObject, OutcomeObject.description],
        examples: [
            .init(
                line: "holdfast group trip --title 'Harz trip' --add guide --add harz.pmtiles",
                purpose: "Makes a group of two."),
            .init(line: "holdfast group trip", purpose: "How far it is, item by item."),
            .init(line: "holdfast download --group trip", purpose: "All of it."),
        ],
        run: { invocation async throws(ToolFailure) in
            let meaning = invocation.meaning
            let commands = try commands(meaning)
            guard let id = meaning.operands.first else {
                try GroupView.list(try Looking(invocation))
                return .done
            }
            guard !commands.isEmpty else {
                try GroupView.show(id, try Looking(invocation))
                return .done
            }
            return try await Acting.perform(invocation, makesStore: true) { _ in
                [Errand(commands, done: "group \(id) is changed")]
            }
        })

    static func commands(_ meaning: Meaning) throws(ToolFailure) -> [Command] {
        let (title, adding, removing) = (meaning.text("title"), meaning.all("add"), meaning.all("drop"))
        let isChange = title != nil || !adding.isEmpty || !removing.isEmpty
        guard let id = meaning.operands.first else {
            guard !isChange else { throw meaning.usage("name the group.") }
            return []
        }
        guard isChange else { return [] }
        let members =
            adding.isEmpty && removing.isEmpty
            ? [] : [Command.changeMembers(group: id, adding: adding, removing: removing)]
        return [.defineGroup(id: id, title: title)] + members
    }
}

/// Groups as they stand.
struct GroupView {
    let group: Group
    let title: String?
    let summary: GroupSummary?

    static let object = ObjectDescription(
        title: "a line for each group",
        keys: [
            ("kind", "\"group\""), ("group", "its id"), ("title", "or null"), ("icon", "a Material Symbols name"),
            ("label", "the word beside it"), ("detail", "what is to be said about it"),
            ("progressBp", "0 to 10000, or null"), ("items", "their number"), ("installed", "those that are here"),
            ("isPaused", "true or false"),
        ])
    static let itemObject = ObjectDescription(
        title: "of one group, a line for each item",
        keys: [
            ("kind", "\"item\""), ("item", "its id"), ("title", "or null"), ("label", "what it shows"),
            ("detail", "or null"),
        ])

    init(_ group: Group, _ reader: StateReader, _ phrases: Phrases) throws {
        self.group = group
        title = try reader.title(of: group)
        summary = try reader.groupSummary(of: group.id, phrases: phrases)
    }

    static func list(_ looking: Looking) throws(ToolFailure) {
        let views = try looking.read { reader in
            try reader.groups().map { try GroupView($0, reader, looking.phrases) }
        }
        guard !looking.console.isJSON else {
            for view in views { looking.console.data(view.line) }
            return
        }
        guard !views.isEmpty else {
            return looking.console.output.line("No groups yet; 'holdfast group ID --add ITEM' makes one.")
        }
        var table = Table([
            .init(title: "GROUP", isFlexible: true), .init(title: "TITLE", isFlexible: true),
            .init(title: "ITEMS", alignsRight: true), .init(title: "STATE"),
            .init(title: "DETAIL", isFlexible: true, minimum: 12),
        ])
        for view in views {
            table.add([
                .init(view.group.id), .init(view.title ?? ""), .init("\(view.group.totals.items)"),
                .init(view.summary?.label ?? "", icon: view.summary?.icon.symbol), .init(view.summary?.detail ?? ""),
            ])
        }
        for line in table.lines(in: looking.console.style) { looking.console.output.line(line) }
    }

    static func show(_ id: String, _ looking: Looking) throws(ToolFailure) {
        let found = try looking.read { reader in
            try reader.groups().first { $0.id == id }.map { group in
                let members = try reader.members(of: id) ?? []
                let reports = try members.map { try reader.report(on: $0, phrases: looking.phrases) }
                return (try GroupView(group, reader, looking.phrases), reports, looking.isWorked(reader.environment()))
            }
        }
        guard let (view, reports, isWorked) = found else { throw looking.unknownGroup(id) }
        let shown = isWorked ? reports : reports.map(AtRest.told)
        if looking.console.isJSON {
            looking.console.data(view.line)
            for report in reports { looking.console.data(line(of: report)) }
        } else {
            view.show(shown, looking.console)
        }
    }

    private func show(_ reports: [ItemReport], _ console: Console) {
        let style = console.style
        let name = [title, summary?.label, summary?.detail].compactMap { $0 }.filter { !$0.isEmpty }
        console.output.line(style.paint(style.text("\(group.id): " + name.joined(separator: " · ")), .strong))
        guard !reports.isEmpty else { return }
        var table = Table([
            .init(title: "ITEM", isFlexible: true), .init(title: "TITLE", isFlexible: true), .init(title: "STATE"),
            .init(title: "DETAIL", isFlexible: true, minimum: 12),
        ])
        for report in reports {
            table.add([
                .init(report.item.id), .init(report.title ?? ""),
                .init(report.affordance.label, icon: report.affordance.icon?.symbol),
                .init(report.affordance.detail ?? ""),
            ])
        }
        for line in table.lines(in: style) { console.output.line(line) }
    }

    private var line: JSONLine {
        var line = JSONLine()
        line.add("kind", "group")
        line.add("group", group.id)
        line.add("title", title)
        line.add("icon", summary?.icon.symbol.rawValue)
        line.add("label", summary?.label)
        line.add("detail", summary?.detail)
        line.add("progressBp", summary?.progressInBasisPoints.map { Int64($0) })
        line.add("items", group.totals.items)
        line.add("installed", group.totals.installed)
        line.add("isPaused", group.paused != nil)
        return line
    }

    private static func line(of report: ItemReport) -> JSONLine {
        var line = JSONLine()
        line.add("kind", "item")
        line.add("item", report.item.id)
        line.add("title", report.title)
        line.add("label", report.affordance.label)
        line.add("detail", report.affordance.detail)
        return line
    }
}
