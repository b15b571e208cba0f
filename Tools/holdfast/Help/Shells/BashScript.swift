/// Completion for bash, without the package of helpers that not every machine has.
enum BashScript {
    static func lines(_ commands: [CommandDescription]) -> [String] {
        ["# bash completion for holdfast, made by 'holdfast completion bash'", ""]
            + helpers + ["", "_holdfast() {"]
            + ["  local current=${COMP_WORDS[COMP_CWORD]} previous='' verb='' store=() index word skips='' count=0"]
            + ["  local valued=\(Shell.quoted(valued(commands)))"]
            + reading + options(commands) + arguments(commands)
            + ["}", "complete -o nosort -F _holdfast holdfast"]
    }

    private static let helpers = """
        # Those of the words on stdin that begin with what was typed.
        _holdfast_offer() {
          local word
          while IFS= read -r word; do
            [[ $word == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$word")")
          done
          # A colon begins a new word for bash: what stands before it is there already.
          if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
            local lead=${current%"${current##*:}"}
            COMPREPLY=("${COMPREPLY[@]#"$lead"}")
          fi
        }

        _holdfast_ask() {
          _holdfast_offer < <("${COMP_WORDS[0]}" completion --list "$1" "${store[@]}" 2>/dev/null)
        }

        _holdfast_files() {
          compopt -o filenames 2>/dev/null || true
          local word
          while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$1" -- "$current")
        }
        """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

    private static let reading = """
          COMPREPLY=()
          # The word before the one that is typed, what verb it is about, and which store.
          for ((index = 1; index < COMP_CWORD; index++)); do
            word=${COMP_WORDS[index]}
            if [[ -n $skips ]]; then
              [[ $skips == --store && $word != = ]] && store=(--store "$word")
              [[ $word == = ]] || skips=''
            elif [[ $word == -* ]]; then
              [[ $valued == *" $verb:$word "* || $valued == *" :$word "* ]] && skips=$word
            elif [[ -z $verb ]]; then
              verb=$word
            else
              count=$((count + 1))
            fi
          done
          previous=$skips
          [[ $current == = ]] && current=''
        """.split(separator: "\n").map(String.init)

    /// ` VERB:--option :--global ` for each option that takes a value.
    private static func valued(_ commands: [CommandDescription]) -> String {
        let own = commands.flatMap { command in
            command.options.filter { $0.value != nil }.flatMap { names($0).map { "\(command.name):\($0)" } }
        }
        let global = OptionDescription.globals.filter { $0.value != nil }.map { ":--" + $0.long }
        return " " + (own + global).joined(separator: " ") + " "
    }

    private static func names(_ option: OptionDescription) -> [String] {
        ["--" + option.long] + (option.short.map { ["-\($0)"] } ?? [])
    }

    private static func options(_ commands: [CommandDescription]) -> [String] {
        var lines = ["  if [[ -n $previous ]]; then", "    case $verb:$previous in"]
        for command in commands {
            for option in command.options where option.value != nil && option.words != .none {
                let patterns = names(option).map { "\(command.name):\($0)" }.joined(separator: " | ")
                lines.append("      \(patterns)) \(offer(option.words, option.choices)) ;;")
            }
        }
        for option in OptionDescription.globals where option.value != nil && option.words != .none {
            lines.append("      *:--\(option.long)) \(offer(option.words, option.choices)) ;;")
        }
        return lines + ["    esac", "    return", "  fi"]
    }

    private static func arguments(_ commands: [CommandDescription]) -> [String] {
        let globals = OptionDescription.globals.flatMap(names)
        var lines = ["  case $verb in"]
        lines.append("    '')")
        lines.append("      if [[ $current == -* ]]; then \(offer(.choices, globals))")
        lines.append("      else \(offer(.choices, commands.map(\.name)))")
        lines.append("      fi ;;")
        for command in commands {
            let options = offer(.choices, command.options.flatMap(names) + globals)
            lines += ["    \(command.name))", "      if [[ $current == -* ]]; then \(options)"]
            // The last argument may stand for any number of words; those before stand each for one.
            for (place, argument) in command.arguments.enumerated() where argument.words != .none {
                let isAnywhere = argument.maximum > 1
                let test = isAnywhere ? "((count >= \(place)))" : "((count == \(place)))"
                lines.append("      elif \(test); then \(offer(argument.words, argument.choices))")
            }
            lines.append("      fi ;;")
        }
        return lines + ["  esac"]
    }

    private static func offer(_ words: Words, _ choices: [String]) -> String {
        switch words {
        case .none: ":"
        case .files: "_holdfast_files -f"
        case .folders: "_holdfast_files -d"
        case .choices: "_holdfast_offer < <(printf '%s\\n' \(choices.map(Shell.quoted).joined(separator: " ")))"
        default: "_holdfast_ask \(words.rawValue)"
        }
    }
}
