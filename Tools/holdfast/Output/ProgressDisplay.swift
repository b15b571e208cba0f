/// Bars at the foot of a terminal, drawn over each time they change. Only where stderr is a terminal.
final class ProgressDisplay {
    private let style: Style
    private let rows: Int
    private var drawnCount = 0

    init(style: Style, rows: Int) {
        self.style = style
        self.rows = rows
    }

    /// Draws the bars in place of those drawn before. As many as fit are shown, and how many are not.
    func draw(_ bars: [ProgressBar]) {
        let width = (style.width ?? 80) - 1
        let room = max(1, rows - 3)
        var lines = bars.prefix(bars.count > room ? room - 1 : room).map { $0.line(width: width, style: style) }
        if bars.count > lines.count { lines.append("and \(bars.count - lines.count) more") }
        Console.writeWords(erasing() + lines.map { $0 + "\n" }.joined())
        drawnCount = lines.count
    }

    /// Takes the bars away, so that something else can be written there.
    func clear() {
        guard drawnCount > 0 else { return }
        Console.writeWords(erasing())
        drawnCount = 0
    }

    /// Up to the first bar, then everything below is erased.
    private func erasing() -> String {
        drawnCount > 0 ? "\u{1b}[\(drawnCount)A\r\u{1b}[J" : ""
    }
}
