import Holdfast
import HoldfastModel

/// The timeline as a drawing: an axis of local time, the engines, the network, and a line for each item.
struct TimelineDrawing {
    private let timeline: Timeline
    private let looking: Looking
    private let style: Style
    private let axis: TimeAxis
    private let width: Int
    private let labelWidth: Int

    private static let labelMax = 24
    private static let labelMin = 8
    private static let switchLabel = "offline mode"

    init(_ timeline: Timeline, labels: [String], width: Int, _ looking: Looking) {
        (self.timeline, self.looking, self.width) = (timeline, looking, width)
        style = looking.console.style
        let style = style
        let isSwitched = timeline.surroundings.network.contains(where: \.isOfflineMode)
        let longest =
            (labels + (isSwitched ? [Self.switchLabel] : [])).map { DisplayWidth.of(style.text($0)) }.max() ?? 0
        labelWidth = min(max(longest, Self.labelMin), min(Self.labelMax, width / 4 + 2))
        axis = TimeAxis(
            from: timeline.range.from, until: timeline.range.until, columns: width - labelWidth - 1, zone: looking.zone)
    }

    // MARK: Around the items

    func showSurroundings() {
        line(RangeText.line(timeline.range, looking.zone), .strong)
        var ticks = Strip(columns: axis.columns)
        for tick in axis.ticks { ticks.write((style.isASCII ? "|" : "╷") + tick.label, at: tick.column, .dim) }
        row("", ticks)
        row("engine", sessions)
        row("network", network)
        if timeline.surroundings.network.contains(where: \.isOfflineMode) { row(Self.switchLabel, offlineMode) }
    }

    private var sessions: Strip {
        var strip = Strip(columns: axis.columns)
        let (run, begin, died): (Character, Character, Character) = style.isASCII ? ("=", "[", "x") : ("━", "┣", "╳")
        let sessions = timeline.surroundings.sessions
        let shares = axis.shares(sessions.map { (from: $0.from, until: $0.until, thing: true) })
        for (column, share) in shares.enumerated() where share[true] ?? 0 > axis.columnLength / 2 {
            strip.set(column, run, .plain)
        }
        for (index, session) in sessions.enumerated() {
            let isPiece = index > 0 && sessions[index - 1].goesOn
            if !isPiece, let first = axis.column(of: session.from) { strip.set(first, begin, .plain) }
            if session.end == .died, let last = axis.column(of: session.until) { strip.set(last, died, .bad) }
        }
        return strip
    }

    private var network: Strip {
        var strip = Strip(columns: axis.columns)
        let spans = timeline.surroundings.network.map { (from: $0.from, until: $0.until, thing: $0.kind) }
        for (column, share) in axis.shares(spans).enumerated() {
            guard let kind = share.max(by: { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) })?.key else {
                continue
            }
            let mark = RibbonMark(kind)
            strip.set(column, mark.shown(in: style), mark.role)
        }
        return strip
    }

    private var offlineMode: Strip {
        var strip = Strip(columns: axis.columns)
        let spans = timeline.surroundings.network.filter(\.isOfflineMode).map {
            (from: $0.from, until: $0.until, thing: true)
        }
        for (column, share) in axis.shares(spans).enumerated() where !share.isEmpty {
            strip.set(column, style.isASCII ? "=" : "━", .warning)
        }
        return strip
    }

    // MARK: Items

    func show(_ lane: ItemLane) {
        var strip = Strip(columns: axis.columns)
        let spans = lane.spans.map { (from: $0.from, until: $0.until, thing: $0.phase) }
        for (column, share) in axis.shares(spans).enumerated() {
            // What runs is never hidden by what lasts.
            let phase =
                share[.running] != nil
                ? .running : share.max { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }?.key
            guard let shown = phase?.characters else { continue }
            strip.set(column, style.isASCII ? shown.ascii : shown.unicode, shown.role)
        }
        // What began with the last record has no length yet.
        if let last = lane.spans.last, last.from == last.until, let column = axis.column(of: last.from) {
            let shown = last.phase.characters
            strip.set(column, style.isASCII ? shown.ascii : shown.unicode, shown.role)
        }
        for mark in [ItemLane.Mark.setback, .removed, .done, .failed] {
            for event in lane.events where event.mark == mark {
                guard let column = axis.column(of: event.time) else { continue }
                let shown = mark.characters
                strip.set(column, style.isASCII ? shown.ascii : shown.unicode, shown.role)
            }
        }
        row(lane.id, strip)
    }

    // MARK: Below

    func showLegend(_ lanes: [ItemLane]) {
        line("")
        var entries: [(mark: Character, role: Style.Role, words: String)] = []
        for kind in NetworkSpan.Kind.allCases {
            let length = timeline.surroundings.length(of: kind)
            guard length > 0 else { continue }
            let mark = RibbonMark(kind)
            entries.append((mark.shown(in: style), mark.role, "\(kind.words) \(LengthText.text(length))"))
        }
        legend("network", entries)
        let phases = Set(lanes.flatMap { $0.spans.map(\.phase) })
        let marks = Set(lanes.flatMap { $0.events.map(\.mark) })
        legend(
            "items",
            ItemLane.Phase.allCases.filter(phases.contains).map { shown($0.characters, $0.words) }
                + ItemLane.Mark.allCases.filter(marks.contains).map { shown($0.characters, $0.words) })
        line(
            "One column is \(LengthText.text(axis.columnLength)). The network is shown as it was for most of a column; a download "
                + "and a mark are shown wherever they fall.", .dim)
        for fall in timeline.surroundings.clockFalls { line(words(fall)) }
    }

    private func words(_ fall: ClockFall) -> String {
        let (before, after) = (LocalTime.text(fall.before, looking.zone), LocalTime.text(fall.after, looking.zone))
        return
            "The clock was set back between the records of \(before) and of \(after) (#\(fall.position)): what "
            + "happened between these times, before and after it, is drawn in the same columns."
    }

    private func shown(
        _ characters: (unicode: Character, ascii: Character, role: Style.Role), _ words: String
    ) -> (mark: Character, role: Style.Role, words: String) {
        (style.isASCII ? characters.ascii : characters.unicode, characters.role, words)
    }

    /// Entries side by side, as many as fit.
    private func legend(_ title: String, _ entries: [(mark: Character, role: Style.Role, words: String)]) {
        guard !entries.isEmpty else { return }
        var text = DisplayWidth.pad(title, to: labelWidth + 1)
        var used = labelWidth + 1
        for entry in entries {
            let mark = entry.mark == " " ? "(blank)" : String(entry.mark)
            let entryWidth = DisplayWidth.of(mark) + 1 + DisplayWidth.of(entry.words)
            if used > labelWidth + 1, used + entryWidth > width {
                put(text)
                text = String(repeating: " ", count: labelWidth + 1)
                used = labelWidth + 1
            }
            text += style.paint(mark, entry.role) + " " + entry.words + "   "
            used += entryWidth + 3
        }
        put(text)
    }

    private func row(_ label: String, _ strip: Strip) {
        let name = DisplayWidth.cut(style.text(label), to: labelWidth, mark: style.ellipsis)
        put(DisplayWidth.pad(name, to: labelWidth + 1) + strip.text(in: style))
    }

    private func put(_ text: String) {
        let end = text.lastIndex { $0 != " " }
        looking.console.output.line(end.map { String(text[...$0]) } ?? "")
    }

    private func line(_ text: String, _ role: Style.Role = .plain) {
        for part in Wrap.lines(style.text(text), width: width) {
            looking.console.output.line(style.paint(part, role))
        }
    }
}
