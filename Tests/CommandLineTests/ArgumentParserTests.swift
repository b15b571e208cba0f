import Testing

@testable import HoldfastCLI

@Suite struct ArgumentParserTests {
    private func failure(_ words: String...) -> ToolFailure? {
        do throws(ToolFailure) {
            _ = try ArgumentParser(commands: CommandList.all).parse(words)
            return nil
        } catch {
            return error
        }
    }

    @Test func `options stand before or after operands, with the value apart or attached`() throws {
        for words in [
            ["log", "--item", "a", "-n", "5"], ["log", "-n5", "--item=a"], ["log", "-n=5", "--item", "a"],
            ["--quiet", "log", "--item=a", "--count", "5"],
        ] {
            let arguments = try meaning(words).arguments
            #expect(arguments.command?.name == "log")
            #expect(arguments.value("count") == "5")
            #expect(arguments.all("item") == ["a"])
        }
    }

    @Test func `short switches may stand together, the last with a value`() throws {
        let arguments = try parse("log", "-rn3")
        #expect(arguments.has("reverse"))
        #expect(arguments.value("count") == "3")
    }

    @Test func `after two dashes everything is an operand`() throws {
        #expect(try parse("pause", "--", "--all", "-h").operands == ["--all", "-h"])
    }

    @Test func `a value may be empty, hold an equals sign or begin with one dash`() throws {
        #expect(try parse("add", "u", "--title=").value("title") == "")
        #expect(try parse("add", "u", "--title=a=b").value("title") == "a=b")
        #expect(try parse("log", "--since", "-2h").value("since") == "-2h")
        #expect(try parse("add", "u", "--priority", "-5").value("priority") == "-5")
    }

    @Test func `a relative time is an operand`() throws {
        #expect(try parse("diff", "-2h", "now").operands == ["-2h", "now"])
    }

    @Test func `repeated values are kept in order, and others are refused`() throws {
        #expect(try parse("log", "--type", "b", "--type=a").all("type") == ["b", "a"])
        #expect(failure("log", "--since", "now", "--since", "today")?.code == .usage)
        #expect(try parse("log", "-q", "-q").has("quiet"))
    }

    @Test func `global options stand before the verb too, others only after it`() throws {
        #expect(try parse("--store", "d", "--json", "queue").value("store") == "d")
        let refused = failure("--since", "now", "log")
        #expect(refused?.message.contains("It belongs after one of: log, stats, timeline, report.") == true)
    }

    @Test(arguments: [
        (["stauts"], "'status'"), (["hsitory", "x"], "'history'"), (["rm", "x"], "'remove'"), (["ls"], "'status'"),
        (["log", "--tpye", "x"], "'--type'"), (["log", "--jsn"], "'--json'"), (["--jsno", "log"], "'--json'"),
        (["offline", "onn"], "'on'"), (["log", "--color", "alwyas"], "'always'"),
    ])
    func `a slip is answered with the word meant`(_ words: [String], _ meant: String) {
        do throws(ToolFailure) {
            _ = try ArgumentParser(commands: CommandList.all).parse(words)
            Issue.record("\(words) was accepted")
        } catch {
            #expect(error.code == .usage)
            #expect(error.message.contains("Did you mean \(meant)?"))
            #expect(error.advice?.hasPrefix("usage: holdfast ") == true)
        }
    }

    @Test(arguments: [
        [], ["nonsense"], ["log", "--nonsense"], ["log", "-x"], ["log", "-n"], ["log", "--since", "--until", "x"],
        ["log", "--reverse=yes"], ["show"], ["show", "1", "2"], ["add"], ["offline"], ["offline", "maybe"],
        ["diff", "1", "2", "3"], ["diff"], ["status", "extra"], ["status", "--color", "red"], ["log", "-"],
    ])
    func `a wrong command line is a usage failure with the usage line`(_ words: [String]) {
        do throws(ToolFailure) {
            _ = try ArgumentParser(commands: CommandList.all).parse(words)
            Issue.record("\(words) was accepted")
        } catch {
            #expect(error.code == .usage)
            #expect(error.advice?.contains("usage: holdfast ") == true)
        }
    }

    @Test func `help is asked for anywhere, short or full`() throws {
        let parser = ArgumentParser(commands: CommandList.all)
        guard case .help(let none, let isFull, _) = try parser.parse(["-h"]) else {
            Issue.record("-h is no help")
            return
        }
        #expect(none == nil && !isFull)
        guard case .help(let log, let isFullToo, _) = try parser.parse(["log", "-n", "3", "--help"]) else {
            Issue.record("--help is no help")
            return
        }
        #expect(log?.name == "log" && isFullToo)
        guard case .help(let show, _, _) = try parser.parse(["show", "-h"]) else {
            Issue.record("help asks for operands")
            return
        }
        #expect(show?.name == "show")
    }

    @Test func `no words can make the parser trap`() {
        var random = SplitMix(seed: 0x5eed)
        let pieces =
            CommandList.all.map(\.name) + [
                "--", "-", "-n", "-5", "--json", "--store", "--item=", "=", "--=", "-=", "-h", "--since=-2h", "é", "",
                "--color=auto", "-rf", "-rfn", "\u{0}",
            ]
        for _ in 0..<3000 {
            let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            do throws(ToolFailure) {
                _ = try ArgumentParser(commands: CommandList.all).parse(words)
            } catch {
                #expect(error.code == .usage, "seed 0x5eed, words \(words)")
            }
        }
    }
}

/// A small generator with a seed.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
