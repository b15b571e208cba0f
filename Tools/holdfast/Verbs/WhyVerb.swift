import Holdfast
import HoldfastModel

/// `why ITEM`
enum WhyVerb {
    static let description = CommandDescription(
        name: "why", group: .audit, summary: "Why an item is as it is: blockers and their causes",
        discussion: [
            "What is, since when, what holds it up in order, what would end that and what a person can type; then the records "
                + "behind it, each with its cause."
        ],
        arguments: [ArgumentDescription(name: "ITEM", summary: "its id")],
        options: [.value("at", nil, "POINT", "a time or position ('help times')")],
        objects: [
            ObjectDescription(
                title: "one line",
                keys: [
                    ("item", "its id"), ("at", "position looked at"), ("icon", "a Material Symbols name"),
                    ("label", "what it showed"), ("detail", "or null"), ("transfer", "state of its transfer"),
                    ("blockers", "list of {code, needBytes, limitBytes, until}, the headline first"),
                    ("events", "list of {position, recordedAt, type, sentence} that led to it, the newest first"),
                    ("account", "all of it as a paragraph"),
                    ("nextAt", "time at which something happens by itself, or null; null for the past"),
                    ("commands", "list of {line, label}: what a person can type"),
                ])
        ],
        examples: [
            .init(line: "holdfast why guide", purpose: "Now."),
            .init(line: "holdfast why guide --at '2026-11-30 04:00'", purpose: "What held it up that night."),
        ],
        run: { invocation async throws(ToolFailure) in
            let point = try invocation.meaning.point(option: "at")
            let looking = try Looking(invocation)
            let id = invocation.meaning.operands[0]
            let place = try looking.point(point)
            let explanation = try looking.attempt {
                try looking.store.explain(id, at: place, phrases: looking.phrases)
            }
            guard var explanation else { throw looking.unknownItem(id, at: place) }
            if looking.console.isJSON {
                looking.console.data(try line(of: explanation, isPresent: point == nil, looking))
            } else {
                let isWorked = point == nil ? try looking.isWorkedNow() : false
                let account = try Account(explanation, isPresent: point == nil, looking)
                if point == nil, !isWorked { explanation.report = AtRest.told(explanation.report) }
                try show(explanation, account, looking)
            }
            return .done
        })

    private static func line(
        of explanation: Explanation, isPresent: Bool, _ looking: Looking
    ) throws(ToolFailure) -> JSONLine {
        let account = try Account(explanation, isPresent: isPresent, looking)
        let report = explanation.report
        var line = JSONLine()
        line.add("item", report.item.id)
        line.add("at", explanation.position)
        line.add("icon", report.affordance.icon?.symbol.rawValue)
        line.add("label", report.affordance.label)
        line.add("detail", report.affordance.detail)
        line.add("transfer", TransferWord.text(report.item.transfer))
        line.add("blockers", blockers: report.blockers)
        line.add("events", each: explanation.events) { line, event in
            line.add("position", event.record.position)
            line.add("recordedAt", time: event.record.recordedAt)
            line.add("type", event.record.event.typeName)
            line.add("sentence", Sentence(record: event.record, zone: looking.zone).text)
        }
        line.add("account", try account.paragraph())
        line.add("nextAt", time: account.nextAt)
        line.add("commands", each: try account.commands()) { line, command in
            line.add("line", command.line)
            line.add("label", command.label)
        }
        return line
    }

    private static func show(_ explanation: Explanation, _ account: Account, _ looking: Looking) throws(ToolFailure) {
        let (console, style, report) = (looking.console, looking.console.style, explanation.report)
        let icon = report.affordance.icon.map { Glyph($0.symbol).shown(in: style) + " " } ?? ""
        let words = [report.affordance.label, report.affordance.detail].compactMap { $0 }.filter { !$0.isEmpty }
        let shown = words.isEmpty ? TransferWord.text(report.item.transfer) : words.joined(separator: " · ")
        console.output.line(
            (style.icons == .none ? "" : icon) + style.paint(style.text("\(report.item.id): \(shown)"), .strong))
        for line in Wrap.lines(style.text(try account.paragraph()), width: style.width ?? .max) {
            console.output.line(line)
        }
        let commands = try account.commands()
        if !commands.isEmpty { console.output.line("What can be done:") }
        var table = Table([.init(title: ""), .init(title: "", isFlexible: true)])
        for command in commands { table.add([.init("  " + command.line), .init(command.label, .dim)]) }
        for line in table.lines(in: style, showsTitles: false) { console.output.line(line) }
        console.output.line("What led to it, the newest first:")
        for event in explanation.events {
            let about = event.subject.hasPrefix("item:") ? "" : event.subject + ": "
            let head =
                "  " + DisplayWidth.pad("#\(event.record.position)", to: 8)
                + LocalTime.text(event.record.recordedAt, looking.zone)
            let sentence = style.text(about + Sentence(record: event.record, zone: looking.zone).text)
            for line in Wrap.lines(sentence, width: style.width ?? .max, indent: DisplayWidth.of(head) + 2, lead: head)
            {
                console.output.line(line)
            }
        }
    }
}
