/// One verb: all that parsing, help, completions and the manual page need to know of it.
struct CommandDescription: Sendable {
    var name: String
    var group: Group
    /// One line, without a full stop.
    var summary: String
    /// Paragraphs for the full help.
    var discussion: [String] = []
    var arguments: [ArgumentDescription] = []
    var options: [OptionDescription] = []
    /// The objects that `--json` writes.
    var objects: [ObjectDescription] = []
    var examples: [Example]
    var run: @Sendable (Invocation) async throws(ToolFailure) -> ExitCode

    enum Group: String, CaseIterable, Sendable {
        case run, see, audit, prove, keep, help
    }

    /// A whole command line, as typed, and what it is good for.
    struct Example: Sendable {
        var line: String
        var purpose: String
    }

    static let generalUsageLine = "holdfast VERB [OPTIONS] [ARGUMENTS]"

    var usageLine: String {
        let options = self.options.isEmpty ? [] : ["[OPTIONS]"]
        return (["holdfast", name] + options + arguments.map(\.usage)).joined(separator: " ")
    }

    func option(named long: String) -> OptionDescription? {
        options.first { $0.long == long } ?? OptionDescription.globals.first { $0.long == long }
    }

    func option(short: Character) -> OptionDescription? {
        options.first { $0.short == short } ?? OptionDescription.globals.first { $0.short == short }
    }
}

/// A word of the command line that is not an option.
struct ArgumentDescription: Sendable {
    var name: String
    var count = Count.one
    var summary: String
    /// The only words allowed; empty where any text is.
    var choices: [String] = []

    enum Count: Sendable {
        case one, optional, oneOrMore, any
    }

    var usage: String {
        let shown = Choices.isSpelled(choices) ? choices.joined(separator: "|") : name
        return switch count {
        case .one: shown
        case .optional: "[\(shown)]"
        case .oneOrMore: "\(shown)..."
        case .any: "[\(shown)...]"
        }
    }

    var minimum: Int { count == .one || count == .oneOrMore ? 1 : 0 }
    var maximum: Int { count == .one || count == .optional ? 1 : Int.max }
}

/// The only words that an argument or an option takes.
enum Choices {
    /// Whether the usage line spells them; more than three are left to the list below it.
    static func isSpelled(_ choices: [String]) -> Bool { (1...3).contains(choices.count) }

    /// `on or off`, `a, b or c`.
    static func text(_ choices: [String]) -> String {
        let lead = choices.dropLast().joined(separator: ", ")
        return lead.isEmpty ? choices.joined() : lead + " or " + (choices.last ?? "")
    }

    /// What stands behind a summary where the usage line does not spell them.
    static func tail(_ choices: [String]) -> String {
        choices.isEmpty || isSpelled(choices) ? "" : ": " + text(choices)
    }
}

/// One kind of line that `--json` writes.
struct ObjectDescription: Sendable {
    /// What the line is about.
    var title: String
    /// Name and meaning, in the order in which they are written.
    var keys: [(name: String, meaning: String)]
}
