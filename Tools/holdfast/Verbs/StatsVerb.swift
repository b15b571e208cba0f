import Holdfast
import HoldfastModel

/// `stats`
enum StatsVerb {
    static let description = CommandDescription(
        name: "stats", group: .audit, summary: "Downloads, failures, bytes and networks in numbers",
        discussion: [
            "A number counts what stands in a record of the range: a download asked for by its request, an attempt by its end, "
                + "a removal by what became of it. What is wanted, failed or paused is told as of the range's end. Time of "
                + "networks counts between the two times; a session that ended without closing counts up to its last "
                + "record. Where the clock was set back, the time that happened twice counts twice, and what passed between the two "
                + "records around it is not known.",
            "A wait is that from a request to its file's being there, for each download done in the range; the median and the "
                + "ninth of ten are waits that occurred (nearest rank). Days are local, and an attempt counts on that of its end.",
            "--csv has the figures of --json, a row each: kind, key, figure, value. It is quoted as in RFC 4180, its lines end "
                + "with a newline alone, and text that a spreadsheet would take for a formula has an apostrophe in front.",
        ],
        options: AskedRange.options + ItemFilter.options + [
            PlotOptions.width, .flag("all", nil, "all rows of each chart"), PlotOptions.csv,
        ],
        objects: Statistics.objects,
        examples: [
            .init(line: "holdfast stats", purpose: "The whole history."),
            .init(line: "holdfast stats --since yesterday --group course", purpose: "One group, since yesterday."),
            .init(line: "holdfast stats --csv", purpose: "For a spreadsheet."),
        ],
        run: { invocation async throws(ToolFailure) in
            let asked = try AskedFigures(invocation)
            let (plot, looking) = (asked.plot, asked.looking)
            let statistics = try Statistics.read(asked.range, asked.filter, looking)
            let console = looking.console
            if plot.isCSV {
                console.output.line(FigureLine.csvTitles)
                for line in statistics.lines(looking.zone) { line.csv.forEach(console.table) }
            } else if console.isJSON {
                for line in statistics.lines(looking.zone) { console.data(line.json) }
            } else {
                console.allowPager()
                StatisticsText(
                    statistics, width: plot.width(in: console.style), showsAll: invocation.meaning.has("all"), looking
                ).show()
            }
            return .done
        })
}

/// What the verbs that draw are asked: of which part of the history, about which items, and how it is to look.
struct AskedFigures {
    let plot: PlotOptions
    let looking: Looking
    let range: AskedRange
    /// `nil` for everything.
    let filter: ItemFilter?

    /// Words that cannot be meant are found before the store is touched.
    init(_ invocation: Invocation) throws(ToolFailure) {
        let meaning = invocation.meaning
        plot = try PlotOptions(meaning)
        let (since, until) = (try meaning.point(option: "since"), try meaning.point(option: "until"))
        looking = try Looking(invocation)
        range = try looking.range(since: since, until: until)
        filter = try ItemFilter.read(meaning, at: range.end, looking)
    }
}

/// Options of the verbs that draw.
struct PlotOptions: Sendable, Equatable {
    /// What `--width` asks for.
    private var asked: Int?
    var isCSV = false

    static let width = OptionDescription.value("width", nil, "COLUMNS", "draw so wide, from 40 to 1000")
    static let csv = OptionDescription.flag("csv", nil, "a table for a spreadsheet instead")

    private static let widths: ClosedRange<Int64> = 40...1000

    init(_ meaning: Meaning) throws(ToolFailure) {
        let columns = try meaning.value("width") { text throws(ValueError) in
            try NumberText.parse(text, in: Self.widths)
        }
        asked = columns.map { Int($0) }
        isCSV = meaning.has("csv")
        guard !isCSV || !meaning.has("json") else {
            throw meaning.usage("--csv and --json exclude each other.")
        }
    }

    /// Where lines have no end, as in a pipe, it is 80.
    func width(in style: Style) -> Int { asked ?? max(Int(Self.widths.lowerBound), style.width ?? 80) }
}
