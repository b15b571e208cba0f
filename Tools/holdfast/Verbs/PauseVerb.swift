import HoldfastModel

/// `pause` and `resume`
enum PauseVerb {
    private static let items = ArgumentDescription(name: "ITEM", count: .any, summary: "ids of items")

    static let description = CommandDescription(
        name: "pause", group: .run, summary: "Hold downloads; what was received is kept",
        discussion: [
            "A paused item waits until it is resumed, or until the time given. --all pauses all downloads, also those "
                + "requested later, and is lifted by 'resume --all'; an item paused by itself stays paused then."
        ],
        arguments: [items],
        options: [
            .flag("all", nil, "all downloads"),
            .value("until", nil, "TIME", "resume by itself then, such as +2h or tomorrow"),
        ],
        objects: [OutcomeObject.description],
        examples: [
            .init(line: "holdfast pause guide", purpose: "One item."),
            .init(line: "holdfast pause --all --until +2h", purpose: "All downloads, for two hours."),
        ],
        run: { invocation async throws(ToolFailure) in
            let errands = try errands(pauseCommands(invocation.meaning), "paused")
            return try await Acting.perform(invocation) { _ in errands }
        })

    static let resume = CommandDescription(
        name: "resume", group: .run, summary: "Lift a pause",
        arguments: [items],
        options: [.flag("all", nil, "the pause of all downloads")],
        objects: [OutcomeObject.description],
        examples: [.init(line: "holdfast resume guide", purpose: "One item.")],
        run: { invocation async throws(ToolFailure) in
            let errands = try errands(resumeCommands(invocation.meaning), "resumed")
            return try await Acting.perform(invocation) { _ in errands }
        })

    static func pauseCommands(_ meaning: Meaning) throws(ToolFailure) -> [Command] {
        let until = try meaning.future(option: "until")
        return targets(try meaning.selection()).map { .pause($0, until: until) }
    }

    static func resumeCommands(_ meaning: Meaning) throws(ToolFailure) -> [Command] {
        targets(try meaning.selection()).map { .resume($0) }
    }

    private static func errands(_ commands: [Command], _ done: String) -> [Errand] {
        commands.map { command in
            switch command {
            case .pause(.item(let id), _), .resume(.item(let id)): Errand(item: id, [command], done: done)
            default: Errand([command], done: "all downloads \(done)")
            }
        }
    }

    private static func targets(_ selection: Selection) -> [Scope] {
        switch selection {
        case .all: [.all]
        case .items(let ids): ids.map { .item($0) }
        }
    }
}
