import Testing

@testable import HoldfastCLI

/// 2026-11-30 12:00:00 UTC, in microseconds.
let noon: Int64 = 1_796_040_000_000_000

/// Berlin in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
let berlin = TimeZoneRules { seconds in
    (1_774_746_000..<1_792_890_000).contains(seconds) ? 7200 : 3600
}

func parse(_ words: String...) throws(ToolFailure) -> ParsedArguments {
    let outcome = try ArgumentParser(commands: CommandList.all).parse(words)
    guard case .command(let arguments) = outcome else {
        throw ToolFailure(.internalError, "the words ask for help or the version")
    }
    return arguments
}

func meaning(_ words: String...) throws(ToolFailure) -> Meaning {
    try meaning(words)
}

func meaning(_ words: [String]) throws(ToolFailure) -> Meaning {
    let outcome = try ArgumentParser(commands: CommandList.all).parse(words)
    guard case .command(let arguments) = outcome else {
        throw ToolFailure(.internalError, "the words ask for help or the version")
    }
    return Meaning(arguments: arguments, now: noon, zone: .utc, environment: EnvironmentVariables([:]))
}

/// The words of a command line, with single and double quotes as a shell reads them.
func shellWords(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
        if let open = quote {
            if character == open { quote = nil } else { word = (word ?? "") + String(character) }
        } else if character == "'" || character == "\"" {
            quote = character
            word = word ?? ""
        } else if character == " " {
            if let finished = word { words.append(finished) }
            word = nil
        } else {
            word = (word ?? "") + String(character)
        }
    }
    if let finished = word { words.append(finished) }
    return words
}

/// A terminal of this width, with everything on.
func terminal(width: Int?, ascii: Bool = false, colour: Bool = false) -> Style {
    var style = Style()
    style.width = width
    style.isASCII = ascii
    style.isColoured = colour
    style.icons = ascii ? .ascii : .unicode
    return style
}
