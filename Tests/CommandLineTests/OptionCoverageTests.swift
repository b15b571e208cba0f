import Testing

@testable import HoldfastCLI

/// Every option of every verb is tried on the real program.
@Suite struct OptionCoverageTests {
    /// Tried by tests that need more than a shell, named here.
    private static let elsewhere: [String: String] = [
        "run --probe": "NetworkTests, in a network of its own",
        "run --probe-answer": "NetworkTests, in a network of its own",
    ]

    @Test func `every option is used in a transcript, or in a test that is named here`() throws {
        let used = try Transcript.names.reduce(into: Set<String>()) { used, name in
            for line in try Transcript(name: name).read().split(separator: "\n") where line.hasPrefix("$ ") {
                for command in Self.commands(in: String(line.dropFirst(2))) {
                    used.formUnion(Self.options(of: command))
                }
            }
        }
        let known = Set(
            CommandList.all.flatMap { command in command.options.map { "\(command.name) --\($0.long)" } }
                + OptionDescription.globals.map { "--" + $0.long })
        let missing = known.subtracting(used).subtracting(Self.elsewhere.keys)
        #expect(missing.sorted() == [])
        #expect(Set(Self.elsewhere.keys).subtracting(known) == [], "these are no options any more")
        #expect(Set(Self.elsewhere.keys).intersection(used) == [], "these are in a transcript now")
    }

    /// The words after each `holdfast` of a line for the shell.
    private static func commands(in line: String) -> [[String]] {
        var commands: [[String]] = []
        var current: [String]?
        for word in shellWords(line.replacing(";", with: " ; ").replacing("|", with: " | ").replacing(")", with: " ) "))
        {
            if word == "holdfast" {
                current = []
            } else if ["|", ";", "&&", "||", "&", ">", "2>", ")", "<", "2>&1", "2>/dev/null"].contains(word) {
                if let words = current { commands.append(words) }
                current = nil
            } else {
                current?.append(word)
            }
        }
        return commands + (current.map { [$0] } ?? [])
    }

    /// Options of a command line that is understood; one that is refused tries none.
    private static func options(of words: [String]) -> [String] {
        guard let outcome = try? ArgumentParser(commands: CommandList.all).parse(words) else { return [] }
        let arguments =
            switch outcome {
            case .command(let arguments), .help(_, _, let arguments), .version(let arguments): arguments
            }
        let given = Set(arguments.values.keys).union(arguments.flags)
        let globals = Set(OptionDescription.globals.map(\.long))
        return given.map { globals.contains($0) ? "--" + $0 : "\(arguments.command?.name ?? "") --\($0)" }
    }
}
