/// Draws what the stepper shows. Pure: the same model and scene give the same lines.
struct StepperView {
    let model: StepperModel
    let scene: StepperScene
    /// Path of the store, as it was named.
    let store: String
    let ink: Ink

    /// A screen, and where the cursor stands while something is asked for.
    struct Screen: Equatable {
        var lines: [ScreenLine]
        var cursor: (row: Int, column: Int)?
        /// Lines that the selected pane could still be scrolled by.
        var scrollMax = 0

        static func == (left: Screen, right: Screen) -> Bool {
            left.lines == right.lines && left.cursor?.row == right.cursor?.row
                && left.cursor?.column == right.cursor?.column
        }
    }

    func screen() -> Screen {
        let (columns, rows) = (model.columns, model.rows)
        guard
            let layout = StepperLayout(columns: columns, rows: rows, selected: model.pane, isZoomed: model.isZoomed)
        else { return Screen(lines: tooSmall()) }
        var lines = [header] + (layout.hasRuler ? [ruler] : [])
        var scrollMax = 0
        if model.isHelpShown {
            lines += help(rows: rows - lines.count - 1, &scrollMax)
        } else {
            lines += body(layout, top: lines.count, &scrollMax)
        }
        let foot = self.foot
        lines.append(foot.line)
        let cursor = foot.cursor.map { (row: rows - 1, column: min($0, columns - 1)) }
        return Screen(lines: lines.map { $0.fitted(to: columns, in: ink.style) }, cursor: cursor, scrollMax: scrollMax)
    }

    private func help(rows: Int, _ scrollMax: inout Int) -> [ScreenLine] {
        let all = StepperHelp(ink: ink).lines(columns: model.columns, rows: rows)
        scrollMax = max(0, all.count - rows)
        let offset = min(model.scroll, scrollMax)
        var shown = Array(all.dropFirst(offset).prefix(rows))
        shown += [ScreenLine](repeating: ScreenLine(), count: rows - shown.count)
        let hidden = scrollMax - offset
        if hidden > 0, !shown.isEmpty { shown[shown.count - 1] = ink.line("  \(hidden + 1) more lines below", .dim) }
        return shown
    }

    private func tooSmall() -> [ScreenLine] {
        let words =
            "The screen is \(model.columns) x \(model.rows); it takes "
            + "\(StepperLayout.columnsMin) x \(StepperLayout.rowsMin). q ends."
        let lines = Wrap.lines(words, width: max(1, model.columns)).map { ink.line($0) }
        let all = lines + [ScreenLine](repeating: ScreenLine(), count: model.rows)
        return all.prefix(max(0, model.rows)).map { $0.fitted(to: model.columns, in: ink.style) }
    }

    // MARK: The head

    private var header: ScreenLine {
        var line = ScreenLine([ink.blank(1)])
        if let event = scene.event {
            line.add(ink.span("#\(event.position)", .strong))
            line.add(ink.span(" of \(model.head - 1)", .dim))
            line.add(ink.span("  " + (model.columns < 60 ? String(event.time.suffix(8)) : event.time)))
            if let since = event.since { line.add(ink.span("  " + since, .dim)) }
        } else {
            line.add(ink.span("The empty state", .strong))
            line.add(ink.span(", before the first record", .dim))
        }
        let isNarrow = model.columns < 60
        var right: [Span] = []
        if model.newCount > 0 {
            right.append(ink.span("\(model.newCount) new" + (isNarrow ? "" : ": G goes there") + "  ", .warning))
        }
        if !model.breaks.isEmpty {
            let words = isNarrow ? "\(model.breaks.count) b" : PluralText.count(model.breaks.count, "breakpoint")
            right.append(ink.span(words + "  ", .active))
        }
        let used = line.width + right.reduce(2) { $0 + $1.width }
        if model.columns - used >= 14 {
            right.append(
                Span(text: Self.tail(ink.style.text(store) + " ", model.columns - used, ink.style), role: .dim))
        }
        line.add(ink.blank(max(2, model.columns - line.width - right.reduce(0) { $0 + $1.width })))
        line.spans += right
        return line
    }

