/// The manual page in roff, made from the list of commands and the topics of help.
enum ManualPage {
    static func lines(_ commands: [CommandDescription], version: String) -> [String] {
        var lines = [
            ".TH HOLDFAST 1 \"\" \"holdfast \(version)\" \"User Commands\"",
            ".SH NAME", "holdfast \\- keep files available offline, and look into what happened",
            ".SH SYNOPSIS", ".B holdfast", ".I VERB", "[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]",
            ".SH DESCRIPTION", text(HelpText.purpose),
            ".SH VERBS",
        ]
        for command in commands { lines += section(command) }
        lines += [".SH OPTIONS", "Of every verb, before or after its name."]
        lines += OptionDescription.globals.flatMap(entry)
        for topic in HelpTopic.all where topic.name != HelpTopic.exitCodes.name {
            lines += [".SH \(topic.name.uppercased().replacing("-", with: " "))"] + preformatted(topic.lines)
        }
        lines += [".SH EXIT STATUS"]
        for code in ExitCode.allCases { lines += [".TP", ".B \(code.rawValue)", text(code.meaning)] }
        lines += [".SH ENVIRONMENT"]
        for (name, meaning) in environment { lines += [".TP", ".B \(escaped(name))", text(meaning)] }
        return lines
    }

    /// All variables that are read.
    static let environment = [
        ("HOLDFAST_STORE", "the store, where --store does not name it"),
        ("XDG_DATA_HOME, HOME", "where the per-user store is"),
        ("HOLDFAST_PAGER, PAGER", "the program that shows long output; cat or nothing for none"),
        ("NO_COLOR", "no colour, whatever its value"),
        ("TERM", "dumb for neither colour nor drawing"),
        (
            "LC_ALL, LC_MESSAGES, LC_CTYPE, LANG",
            "the language with --language auto, and whether the terminal reads UTF-8"
        ),
        ("COLUMNS, LINES", "the size of a terminal that does not tell it"),
        ("TZ", "the time zone of times that are read and shown"),
    ]

    private static func section(_ command: CommandDescription) -> [String] {
        var lines = [".SS \(escaped(command.usageLine.dropFirst("holdfast ".count)))", text(command.summary + ".")]
        for paragraph in command.discussion { lines += [".PP", text(paragraph)] }
        for argument in command.arguments {
            lines += [".TP", ".I \(escaped(argument.usage))", text(argument.summary + Choices.tail(argument.choices))]
        }
        lines += command.options.flatMap(entry)
        for object in command.objects {
            lines += [".PP", text("With --json, \(object.title):")]
            for key in object.keys { lines += [".TP", ".B \(escaped(key.name))", text(key.meaning)] }
        }
        for (index, example) in command.examples.enumerated() {
            lines += [".PP", text((index == 0 ? "Examples: " : "") + example.purpose), ".PP", ".nf", ".RS"]
            lines += [text(example.line), ".RE", ".fi"]
        }
        return lines
    }

    private static func entry(_ option: OptionDescription) -> [String] {
        [".TP", ".B \(escaped(option.usage))", text(option.summary + Choices.tail(option.choices))]
    }

    private static func preformatted(_ lines: [String]) -> [String] {
        [".nf"] + lines.map { $0.isEmpty ? ".sp" : text($0) } + [".fi"]
    }

    /// A line of text, which must not begin like a request.
    private static func text(_ line: String) -> String {
        let plain = escaped(line)
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }

    /// A hyphen is a minus sign in roff only where it is told so, and only a minus sign can be copied into a shell.
    private static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
