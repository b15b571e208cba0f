import Holdfast
import HoldfastModel

/// `timeline`
enum TimelineVerb {
    static let description = CommandDescription(
        name: "timeline", group: .audit, summary: "Networks and downloads over time, drawn",
        discussion: [
            "The engines that ran, the network as they saw it, and a line for each item that did something, in order of what it "
                + "did first. Times are local and the axis is even: a day on which clocks change has 23 or 25 hours. "
                + "While no engine ran nothing is known of the network. A session that ended without closing is "
                + "drawn up to its last record. Where the clock was set back, what happened before and after it in the same times "
                + "is drawn in the same columns, and a line below says so.",
            "--json and --csv have every item and every stretch. CSV is quoted as in RFC 4180, its lines end with a newline alone, "
                + "and text that a spreadsheet would take for a formula has an apostrophe in front.",
        ],
        options: AskedRange.options + ItemFilter.options
            + [PlotOptions.width, .flag("all", nil, "every item, not only as many as fit"), PlotOptions.csv],
        objects: [TimelineObject.description],
        examples: [
            .init(line: "holdfast timeline --since today", purpose: "The day so far."),
            .init(line: "holdfast timeline --item guide --width 120", purpose: "One item, drawn wide."),
            .init(line: "holdfast timeline --json --since -2h", purpose: "For scripts."),
        ],
        run: { invocation async throws(ToolFailure) in
            let asked = try AskedFigures(invocation)
            let (plot, looking) = (asked.plot, asked.looking)
            let timeline = try Timeline(asked.range, asked.filter, looking)
            if plot.isCSV || looking.console.isJSON {
                try write(timeline, isCSV: plot.isCSV, looking)
            } else {
                try draw(timeline, plot, showsAll: invocation.meaning.has("all"), looking)
            }
            return .done
        })

    private static func write(_ timeline: Timeline, isCSV: Bool, _ looking: Looking) throws(ToolFailure) {
        let console = looking.console
        func write(_ objects: [TimelineObject]) {
            for object in objects { if isCSV { console.table(object.csv) } else { console.data(object.json) } }
        }
        if isCSV { console.output.line(TimelineObject.csvTitles) }
        write(TimelineObject.all(timeline.surroundings))
        for item in timeline.items {
            write(TimelineObject.all(try timeline.lane(of: item, looking)))
            if console.output.isEnded { return }
        }
    }

    /// Rows that go to what is not an item.
    private static let frameRows = 12
    private static let unseenRows = 20

    private static func draw(
        _ timeline: Timeline, _ plot: PlotOptions, showsAll: Bool, _ looking: Looking
    ) throws(ToolFailure) {
        let console = looking.console
        guard !timeline.range.positions.isEmpty else {
            return console.output.line("No records stand in that range.")
        }
        let room = console.screenRows.map { max(3, $0 - frameRows) } ?? unseenRows
        let shown = showsAll ? timeline.items : Array(timeline.items.prefix(room))
        var lanes: [ItemLane] = []
        for item in shown { lanes.append(try timeline.lane(of: item, looking)) }
        if showsAll { console.allowPager() }
        let drawing = TimelineDrawing(
            timeline, labels: lanes.map(\.id), width: plot.width(in: console.style), looking)
        drawing.showSurroundings()
        for lane in lanes { drawing.show(lane) }
        let left = timeline.items.count - shown.count
        if left > 0 { console.output.line("\(PluralText.count(left, "more item")); --all shows them") }
        drawing.showLegend(lanes)
    }
}