    /// The end of a path says more than its beginning.
    private static func tail(_ text: String, _ width: Int, _ style: Style) -> String {
        guard DisplayWidth.of(text) > width else { return text }
        var kept = text
        while DisplayWidth.of(kept) > width - DisplayWidth.of(style.ellipsis), !kept.isEmpty { kept.removeFirst() }
        return style.ellipsis + kept
    }

    /// How far along the log one is.
    private var ruler: ScreenLine {
        let width = model.columns
        let share = model.head == 0 ? 0 : Double(model.count) / Double(model.head)
        let filled = min(width, max(model.count > 0 ? 1 : 0, Int(share * Double(width))))
        return ScreenLine([
            ink.sign("━", "=", .active, count: filled), ink.sign("─", "-", .dim, count: width - filled),
        ])
    }

    // MARK: The panes

    private func body(_ layout: StepperLayout, top: Int, _ scrollMax: inout Int) -> [ScreenLine] {
        let panes = StepperPanes(scene: scene, ink: ink)
        var layout = layout
        var contents: [StepperModel.Pane: [ScreenLine]] = [:]
        for place in layout.places { contents[place.pane] = panes.lines(place.pane, width: place.width - 2) }
        layout.balance(contents.mapValues(\.count))
        let height = model.rows - top - 1
        var sides: [Side] = [Side(height), Side(height)]
        for place in layout.places {
            let content = contents[place.pane] ?? []
            let room = max(0, place.height - 1)
            let hidden = max(0, content.count - room)
            let offset = place.pane == model.pane ? min(model.scroll, hidden) : 0
            if place.pane == model.pane { scrollMax = hidden }
            let shown = content.dropFirst(offset).prefix(room).map { ScreenLine([ink.blank(1)] + $0.spans) }
            let lines = [rule(place, hidden: hidden - offset)] + shown
            sides[place.column == 0 ? 0 : 1].put(
                lines.map { $0.fitted(to: place.width, in: ink.style) }, at: place.row - top)
        }
        guard let divider = layout.divider else { return sides[0].lines }
        return (0..<height).map { row in
            let left = sides[0].lines[row].fitted(to: divider, in: ink.style).spans
            let joint = joint(sides[0].rules.contains(row), sides[1].rules.contains(row), isFirst: row == 0)
            return ScreenLine(left + [joint] + sides[1].lines[row].spans)
        }
    }

    /// Panes one below another.
    private struct Side {
        var lines: [ScreenLine]
        /// Rows that are a rule.
        var rules: Set<Int> = []

        init(_ height: Int) { lines = [ScreenLine](repeating: ScreenLine(), count: height) }

        /// The first is a rule.
        mutating func put(_ new: [ScreenLine], at row: Int) {
            rules.insert(row)
            for (index, line) in new.enumerated() where lines.indices.contains(row + index) {
                lines[row + index] = line
            }
        }
    }

    private func joint(_ left: Bool, _ right: Bool, isFirst: Bool) -> Span {
        switch (left, right) {
        case (true, true): ink.sign(isFirst ? "┬" : "┼", "+")
        case (true, false): ink.sign("┤", "+")
        case (false, true): ink.sign("├", "+")
        case (false, false): ink.sign("│", "|")
        }
    }

    private func rule(_ place: StepperLayout.Place, hidden: Int) -> ScreenLine {
        let isSelected = place.pane == model.pane
        var line = ScreenLine([ink.sign("─", "-"), ink.blank(1)])
        let name = place.pane == .item ? scene.item.map { "Item \($0.id)" } ?? "Item" : place.pane.title
        line.add(ink.span(name, isSelected ? .strong : .plain))
        if place.pane == .item, model.pinned != nil { line.add(ink.span(" kept", .active)) }
        line.add(ink.blank(1))
        var right = hidden > 0 ? [ink.span(" \(hidden) more ", .dim)] : []
        if place.isShared { right.insert(ink.span(" Tab: others ", .dim), at: 0) }
        let rightWidth = right.reduce(1) { $0 + $1.width }
        let room = place.width - line.width - rightWidth
        if room < 0 { line = line.fitted(to: max(0, place.width - rightWidth), in: ink.style) }
        line.add(ink.sign("─", "-", count: room))
        line.spans += right
        line.add(ink.sign("─", "-"))
        return line
    }
}
