import Testing

@testable import HoldfastCLI

@Suite struct PlotTests {
    @Test func `a bar is as long as its share, in eighths, and never nothing for something`() {
        let style = terminal(width: 80)
        #expect(Plot.bar(100, of: 100, width: 4, in: style) == "████")
        #expect(Plot.bar(50, of: 100, width: 4, in: style) == "██")
        #expect(Plot.bar(53, of: 100, width: 4, in: style) == "██▏")
        #expect(Plot.bar(1, of: 1_000_000, width: 4, in: style) == "▏")
        #expect(Plot.bar(0, of: 100, width: 4, in: style).isEmpty)
        #expect(Plot.bar(.max, of: .max, width: 2, in: style) == "██")
        #expect(Plot.bar(-5, of: 100, width: 4, in: style).isEmpty)
    }

    @Test func `a bar of plain marks is never longer than its room`() {
        let style = terminal(width: 80, ascii: true)
        #expect(Plot.bar(100, of: 100, width: 4, in: style) == "####")
        #expect(Plot.bar(1, of: 100, width: 4, in: style) == "#")
    }

    @Test func `a line of heights tells nothing from something`() {
        #expect(Plot.sparkline([0, 1, 50, 100], in: terminal(width: 80)) == "▁▂▅█")
        #expect(Plot.sparkline([0, 0], in: terminal(width: 80)) == "▁▁")
        #expect(Plot.merged([1, 9, 2, 3], to: 2) == [9, 3])
        #expect(Plot.merged([1, 2], to: 5) == [1, 2])
    }

    @Test(arguments: [40, 47, 60, 80, 120, 200], [true, false])
    func `no line of a chart is wider than its room, whatever the names`(_ width: Int, _ isASCII: Bool) {
        var chart = BarChart()
        chart.add("https://a-very-long-host-name.of.some.department.example.org:8443", "312 of 999", 312)
        chart.add("日本語の長い名前のガイド", "1", 1)
        chart.add("\u{1b}[2J", "0", 0)
        let lines = chart.lines(width: width, in: terminal(width: width, ascii: isASCII))
        #expect(lines.count == 3)
        for line in lines { #expect(DisplayWidth.of(line) <= width && !line.contains("\u{1b}"), "\(line)") }
    }

    @Test func `a row of a table is quoted where it must be, and runs no formula`() {
        var line = CSVLine()
        line.add(text: "plain")
        line.add(text: "with \"quotes\", and\na line")
        line.add(text: "=SUM(A1)")
        line.add(text: "-1+2")
        line.add(text: nil)
        line.add(Int64(-5))
        line.add(nil as UInt64?)
        #expect(line.text == "plain,\"with \"\"quotes\"\", and\na line\",'=SUM(A1),'-1+2,,-5,")
    }
}

@Suite struct TimeAxisTests {
    private func axis(_ hours: Int64, columns: Int = 80, from: Int64 = noon, zone: TimeZoneRules = .utc) -> TimeAxis {
        TimeAxis(from: from, until: from + hours * 3_600_000_000, columns: columns, zone: zone)
    }

    @Test func `ticks stand at round times with room for their labels`() {
        #expect(axis(2).ticks.map(\.label) == ["12:00", "12:15", "12:30", "12:45", "13:00", "13:15", "13:30", "13:45"])
        #expect(axis(2).ticks.map(\.column) == [0, 10, 20, 30, 40, 50, 60, 70])
        #expect(axis(24).ticks.first { $0.label == "12-01" }?.column == 40)
        #expect(axis(24 * 30).ticks.map(\.label).contains("2026-12-24"))
    }

    @Test(arguments: [1, 60, 3_600, 86_400, 864_000, 86_400_000, 9_000_000_000] as [Int64], [10, 40, 80, 300])
    func `labels never overlap and never stand beyond the axis`(_ seconds: Int64, _ columns: Int) {
        let axis = TimeAxis(from: noon, until: noon + seconds * 1_000_000, columns: columns, zone: berlin)
        var free = 0
        for tick in axis.ticks {
            #expect(tick.column >= free)
            free = tick.column + 1 + tick.label.count
            #expect(free <= columns)
        }
    }

    @Test func `where clocks go forward an hour is left out, where they go back it comes twice in even columns`() {
        // 29 March 2026, 00:00 in Berlin; five hours.
        let forward = axis(5, columns: 50, from: 1_774_738_800_000_000, zone: berlin)
        #expect(forward.ticks.map(\.label) == ["03-29", "01:00", "03:00", "04:00", "05:00"])
        #expect(forward.ticks.map(\.column) == [0, 10, 20, 30, 40])
        // 25 October 2026, 00:00 in Berlin.
        let back = axis(5, columns: 50, from: 1_792_879_200_000_000, zone: berlin)
        #expect(back.ticks.map(\.label) == ["10-25", "01:00", "02:00", "02:00", "03:00"])
    }

    @Test func `every moment has the column that begins before it`() {
        let axis = axis(7, columns: 33)
        for column in 0..<33 { #expect(axis.column(of: axis.start(of: column) + 1_000) == column) }
        #expect(axis.column(of: axis.until) == 32)
        #expect(axis.column(of: noon - 1) == nil)
    }

    @Test func `an axis without length, and one at the end of time, are drawn`() {
        #expect(TimeAxis(from: noon, until: noon, columns: 40, zone: .utc).ticks.count <= 40)
        #expect(TimeAxis(from: .max - 5, until: .max, columns: 40, zone: .utc).ticks.count <= 40)
        #expect(TimeAxis(from: .min, until: .max, columns: 40, zone: .utc).ticks.count <= 40)
    }
}
