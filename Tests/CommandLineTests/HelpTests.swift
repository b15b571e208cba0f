import Testing

@testable import HoldfastCLI

@Suite struct HelpTests {
    @Test func `short help of the tool fits a screen and cuts nothing`() {
        let lines = HelpText.brief(CommandList.all)
        #expect(lines.count <= HelpText.briefRows)
        for line in lines {
            #expect(DisplayWidth.of(line) <= 79, "\(line)")
            #expect(!line.contains("…"), "\(line)")
        }
    }

    @Test(arguments: CommandList.all.map(\.name))
    func `short help of each verb fits a screen and cuts nothing`(_ name: String) throws {
        let command = try #require(CommandList.all.first { $0.name == name })
        let lines = HelpText.brief(command)
        #expect(lines.count <= HelpText.briefRows)
        for line in lines { #expect(DisplayWidth.of(line) <= 79 && !line.contains("…"), "\(line)") }
    }

    @Test func `full help shows every verb, option, topic and exit code`() {
        let whole = HelpText.full(CommandList.all).joined(separator: "\n")
        for command in CommandList.all {
            #expect(whole.contains("  \(command.name)"))
            let own = HelpText.full(command).joined(separator: "\n")
            for option in command.options + OptionDescription.globals { #expect(own.contains(option.usage)) }
            for example in command.examples { #expect(own.contains(example.line)) }
        }
        for topic in HelpTopic.all { #expect(whole.contains(topic.name)) }
        let codes = HelpTopic.exitCodes.lines.joined(separator: "\n")
        for code in ExitCode.allCases { #expect(codes.contains("\(code.rawValue) ")) }
    }

    @Test(arguments: CommandList.all.flatMap { command in command.examples.map(\.line) })
    func `each example can be parsed`(_ line: String) throws {
        // A redirection is the shell's.
        var words = Array(shellWords(line).prefix { $0 != ">" })
        #expect(words.removeFirst() == "holdfast")
        _ = try meaning(words)
    }

    @Test func `every verb has a summary without a full stop, and an example`() {
        for command in CommandList.all {
            #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."), "\(command.name)")
            #expect(!command.examples.isEmpty, "\(command.name)")
        }
    }

    @Test func `names and letters of options are used once in a verb`() {
        #expect(Set(CommandList.all.map(\.name)).count == CommandList.all.count)
        for command in CommandList.all {
            let options = command.options + OptionDescription.globals
            #expect(Set(options.map(\.long)).count == options.count, "\(command.name)")
            #expect(Set(options.compactMap(\.short)).count == options.compactMap(\.short).count, "\(command.name)")
        }
    }

    @Test func `verbs that look say which keys they write`() {
        for command in CommandList.all where [.see, .audit, .prove].contains(command.group) {
            #expect(!command.objects.isEmpty, "\(command.name)")
        }
    }

    @Test func `every text of help that lists times is understood`() throws {
        for text in [
            "2026-11-30 04:00", "2026-11-30", "today", "yesterday", "tomorrow", "now", "-2h", "-1h30m", "+2h",
            "2026-11-30T04:00:00+01:00", "@1796011200", "@1796011200.5", "#1234", "#-1", "session:0", "session:-1",
        ] {
            _ = try PointInTime.parse(text, now: noon, zone: .utc)
        }
    }
}
