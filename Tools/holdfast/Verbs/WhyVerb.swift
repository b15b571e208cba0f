import Holdfast
import HoldfastModel

/// `why ITEM`
enum WhyVerb {
    static let description = CommandDescription(
        name: "why", group: .audit, summary: "Why an item is as it is: blockers and their causes",
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
                looking.console.data(line(of: explanation, looking))
            } else {
                let device = try looking.read { $0.environment() }
                let isAtRest = point == nil && !looking.isWorked(device)
                if isAtRest { explanation.report = AtRest.told(explanation.report) }
                show(explanation, isAtRest: isAtRest && AtRest.applies(to: explanation.report), looking)
            }
            return .done
        })

    private static func line(of explanation: Explanation, _ looking: Looking) -> JSONLine {
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
        return line
    }

    private static func show(_ explanation: Explanation, isAtRest: Bool, _ looking: Looking) {
        let (console, style, report) = (looking.console, looking.console.style, explanation.report)
        let icon = report.affordance.icon.map { Glyph($0.symbol).shown(in: style) + " " } ?? ""
        let words = [report.affordance.label, report.affordance.detail].compactMap { $0 }.filter { !$0.isEmpty }
        let shown = words.isEmpty ? TransferWord.text(report.item.transfer) : words.joined(separator: " · ")
        console.output.line(
            (style.icons == .none ? "" : icon) + style.paint(style.text("\(report.item.id): \(shown)"), .strong))
        var reasons = explanation.reasons.compactMap { reason in
            let words =
                if let blocker = reason.blocker {
                    BlockerText.text(blocker, now: looking.now, looking.zone)
                } else {
                    WaitText.own(report.item, now: looking.now, looking.zone)
                }
            return words.map { "  " + $0 + (reason.position.map { " (#\($0))" } ?? "") }
        }
        if isAtRest { reasons.append("  " + AtRest.reason) }
        if !reasons.isEmpty { console.output.line("Held up by:") }
        for reason in reasons { console.output.line(style.text(reason)) }
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
