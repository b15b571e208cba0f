import Holdfast
import HoldfastModel

/// `completion SHELL`
enum CompletionVerb {
    static let description = CommandDescription(
        name: "completion", group: .keep, summary: "Completions for bash, zsh or fish",
        discussion: [
            "Prints a script that lets the shell complete verbs, options, their values, and the ids of items and groups of the store. "
                + "The script asks this program for the ids; with no store at hand there are none, and it says nothing."
        ],
        arguments: [
            ArgumentDescription(
                name: "SHELL", count: .optional, summary: "the shell", choices: Shell.allCases.map(\.rawValue))
        ],
        options: [
            OptionDescription(
                long: "list", value: "WHAT", choices: Words.dynamic.map(\.rawValue),
                summary: "words by the line, for the scripts")
        ],
        examples: [
            .init(
                line: "holdfast completion bash > holdfast",
                purpose: "For bash: put it into ~/.local/share/bash-completion/completions, or source it."),
            .init(line: "holdfast completion zsh > ~/.zfunc/_holdfast", purpose: "For zsh, with ~/.zfunc in $fpath."),
            .init(line: "holdfast completion fish > ~/.config/fish/completions/holdfast.fish", purpose: "For fish."),
        ],
        run: { invocation async throws(ToolFailure) in
            let meaning = invocation.meaning
            let output = invocation.console.output
            if let list = meaning.text("list").flatMap(Words.init(rawValue:)) {
                for word in words(list, invocation) { output.line(word) }
                return .done
            }
            guard let shell = meaning.operands.first.flatMap(Shell.init(rawValue:)) else {
                throw meaning.usage("name the shell: bash, zsh or fish.")
            }
            for line in shell.script(CommandList.all) { output.line(line) }
            return .done
        })

    /// A person who completes a word wants no failures told.
    private static func words(_ list: Words, _ invocation: Invocation) -> [String] {
        let found: [String]?
        switch list {
        case .settings: found = SettingKey.all.map(\.name)
        case .types: found = EventType.allCases.map { "\($0)" }
        case .topics: found = (CommandList.all.map(\.name) + HelpTopic.all.map(\.name))
        case .items: found = try? Looking(invocation).read { try $0.items(limit: listedMax).map(\.id) }
        case .groups: found = try? Looking(invocation).read { try $0.groups().prefix(listedMax).map(\.id) }
        case .none, .files, .folders, .choices: found = nil
        }
        // An id with a line break could not be told from two.
        return (found ?? []).filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
    }

    /// Nobody completes among more.
    private static let listedMax = 1_000
}

/// What a word of the command line can be completed to.
enum Words: String, Sendable, CaseIterable {
    case none, files, folders, choices
    case items, groups, settings, types, topics

    /// Those that the program is asked for.
    static let dynamic: [Words] = [.items, .groups, .settings, .types, .topics]

    /// - Parameter value: what a value or an argument is called in help, which says what it is.
    init(value: String?, choices: [String]) {
        guard choices.isEmpty else {
            self = .choices
            return
        }
        switch value {
        case "FILE": self = .files
        case "DIR": self = .folders
        case "ITEM": self = .items
        case "GROUP": self = .groups
        case "KEY", "KEY=VALUE": self = .settings
        case "TYPE": self = .types
        case "TOPIC": self = .topics
        default: self = .none
        }
    }
}

extension OptionDescription {
    var words: Words { value == nil ? .none : Words(value: value, choices: choices) }
}

extension ArgumentDescription {
    var words: Words { Words(value: name, choices: choices) }
}
