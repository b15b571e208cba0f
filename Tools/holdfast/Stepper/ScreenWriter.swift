/// Turns screens into what a terminal is sent: only the lines that changed, in one piece.
struct ScreenWriter {
    private var shown: [String] = []
    private var columns = 0

    /// From now on nothing is taken as shown.
    mutating func forget() { shown = [] }

    mutating func update(_ screen: StepperView.Screen, columns: Int, in style: Style) -> String {
        let lines = screen.lines.map { $0.painted(in: style) }
        var text = "\u{1b}[?25l"
        if shown.count != lines.count || self.columns != columns {
            text += "\u{1b}[0m\u{1b}[2J"
            shown = []
        }
        for (row, line) in lines.enumerated() where row >= shown.count || shown[row] != line {
            // Erased first: behind a full line the last column would go.
            text += "\u{1b}[\(row + 1);1H\u{1b}[2K" + line
        }
        if let cursor = screen.cursor { text += "\u{1b}[\(cursor.row + 1);\(cursor.column + 1)H\u{1b}[?25h" }
        (shown, self.columns) = (lines, columns)
        return text
    }
}
