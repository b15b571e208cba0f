/// Completion for zsh: a function for the completion system.
enum ZshScript {
    static func lines(_ commands: [CommandDescription]) -> [String] {
        [
            "#compdef holdfast", "# zsh completion for holdfast, made by 'holdfast completion zsh'", "",
            "# The last word says what to ask for; those before are for compadd.", "_holdfast_ask() {",
            "  local -a found", "  local ask=\"holdfast completion --list $argv[-1]\"",
            "  [[ -n $store ]] && ask+=\" --store $store\"",
            "  found=(${(f)\"$(_call_program words $ask 2>/dev/null)\"})", "  compadd \"${(@)argv[1,-2]}\" -a found",
            "}", "", "_holdfast() {", "  local curcontext=$curcontext state line store ret=1",
            "  local -A opt_args", "  local -a globals verbs", "  globals=(",
        ] + OptionDescription.globals.flatMap { specs($0).map { "    " + $0 } }
            + ["  )", "  verbs=("]
            + commands.map { "    " + Shell.quoted("\($0.name):\($0.summary)") }
            + [
                "  )", "  _arguments -C -S $globals '1: :->verb' '*:: :->rest' && ret=0",
                "  store=${opt_args[--store]-}",
                "  case $state in",
                "    verb) _describe -t verbs verb verbs && ret=0 ;;", "    rest)", "      case $words[1] in",
            ] + commands.flatMap(verb) + ["      esac ;;", "  esac", "  return ret", "}", "", "_holdfast \"$@\""]
    }

    private static func verb(_ command: CommandDescription) -> [String] {
        let specs = command.options.flatMap(specs) + command.arguments.map(argument)
        return ["        \(command.name))", "          _arguments -S $globals \\"]
            + specs.map { "            \($0) \\" } + ["            && ret=0 ;;"]
    }

    private static func specs(_ option: OptionDescription) -> [String] {
        let names = ["--" + option.long] + (option.short.map { ["-\($0)"] } ?? [])
        let text = "[" + plain(option.summary) + "]"
        return names.map { name in
            // `+` and `=`: the value may stand in the same word.
            guard let value = option.value else { return Shell.quoted(name + text) }
            let mark = name.hasPrefix("--") ? "=" : "+"
            let lead = option.isRepeatable ? "*" : ""
            return Shell.quoted("\(lead)\(name)\(mark)\(text):\(plain(value)):\(action(option.words, option.choices))")
        }
    }

    private static func argument(_ argument: ArgumentDescription) -> String {
        let action = action(argument.words, argument.choices)
        return switch argument.count {
        case .one: Shell.quoted(":\(plain(argument.name)):\(action)")
        case .optional: Shell.quoted("::\(plain(argument.name)):\(action)")
        case .oneOrMore, .any: Shell.quoted("*:\(plain(argument.name)):\(action)")
        }
    }

    private static func action(_ words: Words, _ choices: [String]) -> String {
        switch words {
        case .none: " "
        case .files: "_files"
        case .folders: "_files -/"
        case .choices: "(" + choices.joined(separator: " ") + ")"
        default: "_holdfast_ask \(words.rawValue)"
        }
    }

    /// Brackets and colons end a part of a specification.
    private static func plain(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(":", with: "\\:").replacing("[", with: "\\[")
            .replacing("]", with: "\\]")
    }
}
