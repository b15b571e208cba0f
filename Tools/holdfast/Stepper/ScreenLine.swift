/// Text of one look.
struct Span: Equatable, Sendable {
    /// Safe to show: without control characters, and ASCII where nothing else can be shown.
    var text: String
    var role = Style.Role.plain

    var width: Int { DisplayWidth.of(text) }
}

/// A line of the screen, or of a part of it.
struct ScreenLine: Equatable, Sendable {
    var spans: [Span] = []

    init(_ spans: [Span] = []) { self.spans = spans }

    var width: Int { spans.reduce(0) { $0 + $1.width } }
    var text: String { spans.map(\.text).joined() }

    mutating func add(_ span: Span) { spans.append(span) }

    /// Exactly so many columns: what does not fit is cut, what is missing is filled.
    func fitted(to width: Int, in style: Style) -> ScreenLine {
        var line = ScreenLine()
        var left = width
        let needed = self.width
        guard needed > width else {
            line.spans = spans
            if needed < width { line.add(Span(text: String(repeating: " ", count: width - needed))) }
            return line
        }
        let room = max(0, width - DisplayWidth.of(style.ellipsis))
        left = room
        for span in spans where left > 0 {
            var used = 0
            let kept = span.text.prefix { character in
                used += DisplayWidth.of(character)
                return used <= left
            }
            line.add(Span(text: String(kept), role: span.role))
            left -= DisplayWidth.of(kept)
            if kept.endIndex < span.text.endIndex { break }
        }
        line.add(Span(text: String(style.ellipsis.prefix(width)), role: .dim))
        let missing = width - line.width
        if missing > 0 { line.add(Span(text: String(repeating: " ", count: missing))) }
        return line
    }

    func painted(in style: Style) -> String {
        spans.map { style.paint($0.text, $0.role) }.joined()
    }
}

/// Makes spans and lines of text from anywhere.
struct Ink: Sendable {
    let style: Style

    func span(_ text: String, _ role: Style.Role = .plain) -> Span { Span(text: style.text(text), role: role) }

    func line(_ text: String, _ role: Style.Role = .plain) -> ScreenLine { ScreenLine([span(text, role)]) }

    func blank(_ count: Int) -> Span { Span(text: String(repeating: " ", count: max(0, count))) }

    /// Of a rule, a ruler or a mark: one character, or its plain form.
    func sign(_ unicode: String, _ ascii: String, _ role: Style.Role = .dim, count: Int = 1) -> Span {
        Span(text: String(repeating: style.isASCII ? ascii : unicode, count: max(0, count)), role: role)
    }

    func glyph(_ glyph: Glyph?) -> [Span] {
        guard let glyph, style.icons != .none else { return [] }
        return [Span(text: style.icons == .ascii ? glyph.ascii : glyph.unicode, role: glyph.role), blank(1)]
    }

    /// Broken at spaces, with `indent` columns before every line but the first.
    func wrapped(_ text: String, _ role: Style.Role = .plain, width: Int, lead: [Span] = [], indent: Int = 0)
        -> [ScreenLine]
    {
        let leadWidth = lead.reduce(0) { $0 + $1.width }
        let room = max(8, width - max(leadWidth, indent))
        return Wrap.lines(style.text(text), width: room).enumerated().map { index, piece in
            let start = index == 0 ? lead + [blank(indent - leadWidth)] : [blank(max(leadWidth, indent))]
            return ScreenLine(start + [Span(text: piece, role: role)])
        }
    }
}
