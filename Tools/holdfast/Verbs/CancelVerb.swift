import Holdfast
import HoldfastModel

/// `cancel`
enum CancelVerb {
    struct Request: Sendable, Equatable {
        var selection: Selection
        var keepsPartial: Bool
    }

    static let description = CommandDescription(
        name: "cancel", group: .run, summary: "Withdraw the wish to download",
        discussion: [
            "What was received so far is kept, so that a later request continues it, unless --discard is given. "
                + "A version that is already available offline stays; 'remove' removes it."
        ],
        arguments: [.items],
        options: [
            .group, .flag("all", nil, "all items that are wanted"),
            .flag("discard", nil, "also discard what was received so far"),
        ],
        objects: [OutcomeObject.description],
        examples: [
            .init(line: "holdfast cancel guide", purpose: "What was received is kept."),
            .init(line: "holdfast cancel --all --discard", purpose: "An empty queue and no unfinished files."),
        ],
        run: { invocation async throws(ToolFailure) in
            let request = try request(invocation.meaning)
            return try await Acting.perform(invocation) { reader in
                try request.selection.ids(reader, where: { $0.intent != nil }).map { id in
                    Errand(
                        item: id, [.cancel(item: id, keepsPartial: request.keepsPartial)],
                        done: request.keepsPartial ? "cancelled" : "cancelled, what was received is discarded")
                }
            }
        })

    static func request(_ meaning: Meaning) throws(ToolFailure) -> Request {
        Request(selection: try meaning.selection(), keepsPartial: !meaning.has("discard"))
    }
}
