/// An expression that cannot be meant, with the place that it goes wrong at.
struct ExpressionError: Error, Sendable, Equatable {
    /// The whole expression.
    var text: String
    /// Counted from 1, in characters.
    var column: Int
    /// A sentence about what stands there.
    var message: String
    /// What would be understood.
    var suggestion: String?

    /// `column 6: ...`, with what would be understood: one line.
    var line: String { "column \(column): \(message)" + (suggestion.map { " " + $0 } ?? "") }

    /// - Parameter option: as typed, with its dashes.
    func failure(for option: String) -> ToolFailure {
        ToolFailure(
            .usage, "\(option): \(line)", advice: picture.joined(separator: "\n") + "\nhelp:  holdfast help expressions"
        )
    }

    /// The part of the expression around the place, and a mark below it.
    private var picture: [String] {
        let start = max(0, column - 1 - Self.shownBefore)
        let shown = text.dropFirst(start).prefix(Self.shownBefore + 30)
        let before = Escaping.printable(String(shown.prefix(column - 1 - start)))
        let blank = String(repeating: " ", count: 2 + DisplayWidth.of(before))
        return ["  " + Escaping.printable(String(shown)), blank + "^"]
    }

    private static let shownBefore = 46
}
