import Holdfast
import HoldfastModel

/// `state`
enum StateVerb {
    static let description = CommandDescription(
        name: "state", group: .audit, summary: "The whole state, now or at a point in time",
        discussion: [
            "Items, queue, settings and environment, as they are or as they were. A state that is not of the recent past is "
                + "folded from the beginning of the log."
        ],
        options: [
            .value("at", nil, "POINT", "a time or position ('help times')"),
            .value("item", nil, "ITEM", "this item only", repeats: true),
        ],
        objects: [
            ObjectDescription(
                title: "a line for each row",
                keys: [
                    ("kind", "device, setting, feature, group, item or totals"),
                    ("key", "the setting's key, the item's, group's or feature's id; else null"),
                    ("at", "position of the state"), ("value", "the row's fields, an object"),
                ])
        ],
        examples: [
            .init(line: "holdfast state --at -2h", purpose: "All of it, two hours ago."),
            .init(line: "holdfast state --at '#1234' --item guide", purpose: "One item after record 1234."),
        ],
        run: { invocation async throws(ToolFailure) in
            let point = try invocation.meaning.point(option: "at")
            let looking = try Looking(invocation)
            let place = try looking.point(point)
            let items = invocation.meaning.arguments.all("item")
            looking.console.allowPager()
            if items.isEmpty { try showAll(at: place, looking) } else { try show(items, at: place, looking) }
            return .done
        })

    private static func show(_ items: [String], at place: LogPoint, _ looking: Looking) throws(ToolFailure) {
        var missing: String?
        let (rows, count) = try looking.read(at: place) { reader in
            var rows: [StateRow] = []
            for id in items {
                guard let item = try reader.item(id) else {
                    missing = id
                    break
                }
                rows += try [StateRow(item)] + StateRow.settings(of: item, in: reader.view)
            }
            return (rows, reader.recordCount)
        }
        for row in rows { show(row, after: count, looking) }
        if let missing { throw looking.unknownItem(missing, at: place) }
    }

    /// A state can be large and its reader slow: items are read some at a time, and nothing is held open while they are shown.
    private static func showAll(at place: LogPoint, _ looking: Looking) throws(ToolFailure) {
        let (count, time, general) = try looking.read(at: place) { reader in
            (reader.recordCount, reader.environment().lastRecordedAt, try StateRow.general(reader.view))
        }
        if !looking.console.isJSON {
            let moment = LocalTime.text(time, looking.zone)
            looking.console.output.line(
                count == 0
                    ? "The empty state, before the first record." : "After #\(count - 1), recorded at \(moment)")
        }
        for row in general { show(row, after: count, looking) }
        var last: UInt64?
        while count > 0, !looking.console.output.isEnded {
            let page = try looking.read(at: .position(count - 1)) { reader in
                try reader.items(after: last, limit: itemsAtOnceMax).map { item in
                    (item, try StateRow.settings(of: item, in: reader.view))
                }
            }
            for (item, settings) in page {
                for row in [StateRow(item)] + settings { show(row, after: count, looking) }
                if looking.console.output.isEnded { return }
            }
            guard let end = page.last?.0.number, page.count == itemsAtOnceMax else { return }
            last = end
        }
    }

    private static let itemsAtOnceMax = 20_000

    private static func show(_ row: StateRow, after count: UInt64, _ looking: Looking) {
        let console = looking.console
        guard !console.isJSON else {
            var line = JSONLine()
            line.add("kind", row.kind.rawValue)
            line.add("key", row.key)
            line.add("at", count > 0 ? count - 1 : nil)
            line.add("value", row.value)
            return console.data(line)
        }
        console.output.line(console.style.paint(console.style.text(row.title), .strong))
        let fields = RowChange.flat(row.fields, "")
        let width = max(24, fields.map(\.0.utf8.count).max() ?? 0)
        for (name, value) in fields {
            let last = name.split(separator: ".").last.map { String($0) } ?? name
            let text = FieldText.text(value, named: last, looking.zone)
            console.output.line(console.style.text("  \(DisplayWidth.pad(name, to: width))  \(text)"))
        }
        if let setting = row.setting {
            console.output.line(console.style.text("  \(DisplayWidth.pad("value", to: 24))  \(setting)"))
        }
    }
}
