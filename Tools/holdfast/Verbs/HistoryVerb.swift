import Holdfast
import HoldfastModel

/// `history ITEM`
enum HistoryVerb {
    static let description = CommandDescription(
        name: "history", group: .audit, summary: "An item's life, told in sentences",
        arguments: [ArgumentDescription(name: "ITEM", summary: "its id")],
        objects: [
            ObjectDescription(
                title: "a line for each step",
                keys: [
                    ("position", "of the record"), ("recordedAt", "when"), ("type", "of the event"),
                    ("sentence", "what happened"),
                ])
        ],
        examples: [.init(line: "holdfast history guide", purpose: "From its registration on.")],
        run: { invocation async throws(ToolFailure) in
            let looking = try Looking(invocation)
            let id = invocation.meaning.operands[0]
            let positions = try looking.attempt { try looking.store.positions(ofSubject: "item:\(id)") }
            guard !positions.isEmpty else { throw looking.unknownItem(id) }
            looking.console.allowPager()
            for (index, position) in positions.enumerated() {
                let record = try looking.record(at: position).record
                let next = index + 1 < positions.count ? positions[index + 1] : nil
                if try isPassing(record, next, looking) { continue }
                tell(record, looking)
                if looking.console.output.isEnded { break }
            }
            return .done
        })

    /// Of checkpoints in a row only the last is worth a sentence.
    private static func isPassing(_ record: Record, _ next: UInt64?, _ looking: Looking) throws(ToolFailure) -> Bool {
        guard !looking.console.isJSON, case .transferCheckpointed = record.event, let next,
            case .transferCheckpointed = try looking.record(at: next).record.event
        else { return false }
        return true
    }

    private static func tell(_ record: Record, _ looking: Looking) {
        let sentence = Sentence(record: record, zone: looking.zone).text
        let console = looking.console
        guard !console.isJSON else {
            var line = JSONLine()
            line.add("position", record.position)
            line.add("recordedAt", time: record.recordedAt)
            line.add("type", record.event.typeName)
            line.add("sentence", sentence)
            return console.data(line)
        }
        let head = LocalTime.text(record.recordedAt, looking.zone)
        for line in Wrap.lines(
            console.style.text(sentence), width: console.style.width ?? .max, indent: DisplayWidth.of(head) + 2,
            lead: head)
        {
            console.output.line(line)
        }
    }
}
