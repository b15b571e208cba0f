import HoldfastModel

/// Rows in columns. On a terminal it keeps to the width by cutting flexible columns; elsewhere nothing is cut.
struct Table {
    var columns: [Column]
    private var rows: [[Cell]] = []

    struct Column {
        var title: String
        var alignsRight = false
        /// May be cut, down to `minimum` columns of the screen, when the row is too wide.
        var isFlexible = false
        var minimum = 8
    }

    struct Cell {
        var text: String
        var role = Style.Role.plain
        /// Drawn before the text; empty without icons.
        var icon: Icon.Symbol?

        init(_ text: String, _ role: Style.Role = .plain, icon: Icon.Symbol? = nil) {
            self.text = text
            self.role = role
            self.icon = icon
        }
    }

    static let gap = "  "

    init(_ columns: [Column]) {
        self.columns = columns
    }

    mutating func add(_ row: [Cell]) {
        rows.append(row)
    }

    /// - Parameter showsTitles: a first line with the columns' titles.
    func lines(in style: Style, showsTitles: Bool = true) -> [String] {
        let titles = columns.map { Cell($0.title, .dim) }
        let shown = ((showsTitles ? [titles] : []) + rows).map { row in row.map { Drawn($0, in: style) } }
        let widths = fit(shown, style)
        return shown.map { row in
            let cells = zip(row, zip(columns, widths)).enumerated().map { index, part in
                let (cell, (column, width)) = part
                let isLast = index == columns.count - 1
                return cell.drawn(to: width, column.alignsRight, isLast, style)
            }
            return Self.trimmed(cells.joined(separator: Self.gap))
        }
    }

    private func fit(_ shown: [[Drawn]], _ style: Style) -> [Int] {
        var widths = columns.indices.map { index in shown.map { $0[index].width }.max() ?? 0 }
        guard let limit = style.width else { return widths }
        var excess = widths.reduce(0, +) + Self.gap.count * (columns.count - 1) - limit
        // The widest flexible column gives first, so that a long title does not cost a short one its letters.
        while excess > 0 {
            let giving = columns.indices.filter { columns[$0].isFlexible && widths[$0] > columns[$0].minimum }
            guard let widest = giving.max(by: { widths[$0] < widths[$1] }) else { return widths }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private static func trimmed(_ line: String) -> String {
        guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
        return String(line[...last])
    }

    /// A cell whose text is made safe and measured.
    private struct Drawn {
        let text: String
        let icon: String
        let role: Style.Role
        let width: Int
        private let iconWidth: Int

        init(_ cell: Cell, in style: Style) {
            text = style.text(cell.text)
            role = cell.role
            icon = cell.icon.map { Glyph($0).shown(in: style) } ?? ""
            iconWidth =
                switch (cell.icon, style.icons) {
                case (nil, _), (_, .none): 0
                case (_, .ascii): 4
                case (_, .unicode): 2
                }
            width = DisplayWidth.of(text) + iconWidth
        }

        func drawn(to width: Int, _ alignsRight: Bool, _ isLast: Bool, _ style: Style) -> String {
            let room = max(0, width - iconWidth)
            let cut = DisplayWidth.cut(text, to: room, mark: style.ellipsis)
            let fill = String(repeating: " ", count: max(0, room - DisplayWidth.of(cut)))
            let painted = style.paint(cut, role)
            let lead = iconWidth > 0 ? icon + " " : ""
            if alignsRight { return fill + lead + painted }
            return lead + painted + (isLast ? "" : fill)
        }
    }
}
