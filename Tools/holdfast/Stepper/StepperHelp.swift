/// The keys, over the whole screen.
struct StepperHelp {
    let ink: Ink

    private static let entries: [(keys: String, ascii: String, words: String)] = [
        ("→ l Space", "Right l Space", "the next record"), ("← h", "Left h", "the record before"),
        ("PgDn d", "PgDn d", "ten on"), ("PgUp u", "PgUp u", "ten back"), ("Home g", "Home g", "the first record"),
        ("End G", "End G", "the head, with what is new"), (":", ":", "go to a position or time"),
        ("i I", "i I", "the item's next record; the one before"), ("/ n N", "/ n N", "find text; next, before"),
        ("b", "b", "set a breakpoint; take all away"), ("c C", "c C", "run on to the next break; back"),
        ("o", "o", "choose an item to look at"), ("Tab", "Tab", "another pane"),
        ("↑ ↓ k j", "Up Down k j", "scroll it"), ("z Enter", "z Enter", "the pane alone, and back"),
        ("Ctrl-L", "Ctrl-L", "draw anew"), ("Ctrl-Z", "Ctrl-Z", "to the shell; fg comes back"), ("q", "q", "quit"),
    ]

    /// In one column or two, as the screen lets; not cut to its rows.
    func lines(columns: Int, rows: Int) -> [ScreenLine] {
        let entries = Self.entries.map { entry in
            ScreenLine([
                Span(text: DisplayWidth.pad(ink.style.isASCII ? entry.ascii : entry.keys, to: 14), role: .strong),
                ink.span(entry.words),
            ])
        }
        var lines = [ScreenLine([ink.blank(1), ink.span("Keys", .strong)])]
        if columns >= 104 || (columns >= 76 && entries.count > rows - 3) {
            let half = (entries.count + 1) / 2
            let width = columns / 2 - 2
            for row in 0..<half {
                let second = half + row < entries.count ? entries[half + row].spans : []
                lines.append(
                    ScreenLine([ink.blank(2)] + entries[row].fitted(to: width, in: ink.style).spans + second))
            }
        } else {
            lines += entries.map { ScreenLine([ink.blank(2)] + $0.spans) }
        }
        return lines + [ScreenLine(), ink.line("  Breakpoints: 'holdfast help expressions'. Any key goes back.", .dim)]
    }
}
