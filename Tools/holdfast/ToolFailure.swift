/// Why the tool ends without having done what was asked. Always told on stderr, never on stdout.
struct ToolFailure: Error, Sendable, Equatable {
    var code: ExitCode
    /// What was tried, on what, and why it did not work. Without the program's name and without a newline.
    var message: String
    /// What to do next.
    var advice: String?

    init(_ code: ExitCode, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    /// The lines for stderr.
    var lines: [String] {
        let first = "holdfast: " + Escaping.printable(message)
        return [first] + (advice.map { $0.split(separator: "\n").map { Escaping.printable(String($0)) } } ?? [])
    }

    /// A command line that cannot be meant. The advice ends with the usage line.
    static func usage(_ message: String, suggestion: String? = nil, of command: CommandDescription? = nil)
        -> ToolFailure
    {
        let asked = suggestion.map { message + " " + $0 } ?? message
        let usage = command?.usageLine ?? CommandDescription.generalUsageLine
        let help = command.map { "holdfast \($0.name) -h" } ?? "holdfast -h"
        return ToolFailure(.usage, asked, advice: "usage: \(usage)\nhelp:  \(help)")
    }
}
