import Holdfast
import HoldfastModel

/// Statistics for people: sentences of numbers, bars and a line for the storage.
struct StatisticsText {
    private let statistics: Statistics
    private let looking: Looking
    private let style: Style
    private let width: Int
    private let showsAll: Bool

    private static let labelWidth = 13
    /// Figures that the charts can do without are left out.
    private var isNarrow: Bool { width < 60 }
    /// Rows of one chart without `--all`.
    private static let rowCountMax = 10
    private static let dayCountMax = 14

    init(_ statistics: Statistics, width: Int, showsAll: Bool, _ looking: Looking) {
        (self.statistics, self.looking, self.width, self.showsAll) = (statistics, looking, width, showsAll)
        style = looking.console.style
    }

    func show() {
        let range = statistics.range
        guard !range.positions.isEmpty else { return line("No records stand in that range.") }
        line(RangeText.line(range, looking.zone), .strong)
        line("")
        told("Downloads", downloads)
        told("Attempts", attempts)
        told("Waited", waits)
        told("Saved", saved)
        told("Removals", removals)
        storage()
        chart("Bytes on the wire", bytesOnTheWire)
        let unmeasured = statistics.attempts.unmeasured
        if unmeasured > 0 { line("  not counted for \(PluralText.count(unmeasured, "attempt"))", .dim) }
        chart("Network", network)
        chart("Failed attempts by reason", failures)
        chart("Interrupted attempts by cause", interruptions)
        chart("Attempts by host, with their bytes of content", hosts)
        chart("Bytes of content by day", days, isByDay: true)
    }

    // MARK: What is told in words

    private var downloads: String {
        let downloads = statistics.downloads
        return "\(downloads.requested) asked for, \(downloads.completed) done, \(downloads.cancelled) cancelled; "
            + "\(downloads.wanted) wanted at the end"
            + (downloads.failed > 0 ? ", \(downloads.failed) of them failed" : "")
            + (downloads.paused > 0 ? ", \(downloads.paused) of them paused" : "")
    }

    private var attempts: String {
        let (counts, recorded) = (statistics.attempts, statistics.recorded)
        return "\(counts.attempts) ended: \(counts.completed) completed, \(counts.interrupted) interrupted, "
            + "\(counts.failed) failed; \(PluralText.count(recorded.scheduledRetries, "wait")) for another try, "
            + "\(PluralText.count(recorded.requestedRetries, "try", "tries")) asked for"
    }

    private var waits: String {
        let recorded = statistics.recorded
        guard let median = recorded.percentile(50), let most = recorded.percentile(90),
            let longest = recorded.waits.last
        else { return "no download was done" }
        return "from the request to the file's being there: median \(LengthText.text(median)), "
            + "nine of ten at most \(LengthText.text(most)), longest \(LengthText.text(longest))"
    }

    private var saved: String {
        let bytes = statistics.bytes
        return "\(ByteText.format(bytes.saved)) by \(PluralText.count(bytes.resumed, "resumed attempt")); "
            + "\(ByteText.format(bytes.discarded)) received and thrown away"
    }

    private var removals: String {
        let removals = statistics.removals
        return "\(removals.requested) asked for, \(removals.undone) undone; \(removals.deleted) carried out, "
            + "which freed \(ByteText.format(removals.freedBytes))"
    }

    private func storage() {
        guard let last = statistics.storage.last else { return }
        let room = width - Self.labelWidth
        let values = Plot.merged(statistics.storage.map(\.largestBytes), to: room)
        let spark = Plot.sparkline(values, in: style)
        let label = DisplayWidth.pad("Storage", to: Self.labelWidth)
        looking.console.output.line(style.paint(label, .strong) + style.paint(spark, .active))
        let largest = statistics.storage.map(\.largestBytes).max() ?? 0
        told("", "at most \(ByteText.format(largest)), \(ByteText.format(last.usedBytes)) at the end")
    }

    // MARK: What is drawn

    private var bytesOnTheWire: BarChart {
        var chart = BarChart()
        let counts = statistics.attempts
        guard counts.attempts > 0 else { return chart }
        chart.add("not metered", ByteText.format(counts.unmeteredBytes), counts.unmeteredBytes, .good)
        chart.add("metered", ByteText.format(counts.meteredBytes), counts.meteredBytes, .warning)
        return chart
    }

    private var network: BarChart {
        var chart = BarChart()
        guard let surroundings = statistics.surroundings else { return chart }
        for kind in NetworkSpan.Kind.allCases {
            let length = surroundings.length(of: kind)
            if length > 0 { chart.add(kind.words, LengthText.text(length), length, RibbonMark(kind).role) }
        }
        return chart
    }

    private var failures: BarChart {
        var chart = BarChart()
        for reason in statistics.failures {
            chart.add(FailureWords.text(reason.failure), "\(reason.count)", reason.count, .bad)
        }
        return chart
    }

    private var interruptions: BarChart {
        var chart = BarChart()
        for found in statistics.interruptions {
            chart.add(InterruptionWords.text(found.cause, found.blocker), "\(found.count)", found.count, .warning)
        }
        return chart
    }

    private var hosts: BarChart {
        var chart = BarChart()
        for host in statistics.hosts.sorted(by: { $0.counts.attempts > $1.counts.attempts }) {
            let counts = host.counts
            let failed = counts.failed > 0 && !isNarrow ? ", \(counts.failed) failed" : ""
            chart.add(
                host.name ?? "address not known", "\(counts.attempts)\(failed) · \(ByteText.format(counts.bytes))",
                counts.attempts)
        }
        return chart
    }

    private var days: BarChart {
        var chart = BarChart()
        for day in statistics.days {
            let requested = isNarrow ? "" : "\(day.requested) asked for, "
            let figures = requested + "\(day.counts.completed) done · \(ByteText.format(day.counts.bytes))"
            chart.add(LocalTime.date(day.began, looking.zone), figures, day.counts.bytes)
        }
        return chart
    }

    private func chart(_ title: String, _ chart: BarChart, isByDay: Bool = false) {
        guard !chart.rows.isEmpty else { return }
        line("")
        line(title, .strong)
        var shown = chart
        let limit = showsAll ? Int.max : isByDay ? Self.dayCountMax : Self.rowCountMax
        let left = chart.rows.count - limit
        if left > 0 { shown.rows = isByDay ? Array(chart.rows.suffix(limit)) : Array(chart.rows.prefix(limit)) }
        for row in shown.lines(width: width, in: style) { looking.console.output.line(row) }
        if left > 0 { line("  \(left) \(isByDay ? "earlier" : "more"); --all shows them", .dim) }
    }

    private func told(_ label: String, _ words: String) {
        let lead = style.paint(DisplayWidth.pad(label, to: Self.labelWidth), .strong)
        for (index, part) in Wrap.lines(style.text(words), width: width - Self.labelWidth).enumerated() {
            let head = index == 0 ? lead : String(repeating: " ", count: Self.labelWidth)
            looking.console.output.line(head + part)
        }
    }

    private func line(_ text: String, _ role: Style.Role = .plain) {
        for part in Wrap.lines(style.text(text), width: width, indent: text.hasPrefix("  ") ? 2 : 0) {
            looking.console.output.line(style.paint(part, role))
        }
    }
}
