import HoldfastModel
import Testing

@testable import HoldfastCLI

@Suite struct DisplayTests {
    @Test(arguments: [("abc", 3), ("für", 3), ("fu\u{308}r", 3), ("日本", 4), ("🙂", 2), ("", 0), ("한", 2), ("ﬁ", 1)])
    func `width is counted in columns`(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func `a cut text has at most the width asked for`() {
        for text in ["abcdefgh", "日本語の本", "🙂🙂🙂🙂", ""] {
            for width in 0...10 {
                #expect(DisplayWidth.of(DisplayWidth.cut(text, to: width, mark: "…")) <= width)
                #expect(DisplayWidth.of(DisplayWidth.cut(text, to: width, mark: "...")) <= width)
            }
        }
    }

    @Test func `nothing that moves a cursor or turns text round reaches the screen`() {
        #expect(Escaping.printable("a\u{1b}[2Jb\n") == #"a\x1b[2Jb\n"#)
        #expect(Escaping.printable("x\u{202e}y\u{9b}") == #"x\u{202e}y\x9b"#)
        #expect(Escaping.printable("für 日本 🙂") == "für 日本 🙂")
        #expect(Escaping.ascii("Removing… 48 MB · Wi‑Fi’s ü") == #"Removing... 48 MB - Wi-Fi's \xfc"#)
    }

    private func sample() -> Table {
        var table = Table([
            .init(title: "ITEM", isFlexible: true), .init(title: "TITLE", isFlexible: true),
            .init(title: "SIZE", alignsRight: true),
        ])
        table.add([
            .init("guide"), .init("A very long title of a field guide to the Harz", icon: .offlinePin),
            .init("48 MB"),
        ])
        table.add([.init("日本"), .init("short\u{1b}", icon: .cloudOff), .init("1.5 GB")])
        return table
    }

    @Test func `a table keeps to the width of the terminal`() {
        for width in 30...120 {
            for ascii in [false, true] {
                for line in sample().lines(in: terminal(width: width, ascii: ascii)) {
                    #expect(DisplayWidth.of(line) <= width, "\(line)")
                }
            }
        }
    }

    @Test func `a table in a pipe cuts nothing and has no icons`() {
        #expect(
            sample().lines(in: Style()) == [
                "ITEM   TITLE                                             SIZE",
                "guide  A very long title of a field guide to the Harz   48 MB",
                #"日本   short\x1b                                       1.5 GB"#,
            ])
    }

    @Test func `colour does not move a column`() {
        let plain = sample().lines(in: terminal(width: 60))
        let painted = sample().lines(in: terminal(width: 60, colour: true)).map { line in
            line.replacing(/\u{1b}\[[0-9]*m/, with: "")
        }
        #expect(painted == plain)
    }

    @Test func `every icon is one column wide, three in ASCII, and no two look the same`() {
        let glyphs = Icon.Symbol.allCases.map { Glyph($0) }
        for glyph in glyphs {
            #expect(DisplayWidth.of(glyph.unicode) == 1, "\(glyph)")
            #expect(glyph.ascii.utf8.count == 3 && glyph.ascii.allSatisfy(\.isASCII), "\(glyph)")
        }
        #expect(Set(glyphs.map(\.unicode)).count == glyphs.count)
        #expect(Set(glyphs.map(\.ascii)).count == glyphs.count)
    }

    @Test func `colour and icons are for terminals`() {
        func style(
            _ variables: [String: String], terminal: Bool = true, _ change: (inout GlobalOptions) -> Void = { _ in }
        ) -> Style {
            var options = GlobalOptions()
            change(&options)
            return Style(
                options: options, environment: EnvironmentVariables(variables), isTerminal: terminal, width: 80)
        }
        let usual = ["TERM": "xterm", "LANG": "de_DE.UTF-8"]
        #expect(style(usual).isColoured && style(usual).icons == .unicode && style(usual).width == 80)
        let piped = style(usual, terminal: false)
        #expect(!piped.isColoured && piped.icons == .none && piped.width == nil)
        #expect(style(usual, terminal: false) { $0.colour = .always }.isColoured)
        #expect(!style(usual.merging(["NO_COLOR": "1"]) { $1 }).isColoured)
        #expect(style(usual.merging(["NO_COLOR": ""]) { $1 }).isColoured)
        #expect(!style(usual.merging(["TERM": "dumb"]) { $1 }).isColoured)
        #expect(style(usual.merging(["LC_ALL": "C"]) { $1 }).icons == .ascii)
        #expect(style(usual) { $0.isASCII = true }.icons == .ascii)
        #expect(!style(usual) { $0.colour = .never }.isColoured)
    }
}

@Suite struct ProgressTests {
    @Test func `a line is never wider than asked for`() {
        var random = SplitMix(seed: 11)
        for width in 20...120 {
            let total = Int64.random(in: 0...5_000_000_000, using: &random)
            let bar = ProgressBar(
                name: "日本 guide to everything", receivedBytes: Int64.random(in: 0...max(1, total), using: &random),
                totalBytes: Bool.random(using: &random) ? total : nil,
                bytesPerSecond: Bool.random(using: &random) ? 1_234_567 : nil)
            #expect(DisplayWidth.of(bar.line(width: width, style: terminal(width: width))) <= width, "seed 11")
        }
    }

    @Test func `100 percent is shown only when all is there, and none while the size is unknown`() {
        #expect(ProgressBar(name: "a", receivedBytes: 999_999, totalBytes: 1_000_000).percent == 99)
        #expect(ProgressBar(name: "a", receivedBytes: 1_000_000, totalBytes: 1_000_000).percent == 100)
        #expect(ProgressBar(name: "a", receivedBytes: .max, totalBytes: 10).percent == 100)
        #expect(ProgressBar(name: "a", receivedBytes: 5).percent == nil)
        #expect(!ProgressBar(name: "a", receivedBytes: 5).line(width: 80, style: Style()).contains("%"))
    }

    @Test func `the time left follows from the rate`() {
        let bar = ProgressBar(name: "a", receivedBytes: 40, totalBytes: 100, bytesPerSecond: 25)
        #expect(bar.secondsLeft == 3)
        #expect(ProgressBar(name: "a", receivedBytes: 40, totalBytes: 100, bytesPerSecond: 0).secondsLeft == nil)
    }

    @Test func `a rate is smoothed, and bursts within a tenth of a second are left out`() {
        var meter = RateMeter()
        meter.observe(bytes: 0, monotonic: 0)
        #expect(meter.bytesPerSecond == nil)
        meter.observe(bytes: 1_000_000, monotonic: 50_000)
        #expect(meter.bytesPerSecond == nil)
        meter.observe(bytes: 1_000_000, monotonic: 1_000_000)
        #expect(meter.bytesPerSecond == 1_000_000)
        meter.observe(bytes: 1_000_000, monotonic: 2_000_000)
        #expect(meter.bytesPerSecond == 800_000)
    }
}
