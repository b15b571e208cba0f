extension StepperView {
    /// The last line: what is asked for, what is said, or the keys; with the column of the cursor.
    var foot: (line: ScreenLine, cursor: Int?) {
        if let prompt = model.prompt { return asking(prompt) }
        if let notice = model.notice { return (ScreenLine([ink.blank(1), ink.span(notice.text, notice.role)]), nil) }
        return (keys, nil)
    }

    private func asking(_ prompt: StepperModel.Prompt) -> (ScreenLine, Int?) {
        var line = ScreenLine([ink.blank(1), ink.span(Self.question(prompt.kind) + " ", .strong)])
        let problem = model.notice
        // Room for the end of a long text, and for what is wrong with it.
        let room = max(8, model.columns - line.width - 2)
        var text = ink.style.text(prompt.text)
        while DisplayWidth.of(text) > room { text.removeFirst() }
        line.add(Span(text: text))
        let cursor = line.width
        if let problem, model.columns - cursor > 12 {
            line.add(ink.blank(3))
            line.add(ink.span(problem.text, problem.role))
        } else if prompt.text.isEmpty {
            line.add(ink.blank(2))
            line.add(ink.span(Self.hint(prompt.kind), .dim))
        }
        return (line, cursor)
    }

    private static func question(_ kind: StepperModel.Prompt.Kind) -> String {
        switch kind {
        case .jump: "Go to:"
        case .search: "Find:"
        case .breakpoint: "Break when:"
        case .item: "Item:"
        }
    }

    private static func hint(_ kind: StepperModel.Prompt.Kind) -> String {
        switch kind {
        case .jump: "1234, 2026-11-30 04:00, yesterday, -2h, session:-1, head"
        case .search: "text of a record's line"
        case .breakpoint: "item(guide).installed; nothing takes all away"
        case .item: "Tab completes; nothing follows the event's own"
        }
    }

    /// As many as fit, the most needed first; help and quit always.
    private var keys: ScreenLine {
        let (right, left) = ink.style.isASCII ? ("Right", "Left") : ("→", "←")
        let all = [
            (right, "next"), (left, "back"), (":", "go to"), ("/", "find"), ("i", "item's next"), ("b", "break"),
            ("c", "run"), ("Tab", "pane"), ("z", "zoom"), ("o", "item"), ("G", "head"),
        ]
        let fixed = [("?", "help"), ("q", "quit")]
        func width(_ key: (String, String)) -> Int { DisplayWidth.of(key.0) + DisplayWidth.of(key.1) + 3 }
        var room = model.columns - 1 - fixed.reduce(0) { $0 + width($1) }
        var shown: [(String, String)] = []
        for key in all {
            guard width(key) <= room else { break }
            room -= width(key)
            shown.append(key)
        }
        var line = ScreenLine([ink.blank(1)])
        for (key, words) in shown + fixed {
            line.add(ink.span(key, .strong))
            line.add(ink.span(" " + words + "  ", .dim))
        }
        return line
    }
}
