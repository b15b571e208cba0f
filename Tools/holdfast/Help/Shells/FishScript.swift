/// Completion for fish: a line for each thing that can be completed.
enum FishScript {
    static func lines(_ commands: [CommandDescription]) -> [String] {
        [
            "# fish completion for holdfast, made by 'holdfast completion fish'", "",
            "function __holdfast_ask", "    set -l store", "    set -l words (commandline -opc)",
            "    for index in (seq (count $words))", "        switch $words[$index]",
            "            case '--store=*'", "                set store $words[$index]",
            "            case --store", "                set -l next (math $index + 1)",
            "                test $next -le (count $words); and set store --store $words[$next]",
            "        end", "    end", "    holdfast completion --list $argv[1] $store 2>/dev/null", "end", "",
            "set -l verbs \(commands.map(\.name).joined(separator: " "))", "complete -c holdfast -f",
        ]
            + OptionDescription.globals.map { option($0, condition: nil) }
            + commands.map {
                "complete -c holdfast -n \"not __fish_seen_subcommand_from $verbs\" -a \($0.name) -d \(Shell.quoted($0.summary))"
            }
            + commands.flatMap(verb)
    }

    private static func verb(_ command: CommandDescription) -> [String] {
        let condition = "__fish_seen_subcommand_from \(command.name)"
        return command.options.map { option($0, condition: condition) }
            + command.argumentWords.map {
                "complete -c holdfast -n \(Shell.quoted(condition)) \(values($0.words, $0.choices))"
            }
    }

    private static func option(_ option: OptionDescription, condition: String?) -> String {
        var line = "complete -c holdfast"
        if let condition { line += " -n \(Shell.quoted(condition))" }
        line += " -l \(option.long)"
        if let short = option.short { line += " -s \(short)" }
        if option.value != nil { line += " -r \(values(option.words, option.choices))" }
        return line + " -d \(Shell.quoted(option.summary))"
    }

    private static func values(_ words: Words, _ choices: [String]) -> String {
        switch words {
        case .none: "-f"
        case .files: "-F"
        case .folders: "-f -a '(__fish_complete_directories)'"
        case .choices: "-f -a \(Shell.quoted(choices.joined(separator: " ")))"
        default: "-f -a '(__holdfast_ask \(words.rawValue))'"
        }
    }
}
