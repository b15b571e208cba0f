import HoldfastModel

/// `note`
enum NoteVerb {
    static let description = CommandDescription(
        name: "note", group: .run, summary: "Write a remark into the log",
        discussion: [
            "For whoever reads the log later: what a person saw or did at this point. The text is kept apart from the record, so that "
                + "it can be erased; the record stays."
        ],
        arguments: [ArgumentDescription(name: "TEXT", summary: "1 to 4096 bytes")],
        options: [
            .value("item", nil, "ITEM", "about this item: 'history' shows it"),
            .value("about", nil, "POSITION", "about this record"),
        ],
        objects: [OutcomeObject.description],
        examples: [
            .init(line: "holdfast note 'Router replaced'", purpose: "About the store as a whole."),
            .init(
                line: "holdfast note 'Server was down, see ticket 77' --item guide --about 412",
                purpose: "About a failure."),
        ],
        run: { invocation async throws(ToolFailure) in
            let meaning = invocation.meaning
            let item = meaning.text("item")
            let command = Command.note(
                item: item, target: try meaning.position(option: "about"), text: meaning.operands[0])
            return try await Acting.perform(invocation) { _ in [Errand(item: item, [command], done: "noted")] }
        })
}
