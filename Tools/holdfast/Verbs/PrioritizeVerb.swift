import Holdfast
import HoldfastModel

/// `prioritize`
enum PrioritizeVerb {
    enum Place: Sendable, Equatable {
        case priority(Int64)
        case first, last
        case before(String)
    }

    static let description = CommandDescription(
        name: "prioritize", group: .run, summary: "Change the order of the queue",
        discussion: [
            "Of two wanted items the one with the higher priority starts first; of the same priority, the one that stands before. "
                + "--first gives an item the highest priority and --last the lowest of the queue; --before puts it before another, "
                + "with that one's priority. Several items keep "
                + "the order in which they were named. What runs already goes on."
        ],
        arguments: [.items],
        options: [
            .group, .flag("all", nil, "all items that are wanted"),
            .value("priority", nil, "NUMBER", "-100 to 100, higher runs first"),
            .flag("first", nil, "before all others"), .flag("last", nil, "after all others"),
            .value("before", nil, "ITEM", "before this one"),
        ],
        objects: [OutcomeObject.description],
        examples: [
            .init(line: "holdfast prioritize guide --first", purpose: "It is the next to start."),
            .init(line: "holdfast prioritize harz.pmtiles --before guide", purpose: "One before another."),
            .init(line: "holdfast prioritize --group trip --priority 9", purpose: "A group before all else."),
        ],
        run: { invocation async throws(ToolFailure) in
            let (selection, place) = (try invocation.meaning.selection(), try place(invocation.meaning))
            return try await Acting.perform(invocation) { reader in
                let ids = try selection.ids(reader, where: { $0.intent != nil })
                // The lowest priority that is asked for: behind it there is nobody.
                let lowest = place == .last ? try reader.queue().last?.intent?.priority : nil
                // Each that goes to the front would stand before the one that went there first.
                return (place == .first ? ids.reversed() : ids).map {
                    Errand(item: $0, [command($0, place, lowest: lowest)], done: "moved")
                }
            }
        })

    static func place(_ meaning: Meaning) throws(ToolFailure) -> Place {
        var places: [Place] = []
        if let priority = try meaning.value("priority", NumberText.priority) { places.append(.priority(priority)) }
        if meaning.has("first") { places.append(.first) }
        if meaning.has("last") { places.append(.last) }
        if let other = meaning.text("before") { places.append(.before(other)) }
        guard let place = places.first, places.count == 1 else {
            throw meaning.usage("say one of --priority, --first, --last and --before.")
        }
        return place
    }

    private static func command(_ id: String, _ place: Place, lowest: Int64?) -> Command {
        switch place {
        case .priority(let priority): .reprioritise(item: id, priority: priority, place: nil, before: nil)
        case .first: .reprioritise(item: id, priority: Intent.priorities.upperBound, place: .first, before: nil)
        case .last: .reprioritise(item: id, priority: lowest, place: .last, before: nil)
        case .before(let other): .reprioritise(item: id, priority: nil, place: .before, before: other)
        }
    }
}
