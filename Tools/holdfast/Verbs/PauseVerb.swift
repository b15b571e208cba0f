import HoldfastModel

/// `pause` and `resume`
enum PauseVerb {
    static let description = CommandDescription(
        name: "pause", group: .run, summary: "Hold downloads; what was received is kept",
        discussion: [
            "A paused item waits until it is resumed, or until the time given. --group and --all pause all downloads there, also "
                + "those requested later, and are lifted by 'resume' with the same; an item paused by itself stays paused then."
        ],
        arguments: [.items],
        options: [
            .group, .flag("all", nil, "all downloads"),
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
        arguments: [.items],
        options: [.group, .flag("all", nil, "the pause of all downloads")],
        objects: [OutcomeObject.description],
        examples: [.init(line: "holdfast resume guide", purpose: "One item.")],
        run: { invocation async throws(ToolFailure) in
            let errands = try errands(resumeCommands(invocation.meaning), "resumed")
            return try await Acting.perform(invocation) { _ in errands }
        })

    static func pauseCommands(_ meaning: Meaning) throws(ToolFailure) -> [Command] {
        let until = try meaning.future(option: "until")
        return try meaning.selection().scopes.map { .pause($0, until: until) }
    }

    static func resumeCommands(_ meaning: Meaning) throws(ToolFailure) -> [Command] {
        try meaning.selection().scopes.map { .resume($0) }
    }

    private static func errands(_ commands: [Command], _ done: String) -> [Errand] {
        commands.map { command in
            switch command {
            case .pause(let scope, _), .resume(let scope): Errand(scope, [command], done: done)
            default: Errand([command], done: done)
            }
        }
    }
}
