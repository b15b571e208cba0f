import HoldfastModel
import Testing

@testable import HoldfastCLI

@Suite struct StepperViewTests {
    /// Names that are wide, combine, turn round or move the cursor.
    private func scene(_ count: Int = 12) -> StepperScene {
        let odd = ["guide", "日本語の本\u{1b}[2J", "e\u{301}tude\u{202e}x", "🙂🙂🙂", String(repeating: "long ", count: 40)]
        func name(_ index: Int) -> String { odd[index % odd.count] }
        var scene = StepperScene(count: 7)
        let fields = (0..<count).map {
            StepperScene.FieldText(name: name($0), value: name($0 + 2), isChanged: $0 % 2 == 0)
        }
        scene.event = .init(
            position: 6, time: "2026-11-30 04:00:00", since: "+3 min", subject: "item:" + name(1),
            type: "contentPublished",
            sentence: "Available offline, 48 MB. " + name(4), fields: fields)
        scene.changes = (0..<count).map {
            .init(row: $0 < 3 ? nil : name($0), change: .init(field: name($0), from: name($0 + 1), to: name($0 + 2)))
        }
        scene.item = .init(id: name(1), glyph: Glyph(.offlinePin), words: name(4), machines: Array(fields.prefix(5)))
        scene.queue = (0..<count).map {
            .init(
                place: $0 + 1, id: name($0), glyph: Glyph(.schedule), label: "ready", reasons: [name($0 + 4), name($0)])
        }
        scene.queueCount = 99
        scene.environment = fields
        return scene
    }

    private func view(
        _ columns: Int, _ rows: Int, _ scene: StepperScene, ascii: Bool = false, _ keys: [Key] = []
    ) -> StepperView {
        var model = StepperModel(count: 7, head: 30, now: noon, zone: .utc)
        (model.columns, model.rows) = (columns, rows)
        model.grow(to: 33)
        for key in keys { _ = model.press(key) }
        return StepperView(
            model: model, scene: scene, store: "/a/日本/store", ink: Ink(style: terminal(width: columns, ascii: ascii)))
    }

    @Test(arguments: [false, true])
    func `at every size each line fills the screen and no more`(ascii: Bool) {
        let keys: [[Key]] = [
            [], [.tab], [.tab, .tab, .tab], [.character("z")], [.character("?")], [.character("b"), .character("日")],
            [.down, .down, .down],
        ]
        for columns in [1, 12, 39, 40, 60, 75, 76, 80, 133] {
            for rows in [1, 11, 12, 15, 16, 24, 38, 60] {
                for (count, keys) in zip([0, 1, 5, 12, 12, 40, 40], keys) {
                    let screen = view(columns, rows, scene(count), ascii: ascii, keys).screen()
                    #expect(screen.lines.count == rows, "\(columns) x \(rows)")
                    for line in screen.lines where line.width != columns {
                        Issue.record("\(columns) x \(rows), \(line.width): \(line.text)")
                    }
                    if let cursor = screen.cursor {
                        #expect((0..<rows).contains(cursor.row) && (0..<columns).contains(cursor.column))
                    }
                }
            }
        }
    }

    @Test func `nothing from elsewhere moves the cursor, and ASCII is all there is when asked for`() {
        for ascii in [false, true] {
            for line in view(100, 30, scene(), ascii: ascii).screen().lines {
                #expect(
                    line.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0.value != 0x202e })
                if ascii { #expect(line.text.utf8.allSatisfy { $0 < 0x7f }, "\(line.text)") }
            }
        }
    }

    @Test func `too small a screen says how large it is and should be`() {
        let text = view(39, 20, scene()).screen().lines.flatMap { $0.text.split(separator: " ") }.joined(separator: " ")
        #expect(text.contains("39 x 20") && text.contains("40 x 12"))
    }

    @Test func `what does not fit is counted, and scrolling shows it`() {
        let first = view(80, 24, scene(40), [.tab, .tab, .tab, .tab]).screen()
        #expect(first.scrollMax > 0)
        #expect(first.lines.contains { $0.text.contains("\(first.scrollMax) more") })
        let scrolled = view(
            80, 24, scene(40), [.tab, .tab, .tab, .tab] + Array(repeating: .down, count: first.scrollMax))
        #expect(!scrolled.screen().lines.contains { $0.text.contains("Event") && $0.text.contains("more") == false })
        #expect(scrolled.screen() != first)
    }

    @Test func `panes of one side stand below each other without a gap, whatever they need`() {
        var random = SplitMix(seed: 5)
        for columns in [40, 60, 76, 120] {
            for rows in 12...70 {
                for selected in StepperModel.Pane.allCases {
                    guard
                        var layout = StepperLayout(columns: columns, rows: rows, selected: selected, isZoomed: false)
                    else {
                        Issue.record("\(columns) x \(rows) has no layout")
                        continue
                    }
                    var needs: [StepperModel.Pane: Int] = [:]
                    for place in layout.places { needs[place.pane] = Int.random(in: 0...30, using: &random) }
                    let before = layout.places
                    layout.balance(needs)
                    #expect(
                        layout.places.contains { $0.pane == selected } || selected == .event || selected == .changes)
                    for side in Set(layout.places.map(\.column)) {
                        var row = layout.hasRuler ? 2 : 1
                        for place in layout.places where place.column == side {
                            #expect(place.row == row && place.height >= 2, "seed 5: \(columns) x \(rows)")
                            row += place.height
                        }
                        #expect(row == rows - 1, "seed 5: \(columns) x \(rows)")
                    }
                    #expect(before.map(\.pane) == layout.places.map(\.pane))
                }
            }
        }
    }
}

@Suite struct ScreenWriterTests {
    private func screen(_ lines: [String], cursor: (row: Int, column: Int)? = nil) -> StepperView.Screen {
        StepperView.Screen(lines: lines.map { ScreenLine([Span(text: $0)]) }, cursor: cursor)
    }

    @Test func `only lines that changed are sent`() {
        var writer = ScreenWriter()
        let first = writer.update(screen(["one", "two", "three"]), columns: 5, in: Style())
        #expect(first.contains("one") && first.contains("two") && first.contains("\u{1b}[2J"))
        let second = writer.update(screen(["one", "TWO", "three"]), columns: 5, in: Style())
        #expect(second.contains("\u{1b}[2;1H\u{1b}[2KTWO") && !second.contains("one") && !second.contains("three"))
        #expect(writer.update(screen(["one", "TWO", "three"]), columns: 5, in: Style()) == "\u{1b}[?25l")
    }

    @Test func `another size, and what was forgotten, is drawn anew`() {
        var writer = ScreenWriter()
        _ = writer.update(screen(["one", "two"]), columns: 5, in: Style())
        #expect(writer.update(screen(["one", "two"]), columns: 6, in: Style()).contains("\u{1b}[2J"))
        #expect(writer.update(screen(["one"]), columns: 6, in: Style()).contains("\u{1b}[2J"))
        writer.forget()
        #expect(writer.update(screen(["one"]), columns: 6, in: Style()).contains("one"))
    }

    @Test func `the cursor is shown where something is asked for, and hidden elsewhere`() {
        var writer = ScreenWriter()
        #expect(!writer.update(screen(["a"]), columns: 1, in: Style()).contains("\u{1b}[?25h"))
        let asking = writer.update(screen(["a"], cursor: (row: 3, column: 7)), columns: 1, in: Style())
        #expect(asking.hasSuffix("\u{1b}[4;8H\u{1b}[?25h"))
    }
}
