import Testing

@testable import HoldfastCLI

@Suite struct KeyReaderTests {
    private func keys(_ text: String) -> [Key] {
        var reader = KeyReader()
        return reader.take(text.utf8) + reader.finish()
    }

    @Test(arguments: [
        ("a", [Key.character("a")]), ("é日🙂", [.character("é"), .character("日"), .character("🙂")]),
        ("\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D", [.up, .down, .right, .left]),
        ("\u{1b}OA\u{1b}OH\u{1b}OF", [.up, .home, .end]),
        ("\u{1b}[H\u{1b}[F\u{1b}[1~\u{1b}[4~\u{1b}[7~\u{1b}[8~", [.home, .end, .home, .end, .home, .end]),
        ("\u{1b}[5~\u{1b}[6~\u{1b}[3~\u{1b}[Z", [.pageUp, .pageDown, .backspace, .backTab]),
        ("\u{1b}[1;5C", [.right]), ("\r\n\t\u{7f}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
        ("\u{3}\u{1a}\u{c}", [.control("c"), .control("z"), .control("l")]), ("\u{1b}", [.escape]),
        ("\u{1b}\u{1b}", [.escape, .escape]), ("\u{1b}x", [.escape, .character("x")]), ("\u{0}\u{1c}", []),
        ("\u{1b}[99~\u{1b}[?1;2cq", [.character("q")]),
    ])
    func `keys are made of what a terminal sends`(_ text: String, _ expected: [Key]) {
        #expect(keys(text) == expected)
    }

    @Test func `a key that comes in pieces is one key`() {
        for text in ["\u{1b}[1;5C", "日", "🙂", "\u{1b}[6~"] {
            var reader = KeyReader()
            var found: [Key] = []
            for byte in text.utf8 {
                #expect(found.isEmpty)
                found += reader.take([byte])
            }
            #expect(found == keys(text) && found.count == 1 && !reader.isWaiting)
        }
    }

    @Test func `any bytes are taken, and nothing waits for ever`() {
        var random = SplitMix(seed: 7)
        for _ in 0..<3_000 {
            var reader = KeyReader()
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let kinds: [ClosedRange<UInt8>] = [0...255, 0x1b...0x1b, 0x30...0x3b, 0xc0...0xff]
                let range = kinds[Int.random(in: 0..<4, using: &random)]
                _ = reader.take(
                    (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: range, using: &random) })
            }
            _ = reader.finish()
            #expect(!reader.isWaiting, "seed 7")
        }
    }
}
