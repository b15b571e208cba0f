import Holdfast
import HoldfastModel

/// `bisect`
enum BisectVerb {
    enum Question: Sendable {
        case predicate(Predicate)
        case command([String])
    }

    struct Request: Sendable {
        var question: Question
        var from: PointInTime
        var to: PointInTime?
    }

    static let description = CommandDescription(
        name: "bisect", group: .audit, summary: "Find the first record after which something is so",
        discussion: [
            "With --where, the first position after which the expression holds ('help expressions'). It must not hold at the "
                + "beginning; that it ends again later does no harm.",
            "With a command behind '--', the command is asked about one position after another, as git bisect run does: it "
                + "ends with 0 where all is still old, with 1 to 127 where it is new, with 125 where it cannot tell, and with "
                + "128 or more to give up. It finds the position in $HOLDFAST_AT and the store in $HOLDFAST_STORE, so that "
                + "'holdfast state --at \"$HOLDFAST_AT\"' shows the state. What it prints goes to stderr. Positions that it "
                + "calls old must come before those that it calls new.",
        ],
        arguments: [
            ArgumentDescription(
                name: "COMMAND", count: .any, summary: "behind '--'; ends with 0 for old, 1 for new")
        ],
        options: [
            .value("where", nil, "EXPR", "where this begins to hold ('help expressions')"),
            .value("from", nil, "POINT", "old there; else the empty state ('help times')"),
            .value("to", nil, "POINT", "new there; else the head"),
        ],
        objects: [
            ObjectDescription(
                title: "one line",
                keys: ChangedRecord.keys + [
                    ("sentence", "what happened"), ChangedRecord.changesKey,
                    ("old", "the last position known to be old; null for the empty state"),
                    ("asked", "how often the command ran; null with --where"),
                ])
        ],
        examples: [
            .init(line: "holdfast bisect --where 'item(guide).installed'", purpose: "When an item came."),
            .init(
                line: "holdfast bisect --where 'used > 1GB' --from yesterday",
                purpose: "When more than that was used, since yesterday."),
            .init(line: "holdfast bisect -- ./is-it-still-good.sh", purpose: "By a program of one's own."),
        ],
        run: { invocation async throws(ToolFailure) in
            let request = try request(invocation.meaning)
            let looking = try Looking(invocation)
            let range = try range(request, looking)
            switch request.question {
            case .predicate(let predicate):
                looking.console.say("Looking for the first position after which \(predicate.text) holds.")
                let found = try PredicateSearch(predicate: predicate, looking: looking).run(range)
                try tell(found, old: found == 0 ? nil : found - 1, asked: nil, looking)
            case .command(let words):
                guard !range.isEmpty else {
                    throw ToolFailure(.answerIsNo, "there are no records to ask about.")
                }
                let (old, new) = (Int64(clamping: range.lowerBound) - 1, Int64(clamping: range.upperBound) - 1)
                var search = try CommandSearch(words, looking)
                guard let end = try search.run(old: old, new: new) else {
                    looking.console.tell("Interrupted; nothing was decided.")
                    return .interrupted
                }
                try tell(end, asked: search.asked, looking)
            }
            return .done
        })

    static func request(_ meaning: Meaning) throws(ToolFailure) -> Request {
        let predicate = try meaning.predicate(option: "where")
        let command = meaning.operands
        guard (predicate == nil) != command.isEmpty else {
            throw meaning.usage(
                predicate == nil
                    ? "say what to look for: --where EXPR, or a command behind '--'."
                    : "--where and a command were given; one of both says what is meant.")
        }
        guard command.first != "" else { throw meaning.usage("COMMAND is empty.") }
        return Request(
            question: predicate.map { .predicate($0) } ?? .command(command),
            from: try meaning.point(option: "from") ?? .position(-1), to: try meaning.point(option: "to"))
    }

    /// The records that may be the answer.
    private static func range(_ request: Request, _ looking: Looking) throws(ToolFailure) -> Range<UInt64> {
        let start = try looking.count(looking.point(request.from, .lower))
        let end = try looking.count(looking.point(request.to))
        guard start < end || start == 0 else {
            throw looking.usage("--from does not stand before --to.", of: description)
        }
        return start..<end
    }

    private static func tell(_ search: Halving, asked: Int64, _ looking: Looking) throws(ToolFailure) {
        guard let new = UInt64(exactly: search.new) else { return }
        if search.isDoubtful {
            throw ToolFailure(
                .answerIsNo,
                "the first new position is one of #\(search.old + 1) to #\(new): those before #\(new) were skipped.",
                advice: "#\(search.old < 0 ? "-1" : "\(search.old)") is the last that is old.")
        }
        try tell(new, old: UInt64(exactly: search.old), asked: asked, looking)
    }

    private static func tell(
        _ position: UInt64, old: UInt64?, asked: Int64?, _ looking: Looking
    ) throws(ToolFailure) {
        let found = try ChangedRecord(at: position, looking)
        guard looking.console.isJSON else { return found.show(looking, sentence: true) }
        var line = JSONLine()
        found.write(to: &line)
        line.add("sentence", Sentence(record: found.record, zone: looking.zone).text)
        found.writeChanges(to: &line)
        line.add("old", old)
        line.add("asked", asked)
        looking.console.data(line)
    }
}
