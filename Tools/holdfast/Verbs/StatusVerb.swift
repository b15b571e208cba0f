import Holdfast
import HoldfastModel

/// `status`
enum StatusVerb {
    static let description = CommandDescription(
        name: "status", group: .see, summary: "What is available offline, and what is on its way",
        discussion: [
            "The offline place: how the app is connected, each item with what it shows and which actions it offers, and the "
                + "storage used and free. Where no engine runs, the connection is what was last known, with its time."
        ],
        options: [.flag("all", nil, "all items, not only the first 50"), .watch],
        objects: [
            ObjectDescription(
                title: "the first line",
                keys: [
                    ("kind", "\"app\""), ("indicator", "name of an icon, or null"), ("text", "what it says, or null"),
                    ("action", "what it offers, or null"), ("isCurrent", "false where no engine runs"),
                    ("asOf", "time of the last observation of the network, or null"), ("items", "their number"),
                ]),
            ObjectDescription(
                title: "a line for each item",
                keys: [
                    ("kind", "\"item\""), ("item", "its id"), ("title", "or null"), ("icon", "a Material Symbols name"),
                    ("label", "the word beside it"), ("detail", "or null"), ("progressBp", "0 to 10000, or null"),
                    ("primary", "the main action's code, or null"), ("secondary", "list of further actions' codes"),
                    ("sizeBytes", "or null"), ("isSizeExact", "true or false"),
                ]),
            ObjectDescription(
                title: "the last line",
                keys: [
                    ("kind", "\"storage\""), ("usedBytes", "by files available offline"),
                    ("partialBytes", "by unfinished files"), ("freeBytes", "on the volume, or null"),
                    ("quotaBytes", "or null"),
                ]),
        ],
        examples: [
            .init(line: "holdfast status", purpose: "The first 50 items."),
            .init(line: "holdfast status --json", purpose: "For scripts."),
        ],
        run: { invocation async throws(ToolFailure) in
            let looking = try Looking(invocation)
            let limit = invocation.meaning.has("all") ? Int.max : shownCount
            return try await Watch.show(looking, again: invocation.meaning.has("watch")) { () throws(ToolFailure) in
                try sight(limit, looking)
            }
        })

    private static func sight(_ limit: Int, _ looking: Looking) throws(ToolFailure) -> Sight {
        let place = try OfflinePlace(looking, limit: limit)
        let console = looking.console
        return Sight(
            lines: console.isJSON ? place.objects.map(\.text) : place.lines(in: console.style),
            restCount: place.restCount)
    }

    /// Items shown without `--all`.
    static let shownCount = 50
}

extension OptionDescription {
    static let watch = OptionDescription.flag("watch", nil, "show it again whenever it changes, until Ctrl-C")
}
