import Testing

@testable import HoldfastCLI

@Suite struct StepperModelTests {
    private func model(at count: UInt64 = 10, head: UInt64 = 100) -> StepperModel {
        StepperModel(count: count, head: head, now: noon, zone: .utc)
    }

    private func type(_ text: String, into model: inout StepperModel) {
        for character in text { #expect(model.press(.character(character)) == nil) }
    }

    @Test(arguments: [
        (Key.right, UInt64(11)), (.character("l"), 11), (.character(" "), 11), (.left, 9), (.character("h"), 9),
        (.backspace, 9), (.pageDown, 20), (.character("d"), 20), (.pageUp, 0), (.character("u"), 0), (.home, 1),
        (.character("g"), 1), (.end, 100), (.character("G"), 100),
    ])
    func `each key along the log goes where it says`(_ key: Key, _ target: UInt64) {
        var model = model()
        #expect(model.press(key) == .go(target))
        // Until the answer comes, nothing has moved.
        #expect(model.count == 10)
    }

    @Test func `at its ends the log is not left, and that is said`() {
        var model = model(at: 100)
        #expect(model.press(.right) == nil && model.notice?.text.contains("head") == true)
        model.arrive(at: 95)
        #expect(model.press(.pageDown) == .go(100))
        model.arrive(at: 0)
        #expect(model.press(.left) == nil && model.notice?.text.contains("beginning") == true)
        #expect(model.press(.right) == .go(1))
        var empty = self.model(at: 0, head: 0)
        #expect(empty.press(.home) == .go(0) && empty.press(.end) == .go(0))
    }

    @Test func `a log that grows is marked until the head is seen`() {
        var model = model(at: 100)
        model.grow(to: 103)
        #expect(model.newCount == 3 && model.head == 103)
        #expect(model.press(.right) == .go(101))
        model.arrive(at: 101)
        #expect(model.newCount == 2)
        model.grow(to: 90)
        #expect(model.head == 103)
        // A search may find what came a moment ago.
        var finder = self.model(at: 100)
        finder.arrive(at: 105)
        #expect(finder.head == 105 && finder.newCount == 0)
        #expect(model.press(.end) == .go(103) && model.newCount == 0)
    }

    @Test func `a prompt takes text, and gives what it asks for`() {
        var model = model()
        #expect(model.press(.character(":")) == nil && model.prompt?.kind == .jump)
        type("#51", into: &model)
        #expect(model.press(.backspace) == nil && model.prompt?.text == "#5")
        #expect(model.press(.enter) == .jump(.position(5)) && model.prompt == nil)
        _ = model.press(.character(":"))
        #expect(model.press(.up) == nil && model.prompt?.text == "#5")
        #expect(model.press(.control("u")) == nil && model.prompt?.text == "")
        type("2026-11-30 04:00", into: &model)
        #expect(model.press(.enter) == .jump(.time(1_796_011_200_000_000)))
        _ = model.press(.character("/"))
        type("failed", into: &model)
        #expect(model.press(.enter) == .find("failed", isForward: true))
        #expect(model.press(.character("n")) == .find("failed", isForward: true))
        #expect(model.press(.character("N")) == .find("failed", isForward: false))
        _ = model.press(.character("o"))
        type("gu", into: &model)
        #expect(model.press(.tab) == .complete("gu"))
        model.complete(with: "guide")
        #expect(model.press(.enter) == .choose("guide"))
    }

    @Test func `what cannot be meant is asked again, and Escape ends the asking`() {
        var model = model()
        _ = model.press(.character(":"))
        type("nowhere", into: &model)
        #expect(model.press(.enter) == nil)
        #expect(model.prompt == .init(kind: .jump, text: "nowhere") && model.notice?.role == .bad)
        #expect(model.press(.escape) == nil && model.prompt == nil && model.notice == nil)
        _ = model.press(.character("b"))
        #expect(model.press(.backspace) == nil && model.prompt == nil)
    }

    @Test func `breakpoints are set, run to, limited and taken away`() {
        var model = model()
        #expect(model.press(.character("c")) == nil && model.notice?.text.contains("no breakpoint") == true)
        for index in 1...StepperModel.breakCountMax {
            _ = model.press(.character("b"))
            type("position == \(index)", into: &model)
            #expect(model.press(.enter) == nil && model.breaks.count == index)
        }
        _ = model.press(.character("b"))
        type("used", into: &model)
        #expect(model.press(.enter) == nil && model.breaks.count == StepperModel.breakCountMax)
        #expect(model.press(.character("c")) == .run(isForward: true))
        #expect(model.press(.character("C")) == .run(isForward: false))
        _ = model.press(.character("b"))
        #expect(model.press(.enter) == nil && model.breaks.isEmpty)
    }

    @Test func `a prompt takes no more than its limit`() {
        var model = model()
        _ = model.press(.character("/"))
        for _ in 0..<StepperModel.promptCountMax + 5 { _ = model.press(.character("x")) }
        #expect(model.prompt?.text.count == StepperModel.promptCountMax)
    }

    @Test func `Ctrl-C quits, Ctrl-Z suspends and Ctrl-L redraws, whatever is shown`() {
        for key in [nil, Key.character("?"), .character("/")] {
            var model = model()
            if let key { _ = model.press(key) }
            #expect(model.press(.control("l")) == .redraw)
            #expect(model.press(.control("z")) == .suspend)
            #expect(model.press(.control("c")) == .quit(.interrupted))
        }
    }

    @Test func `help goes with any key, which does its work; q and Escape only close it`() {
        for (key, wish) in [
            (Key.character("q"), nil), (.escape, nil), (.character("?"), nil), (.right, StepperModel.Wish.go(11)),
        ] {
            var model = model()
            _ = model.press(.character("?"))
            #expect(model.isHelpShown)
            #expect(model.press(key) == wish && !model.isHelpShown)
        }
        var model = model()
        #expect(model.press(.character("q")) == .quit(.done))
    }

    @Test func `Tab goes round the panes, z and Enter show one alone, arrows scroll it`() {
        var model = model()
        var seen: [StepperModel.Pane] = []
        for _ in StepperModel.Pane.allCases {
            seen.append(model.pane)
            _ = model.press(.tab)
        }
        #expect(Set(seen).count == StepperModel.Pane.allCases.count && model.pane == seen[0])
        _ = model.press(.backTab)
        #expect(model.pane == seen.last)
        for key in [Key.character("z"), .enter] {
            #expect(model.press(key) == nil && model.isZoomed)
            #expect(model.press(.escape) == nil && !model.isZoomed)
        }
        for _ in 0..<5 { _ = model.press(.down) }
        model.limitScroll(to: 3)
        #expect(model.scroll == 3)
        _ = model.press(.up)
        #expect(model.scroll == 2)
        model.arrive(at: 11)
        #expect(model.scroll == 0)
    }

    @Test func `no key in any order does harm`() {
        var random = SplitMix(seed: 3)
        let keys: [Key] =
            "lhdugGiI/nNbBcCo?zqjk:1#x ".map { .character($0) } + [
                .enter, .tab, .backTab, .escape, .backspace, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end,
                .control("l"), .control("u"),
            ]
        var model = model()
        for _ in 0..<20_000 {
            let wish = model.press(keys[Int.random(in: 0..<keys.count, using: &random)])
            if case .go(let count)? = wish {
                #expect(count <= model.head, "seed 3")
                model.arrive(at: count)
            }
            if Int.random(in: 0..<50, using: &random) == 0 { model.grow(to: model.head + 1) }
        }
    }
}
