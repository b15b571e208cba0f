import Holdfast
import HoldfastModel

/// `remove` and `undo`
enum RemoveVerb {
    struct Request: Sendable, Equatable {
        var selection: Selection
        var isImmediate: Bool
        /// Do not ask before removing all.
        var isForced: Bool
    }

    static let description = CommandDescription(
        name: "remove", group: .run, summary: "Delete downloaded files to make space",
        discussion: [
            "Ends as soon as the removal is recorded. The file is deleted when the undo window has passed (setting "
                + "ui.undoMs), by 'holdfast run' or the app; until then 'undo' takes it back. --now leaves the window out.",
            "Removing everything asks first on a terminal; elsewhere it needs --force.",
        ],
        arguments: [.items],
        options: [
            .group, .flag("all", nil, "all downloaded files"),
            .flag("now", nil, "without an undo window"),
            .flag("force", nil, "do not ask before removing all"),
        ],
        objects: [OutcomeObject.description],
        examples: [
            .init(line: "holdfast remove guide", purpose: "Can be undone for a moment."),
            .init(line: "holdfast remove guide --now", purpose: "Cannot be undone."),
        ],
        run: { invocation async throws(ToolFailure) in
            let request = try request(invocation.meaning)
            if request.selection == .all, !request.isForced {
                try Confirmation.ask("Remove all downloaded files?", force: "--force", invocation.console)
            }
            return try await Acting.perform(invocation) { reader in
                let ids = try request.selection.ids(reader) { $0.installed != nil && $0.removal == .none }
                return try ids.map { id in
                    let isHere = try reader.item(id)?.installed != nil
                    let undo = request.isImmediate ? "" : "; 'holdfast undo' takes it back"
                    return Errand(
                        item: id, [.remove(item: id, reason: .user, isImmediate: request.isImmediate)],
                        done: isHere ? "will be removed" + undo : "cancelled; nothing was downloaded yet")
                }
            }
        })

    static let undo = CommandDescription(
        name: "undo", group: .run, summary: "Take back a removal that has not begun",
        arguments: [.items],
        options: [.group, .flag("all", nil, "all removals that have not begun")],
        objects: [OutcomeObject.description],
        examples: [.init(line: "holdfast undo guide", purpose: "The file stays.")],
        run: { invocation async throws(ToolFailure) in
            let selection = try invocation.meaning.selection()
            return try await Acting.perform(invocation) { reader in
                let ids = try selection.ids(reader) { if case .pending = $0.removal { true } else { false } }
                return ids.map { Errand(item: $0, [.undoRemoval(item: $0)], done: "stays") }
            }
        })

    static func request(_ meaning: Meaning) throws(ToolFailure) -> Request {
        Request(
            selection: try meaning.selection(), isImmediate: meaning.has("now"), isForced: meaning.has("force"))
    }
}
