/// `help [TOPIC]`
enum HelpVerb {
    static let description = CommandDescription(
        name: "help", group: .help, summary: "Help about a verb or a topic",
        arguments: [
            ArgumentDescription(
                name: "TOPIC", count: .optional, summary: "a verb, or one of the topics that 'help' lists")
        ],
        examples: [
            .init(line: "holdfast help exit-codes", purpose: "How holdfast ends, for scripts."),
            .init(line: "holdfast help log", purpose: "All about one verb."),
        ],
        run: { invocation throws(ToolFailure) in
            try show(nil, isFull: true, topics: invocation.meaning.operands, invocation.console)
            return .done
        })

    /// Help that was asked for is data: it goes to stdout.
    static func show(_ command: CommandDescription?, isFull: Bool, topics: [String], _ console: Console)
        throws(ToolFailure)
    {
        let lines: [String]
        if let command, command.name != description.name || topics.isEmpty {
            lines = isFull ? HelpText.full(command) : HelpText.brief(command)
        } else if let topic = topics.first {
            lines = try self.lines(topic)
        } else {
            lines = isFull ? HelpText.full(CommandList.all) : HelpText.brief(CommandList.all)
        }
        if isFull { console.allowPager() }
        for line in lines { console.output.line(line) }
    }

    private static func lines(_ topic: String) throws(ToolFailure) -> [String] {
        if let command = CommandList.all.first(where: { $0.name == topic }) { return HelpText.full(command) }
        if let found = HelpTopic.all.first(where: { $0.name == topic }) { return found.lines }
        throw .usage(
            "there is no help about '\(topic)'.",
            suggestion: Similarity.question(
                topic, among: HelpTopic.all.map(\.name) + CommandList.all.map(\.name)), of: description)
    }
}
