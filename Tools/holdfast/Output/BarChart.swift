/// Rows of a name, a number with its unit, and a bar: the number says it, the bar shows it.
struct BarChart {
    struct Row {
        var name: String
        /// With its unit.
        var figure: String
        var value: Int64
        var role = Style.Role.active
    }

    var rows: [Row] = []
    static let indent = 2
    private static let barMax = 40
    private static let barMin = 6

    mutating func add(_ name: String, _ figure: String, _ value: Int64, _ role: Style.Role = .active) {
        rows.append(Row(name: name, figure: figure, value: value, role: role))
    }

    /// - Parameter width: columns; no line is wider. Long names are cut before bars become too short.
    func lines(width: Int, in style: Style) -> [String] {
        let names = rows.map { style.text($0.name) }
        let figures = rows.map { style.text($0.figure) }
        let figureWidth = figures.map { DisplayWidth.of($0) }.max() ?? 0
        let fixed = Self.indent + 2 + figureWidth + 2
        let longest = names.map { DisplayWidth.of($0) }.max() ?? 0
        let nameWidth = min(longest, max(12, width - fixed - Self.barMin))
        let barWidth = min(Self.barMax, width - fixed - nameWidth)
        let largest = rows.map(\.value).max() ?? 0
        return rows.indices.map { index in
            let name = DisplayWidth.pad(
                DisplayWidth.cut(names[index], to: nameWidth, mark: style.ellipsis), to: nameWidth)
            let figure = DisplayWidth.pad(figures[index], to: figureWidth, alignsRight: true)
            let bar = Plot.bar(rows[index].value, of: largest, width: barWidth, in: style)
            let head = String(repeating: " ", count: Self.indent) + name + "  " + figure
            return bar.isEmpty ? head : head + "  " + style.paint(bar, rows[index].role)
        }
    }
}
