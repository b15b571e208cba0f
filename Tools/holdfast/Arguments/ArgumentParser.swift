/// The first of two steps: syntax. It looks at the words alone and touches nothing; what the values mean comes after.
struct ArgumentParser: Sendable {
    var commands: [CommandDescription]

    enum Outcome: Sendable {
        case command(ParsedArguments)
        /// `command` is `nil` for help about the whole tool.
        case help(command: CommandDescription?, isFull: Bool, ParsedArguments)
        case version(ParsedArguments)
    }

    /// - Parameter words: the command line without the program's name.
    func parse(_ words: [String]) throws(ToolFailure) -> Outcome {
        var reading = Reading(commands: commands, rest: words[...])
        while let word = reading.rest.popFirst() {
            try reading.take(word)
        }
        let parsed = reading.parsed
        if let isFull = reading.helpIsFull {
            return .help(command: parsed.command, isFull: isFull, parsed)
        }
        if parsed.has("version") { return .version(parsed) }
        guard let command = parsed.command else {
            throw .usage("no verb was given.")
        }
        try Self.checkCount(parsed.operands, command)
        return .command(parsed)
    }

    private static func checkCount(_ operands: [String], _ command: CommandDescription) throws(ToolFailure) {
        var left = operands.count
        var index = 0
        for argument in command.arguments {
            guard left >= argument.minimum else {
                throw .usage("\(command.name) needs \(argument.name): \(argument.summary).", of: command)
            }
            let taken = min(left, argument.maximum)
            if !argument.choices.isEmpty {
                for word in operands[index..<index + taken] where !argument.choices.contains(word) {
                    throw .usage(
                        "\(command.name) takes \(Choices.text(argument.choices)), not '\(word)'.",
                        suggestion: Similarity.question(word, among: argument.choices), of: command)
                }
            }
            left -= taken
            index += taken
        }
        guard left == 0 else {
            throw .usage("\(command.name) has no use for '\(operands[operands.count - left])'.", of: command)
        }
    }
}

/// A command line, half read.
private struct Reading {
    let commands: [CommandDescription]
    var rest: ArraySlice<String>
    var parsed = ParsedArguments()
    var helpIsFull: Bool?
    var takesOptions = true

    mutating func take(_ word: String) throws(ToolFailure) {
        if takesOptions, word == "--" {
            takesOptions = false
        } else if takesOptions, word.hasPrefix("--") {
            try takeLong(word.dropFirst(2))
        } else if takesOptions, word.hasPrefix("-"), word != "-", !isNegativeNumber(word) {
            try takeShort(word.dropFirst())
        } else if parsed.command == nil {
            try takeVerb(word)
        } else {
            parsed.operands.append(word)
        }
    }

    /// `-2h` is a time and `-5` a number, unless the verb has a digit for an option; none has.
    private func isNegativeNumber(_ word: String) -> Bool {
        word.dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false
    }

    private mutating func takeVerb(_ word: String) throws(ToolFailure) {
        guard let command = commands.first(where: { $0.name == word }) else {
            let names = commands.map(\.name)
            let meant = VerbSynonyms.verb(for: word).flatMap { names.contains($0) ? $0 : nil }
            throw .usage(
                "there is no verb '\(word)'.",
                suggestion: meant.map { "Did you mean '\($0)'?" } ?? Similarity.question(word, among: names))
        }
        parsed.command = command
    }

    private mutating func takeLong(_ text: Substring) throws(ToolFailure) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = find(long: name) else { throw unknown("--" + name) }
        if name == "help" { helpIsFull = true }
        try take(option, shown: "--" + name, attached: parts.count > 1 ? String(parts[1]) : nil)
    }

    /// `-rf` is `-r -f`, and `-n5` is `-n 5`.
    private mutating func takeShort(_ letters: Substring) throws(ToolFailure) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = find(short: letter) else { throw unknown("-\(letter)") }
            if letter == "h", option.long == "help" { helpIsFull = helpIsFull ?? false }
            if option.value == nil, option.choices.isEmpty {
                try take(option, shown: "-\(letter)", attached: nil)
            } else {
                let attached = letters.first == "=" ? letters.dropFirst() : letters
                try take(option, shown: "-\(letter)", attached: letters.isEmpty ? nil : String(attached))
                return
            }
        }
    }

    private mutating func take(_ option: OptionDescription, shown: String, attached: String?) throws(ToolFailure) {
        guard option.isRepeatable || option.value == nil || parsed.values[option.long] == nil else {
            throw .usage("\(shown) was given twice.", of: parsed.command)
        }
        guard let name = option.value else {
            guard attached == nil else { throw .usage("\(shown) takes no value.", of: parsed.command) }
            parsed.flags.insert(option.long)
            return
        }
        // A value may begin with one dash (`--since -2h`), never with two: that is a forgotten value.
        guard let value = attached ?? rest.first.flatMap({ $0.hasPrefix("--") ? nil : $0 }) else {
            throw .usage("\(shown) needs a value: \(name), \(option.summary).", of: parsed.command)
        }
        if attached == nil { rest.removeFirst() }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw .usage(
                "\(shown) takes \(Choices.text(option.choices)), not '\(value)'.",
                suggestion: Similarity.question(value, among: option.choices), of: parsed.command)
        }
        parsed.values[option.long, default: []].append(value)
    }

    private func find(long: String) -> OptionDescription? {
        parsed.command.map { $0.option(named: long) } ?? OptionDescription.globals.first { $0.long == long }
    }

    private func find(short: Character) -> OptionDescription? {
        parsed.command.map { $0.option(short: short) } ?? OptionDescription.globals.first { $0.short == short }
    }

    private func unknown(_ shown: String) -> ToolFailure {
        let known = (parsed.command?.options ?? []) + OptionDescription.globals
        guard let command = parsed.command else {
            let owners = commands.filter { verb in verb.options.contains { shown == "--" + $0.long } }.map(\.name)
            let question = Similarity.question(shown, among: known.map { "--" + $0.long })
            return .usage(
                "there is no option \(shown) before the verb.",
                suggestion: owners.isEmpty ? question : "It belongs after one of: \(owners.joined(separator: ", ")).")
        }
        return .usage(
            "\(command.name) has no option \(shown).",
            suggestion: Similarity.question(shown, among: known.map { "--" + $0.long })
                ?? (command.arguments.isEmpty || shown.hasPrefix("--")
                    ? nil : "A name that begins with a dash goes behind '--'."),
            of: command)
    }
}
