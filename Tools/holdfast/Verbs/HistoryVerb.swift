import Holdfast
import HoldfastModel

/// `history ITEM`
enum HistoryVerb {
    static let description = CommandDescription(
        name: "history", group: .audit, summary: "An item's life, told in sentences",
        discussion: [
            "What belongs together is told together, with how long it took and where it stands in the log: an attempt and the "
                + "server's answer, a file's arrival and its proof, tries that went wrong one after another. --full "
                + "tells every record. A new part begins with each request."
        ],
        arguments: [ArgumentDescription(name: "ITEM", summary: "its id")],
        options: [.flag("full", nil, "a sentence for each record")],
        objects: [
            ObjectDescription(
                title: "a line for each record",
                keys: [
                    ("position", "of the record"), ("recordedAt", "when"), ("type", "of the event"),
                    ("sentence", "what happened"),
                ])
        ],
        examples: [
            .init(line: "holdfast history guide", purpose: "From its registration on."),
            .init(line: "holdfast history guide --full", purpose: "Every record."),
        ],
        run: { invocation async throws(ToolFailure) in
            let looking = try Looking(invocation)
            let id = invocation.meaning.operands[0]
            let positions = try looking.attempt { try looking.store.positions(ofSubject: "item:\(id)") }
            guard !positions.isEmpty else { throw looking.unknownItem(id) }
            looking.console.allowPager()
            if looking.console.isJSON {
                for position in positions where !looking.console.output.isEnded {
                    write(try looking.record(at: position).record, looking)
                }
                return .done
            }
            var records: [Record] = []
            for position in positions { records.append(try looking.record(at: position).record) }
            let isFull = invocation.meaning.has("full")
            let story = Story(records, isFull: isFull, zone: looking.zone)
            try StoryText(story, looking).show()
            if let present = try present(id, looking) { StoryText.show(present, lead: "Now", looking) }
            return .done
        })

    private static func write(_ record: Record, _ looking: Looking) {
        var line = JSONLine()
        line.add("position", record.position)
        line.add("recordedAt", time: record.recordedAt)
        line.add("type", record.event.typeName)
        line.add("sentence", Sentence(record: record, zone: looking.zone).text)
        looking.console.data(line)
    }

    /// How a story that is not over stands.
    private static func present(_ id: String, _ looking: Looking) throws(ToolFailure) -> String? {
        let explanation = try looking.attempt { try looking.store.explain(id, phrases: looking.phrases) }
        guard let explanation else { return nil }
        let item = explanation.report.item
        guard item.intent != nil || item.removal != .none else { return nil }
        return try Account(explanation, isPresent: true, looking).paragraph()
    }
}
