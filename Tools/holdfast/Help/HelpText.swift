/// Help, made from the list of commands. Short help fits a screen of 80 columns and 24 rows.
enum HelpText {
    static let width = 79
    static let briefRows = 23
    static let purpose =
        "Keeps files from the network available offline, and records every step so that what happened, and why, can be looked up "
        + "and proved later."

    /// The verbs that most people come for.
    static let first = ["add", "run", "status", "why", "log", "replay", "report", "verify"]

    static func brief(_ commands: [CommandDescription]) -> [String] {
        var lines = ["usage: " + CommandDescription.generalUsageLine, ""]
        for command in commands where first.contains(command.name) {
            let head = ([command.name] + command.arguments.map(\.usage)).joined(separator: " ")
            lines.append("  " + DisplayWidth.pad(head, to: 12) + command.summary)
        }
        lines += ["", "All verbs:"]
        for group in CommandDescription.Group.allCases {
            let names = commands.filter { $0.group == group }.map(\.name)
            guard !names.isEmpty else { continue }
            lines += Wrap.lines(names.joined(separator: " "), width: width, indent: 10, lead: "  " + group.rawValue)
        }
        return lines + ["", "'holdfast VERB -h' tells more; 'holdfast help' lists verbs and topics."]
    }

    static func full(_ commands: [CommandDescription]) -> [String] {
        var lines = ["usage: " + CommandDescription.generalUsageLine, ""]
        lines += Wrap.lines(purpose, width: width)
        for group in CommandDescription.Group.allCases {
            let members = commands.filter { $0.group == group }
            lines += ["", title(group) + ":"]
            for command in members {
                let head = ([command.name] + command.arguments.map(\.usage)).joined(separator: " ")
                lines += Wrap.lines(command.summary, width: width, indent: 22, lead: "  " + head)
            }
        }
        lines += ["", "Options of every verb:"] + options(OptionDescription.globals)
        lines += ["", "Topics for 'holdfast help TOPIC':"]
        for topic in HelpTopic.all {
            lines += Wrap.lines(topic.summary, width: width, indent: 22, lead: "  " + topic.name)
        }
        return lines
    }

    static func brief(_ command: CommandDescription) -> [String] {
        var lines = ["usage: " + command.usageLine, command.summary]
        let named = arguments(command, onlyFirstLine: true) + options(command.options, onlyFirstLine: true)
        if !named.isEmpty { lines += [""] + named }
        lines.append("")
        for example in command.examples.prefix(2) { lines += self.example(example, inOneLine: true) }
        return lines + ["", "'holdfast \(command.name) --help' tells more, with the options of every verb."]
    }

    static func full(_ command: CommandDescription) -> [String] {
        var lines = ["usage: " + command.usageLine, "", command.summary + "."]
        for paragraph in command.discussion { lines += [""] + Wrap.lines(paragraph, width: width) }
        if !command.arguments.isEmpty { lines += ["", "Arguments:"] + arguments(command) }
        if !command.options.isEmpty { lines += ["", "Options:"] + options(command.options) }
        lines += ["", "Options of every verb:"] + options(OptionDescription.globals)
        for object in command.objects {
            lines += ["", "With --json, \(object.title):"]
            for key in object.keys {
                lines += Wrap.lines(key.meaning, width: width, indent: 26, lead: "  " + key.name)
            }
        }
        lines += ["", "Examples:"]
        for example in command.examples { lines += self.example(example, inOneLine: false) }
        return lines
    }

    private static func title(_ group: CommandDescription.Group) -> String {
        switch group {
        case .run: "Get and keep"
        case .see: "See"
        case .audit: "Look into the past"
        case .prove: "Prove"
        case .keep: "Look after"
        case .help: "Help"
        }
    }

    private static func arguments(_ command: CommandDescription, onlyFirstLine: Bool = false) -> [String] {
        command.arguments.flatMap {
            entry("  " + $0.usage, $0.summary + (onlyFirstLine ? "" : Choices.tail($0.choices)), onlyFirstLine)
        }
    }

    private static func options(_ options: [OptionDescription], onlyFirstLine: Bool = false) -> [String] {
        options.flatMap {
            entry("  " + $0.usage, $0.summary + (onlyFirstLine ? "" : Choices.tail($0.choices)), onlyFirstLine)
        }
    }

    private static func entry(_ head: String, _ summary: String, _ onlyFirstLine: Bool) -> [String] {
        guard onlyFirstLine else { return Wrap.lines(summary, width: width, indent: 28, lead: head) }
        return [DisplayWidth.cut(DisplayWidth.pad(head, to: 26) + "  " + summary, to: width, mark: "…")]
    }

    private static func example(_ example: CommandDescription.Example, inOneLine: Bool) -> [String] {
        inOneLine ? ["  " + example.line] : ["  " + example.line] + Wrap.lines(example.purpose, width: width, indent: 6)
    }
}
