import Holdfast
import HoldfastModel

/// `state`
enum StateVerb {
    static let description = CommandDescription(
        name: "state", group: .audit, summary: "The whole state, now or at a point in time",
        discussion: [
            "Items, queue, settings and environment, as they are or as they were. A past state is folded from "
                + "the beginning of the log."
        ],
        options: [
            .value("at", nil, "POINT", "a time or position ('help times')"),
            .value("item", nil, "ITEM", "this item only", repeats: true),
        ],
        objects: [
            ObjectDescription(
                title: "a line for each row",
                keys: [
                    ("kind", "device, setting, feature, item or totals"),
                    ("key", "the setting's key, the item's or feature's id; else null"),
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
            let missing = try looking.read(at: place) { reader -> String? in
                let at = reader.recordCount > 0 ? reader.recordCount - 1 : nil
                if items.isEmpty, !looking.console.isJSON { tellPoint(reader, looking) }
                return try StateRow.walk(reader.view, items: items) { row in
                    show(row, at: at, looking)
                    return !looking.console.output.isEnded
                }
            }
            if let missing { throw looking.unknownItem(missing, at: place) }
            return .done
        })

    private static func tellPoint(_ reader: StateReader, _ looking: Looking) {
        guard reader.recordCount > 0 else {
            return looking.console.output.line("The empty state, before the first record.")
        }
        let time = LocalTime.text(reader.environment().lastRecordedAt, looking.zone)
        looking.console.output.line("After #\(reader.recordCount - 1), recorded at \(time)")
    }

    private static func show(_ row: StateRow, at position: UInt64?, _ looking: Looking) {
        let console = looking.console
        guard !console.isJSON else {
            var line = JSONLine()
            line.add("kind", row.kind.rawValue)
            line.add("key", row.key)
            line.add("at", position)
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
