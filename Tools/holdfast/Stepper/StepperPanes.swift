/// What stands in the panes.
struct StepperPanes {
    let scene: StepperScene
    let ink: Ink

    func lines(_ pane: StepperModel.Pane, width: Int) -> [ScreenLine] {
        switch pane {
        case .event: event(width)
        case .changes: changes(width)
        case .item: item(width)
        case .queue: queue(width)
        case .environment: fields(scene.environment, width, hasMarks: true)
        }
    }

    private func event(_ width: Int) -> [ScreenLine] {
        guard let event = scene.event else { return [ink.line("Nothing has happened yet.", .dim)] }
        let head = ScreenLine([ink.span(event.type, .strong), ink.span("  " + event.subject, .active)])
        return [head] + ink.wrapped(event.sentence, width: width) + fields(event.fields, width)
    }

    private func changes(_ width: Int) -> [ScreenLine] {
        guard !scene.changes.isEmpty else {
            return [ink.line(scene.event == nil ? "" : "It changed nothing.", .dim)]
        }
        var lines: [ScreenLine] = []
        var row: String?
        for change in scene.changes {
            if let next = change.row, next != row { lines.append(ink.line(next, .active)) }
            row = change.row
            let told = change.change
            var line = ScreenLine([ink.blank(change.row == nil ? 0 : 2), ink.span(told.field + " ")])
            if !told.from.isEmpty { line.add(ink.span(told.from + " ", .dim)) }
            line.add(ink.span("→ ", .dim))
            line.add(ink.span(told.to, told.to == "none" ? .dim : .good))
            lines.append(line)
        }
        return lines
    }

    private func item(_ width: Int) -> [ScreenLine] {
        guard let item = scene.item else { return [ink.line("No item was met yet.", .dim)] }
        let lead = ink.glyph(item.glyph)
        return ink.wrapped(item.words, .strong, width: width, lead: lead) + fields(item.machines, width, hasMarks: true)
    }

    private func queue(_ width: Int) -> [ScreenLine] {
        guard !scene.queue.isEmpty else { return [ink.line("Nothing is wanted.", .dim)] }
        let digits = "\(scene.queue.count)".utf8.count
        let names = scene.queue.map { DisplayWidth.of(ink.style.text($0.id)) }.max() ?? 0
        let nameWidth = min(names, max(8, width / 3))
        var lines: [ScreenLine] = []
        for entry in scene.queue {
            let place = DisplayWidth.pad("\(entry.place)", to: digits, alignsRight: true)
            let id = DisplayWidth.cut(ink.style.text(entry.id), to: nameWidth, mark: ink.style.ellipsis)
            let lead = [ink.span(place + " ", .dim)] + ink.glyph(entry.glyph)
            let name = Span(
                text: DisplayWidth.pad(id, to: nameWidth) + "  ", role: entry.id == scene.item?.id ? .strong : .plain)
            let first = entry.reasons.first ?? entry.label
            let role = entry.reasons.isEmpty ? Style.Role.active : .warning
            lines += ink.wrapped(first, role, width: width, lead: lead + [name])
            let indent = lead.reduce(0) { $0 + $1.width } + name.width
            for reason in entry.reasons.dropFirst() {
                lines += ink.wrapped(reason, .dim, width: width, lead: [ink.blank(indent)])
            }
        }
        let left = scene.queueCount - Int64(scene.queue.count)
        return lines + (left > 0 ? [ink.line("\(left) more are wanted", .dim)] : [])
    }

    /// Names and values; what the event changed is marked.
    private func fields(_ fields: [StepperScene.FieldText], _ width: Int, hasMarks: Bool = false) -> [ScreenLine] {
        let widest = fields.map { DisplayWidth.of(ink.style.text($0.name)) }.max() ?? 0
        let nameWidth = min(widest, max(9, width / 2))
        return fields.flatMap { field in
            let name = DisplayWidth.cut(ink.style.text(field.name), to: nameWidth, mark: ink.style.ellipsis)
            let mark = hasMarks ? [field.isChanged ? ink.sign("•", "*", .active) : ink.blank(1), ink.blank(1)] : []
            let lead = mark + [Span(text: DisplayWidth.pad(name, to: nameWidth) + "  ", role: .dim)]
            return ink.wrapped(field.value, field.role, width: width, lead: lead)
        }
    }
}
