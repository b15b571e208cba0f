import HoldfastModel

/// `pin` and `unpin`
enum PinVerb {
    static let description = CommandDescription(
        name: "pin", group: .run, summary: "Keep files from making way for others",
        discussion: [
            "Where storage.eviction lets downloaded files make way by themselves when room is needed, those of a pinned item stay. "
                + "It may be pinned before it is there. 'remove' removes it all the same."
        ],
        arguments: [.items],
        options: [.group, .flag("all", nil, "all items registered now")],
        objects: [OutcomeObject.description],
        examples: [.init(line: "holdfast pin guide", purpose: "It goes when you remove it, and not before.")],
        run: { invocation async throws(ToolFailure) in try await perform(invocation, isPinned: true, "pinned") })

    static let unpin = CommandDescription(
        name: "unpin", group: .run, summary: "Let files make way again",
        arguments: [.items],
        options: [.group, .flag("all", nil, "all items that are pinned")],
        objects: [OutcomeObject.description],
        examples: [.init(line: "holdfast unpin --all", purpose: "As it was before any was pinned.")],
        run: { invocation async throws(ToolFailure) in
            try await perform(invocation, isPinned: false, "not pinned any more")
        })

    private static func perform(_ invocation: Invocation, isPinned: Bool, _ done: String) async throws(ToolFailure)
        -> ExitCode
    {
        let selection = try invocation.meaning.selection()
        return try await Acting.perform(invocation) { reader in
            try selection.ids(reader, where: { $0.isPinned != isPinned }).map {
                Errand(item: $0, [.pin(item: $0, isPinned)], done: done)
            }
        }
    }
}
