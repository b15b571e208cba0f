import HoldfastModel

/// `log`
enum LogVerb {
    struct Request: Sendable, Equatable {
        var limit: Int64?
        var newestFirst = false
        var follows = false
        /// Bounds; all that are given count.
        var since: PointInTime?
        var until: PointInTime?
        var from: UInt64?
        var to: UInt64?
        var items: [String] = []
        var types: [EventType] = []
        var actors: [ActorKind] = []
        var text: String?
    }

    static let description = CommandDescription(
        name: "log", group: .audit, summary: "The records, oldest first",
        discussion: [
            "A record is shown when it fits all filters; of a repeated filter one must fit. -n takes the newest that fit."
        ],
        options: [
            .value("count", "n", "NUMBER", "the newest NUMBER records only"),
            .flag("reverse", "r", "newest first"),
            .flag("follow", "f", "wait for more"),
            .value("since", nil, "TIME", "not earlier ('help times')"),
            .value("until", nil, "TIME", "not later"),
            .value("from", nil, "POSITION", "from this record on"),
            .value("to", nil, "POSITION", "up to this record"),
            .value("item", nil, "ITEM", "about this item", repeats: true),
            .value("type", nil, "TYPE", "of this type", repeats: true),
            .value("actor", nil, "ACTOR", "by user, app, policy, system, recovery, tool", repeats: true),
            .value("grep", nil, "TEXT", "its line contains TEXT, in any case"),
        ],
        objects: [RecordObject.description],
        examples: [
            .init(line: "holdfast log -n 20", purpose: "The newest 20 records."),
            .init(line: "holdfast log --item guide --since yesterday", purpose: "What happened to one item."),
            .init(line: "holdfast log -f --json --type transferFailed", purpose: "Failures as they happen."),
        ],
        run: { invocation async throws(ToolFailure) in
            let request = try request(invocation.meaning)
            let looking = try Looking(invocation)
            var reading = LogReading(request, looking)
            if request.follows {
                try await reading.follow()
            } else {
                looking.console.allowPager()
                try reading.run()
            }
            return .done
        })

    static func request(_ meaning: Meaning) throws(ToolFailure) -> Request {
        var request = Request()
        request.limit = try meaning.value("count") { text throws(ValueError) in
            try NumberText.parse(text, in: 0...Int64.max)
        }
        request.newestFirst = meaning.has("reverse")
        request.follows = meaning.has("follow")
        request.since = try meaning.point(option: "since")
        request.until = try meaning.point(option: "until")
        request.from = try meaning.position(option: "from")
        request.to = try meaning.position(option: "to")
        request.items = meaning.arguments.all("item")
        request.text = meaning.text("grep")
        for text in meaning.arguments.all("type") {
            request.types.append(try pick(text, "--type", EventType.allCases, meaning))
        }
        for text in meaning.arguments.all("actor") {
            request.actors.append(try pick(text, "--actor", ActorKind.allCases, meaning))
        }
        // What would be shown is decided when it comes.
        if request.follows, request.newestFirst || request.until != nil || request.to != nil {
            throw meaning.usage("-f waits for what comes, which does not go with -r, --until or --to.")
        }
        if let from = request.from, let to = request.to, from > to {
            throw meaning.usage("--from \(from) is after --to \(to).")
        }
        return request
    }

    private static func pick<Value>(_ text: String, _ option: String, _ known: [Value], _ meaning: Meaning)
        throws(ToolFailure) -> Value
    {
        guard let found = known.first(where: { "\($0)" == text }) else {
            let names = known.map { "\($0)" }
            throw meaning.usage(
                "\(option): there is no '\(text)'.",
                suggestion: Similarity.question(text, among: names) ?? "Known are: \(names.joined(separator: ", ")).")
        }
        return found
    }
}
