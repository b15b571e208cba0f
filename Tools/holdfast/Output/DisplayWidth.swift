/// How many columns of a terminal a text takes.
enum DisplayWidth {
    static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// What the terminal draws in one place: 0, 1 or 2 columns.
    static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.isASCII { return 1 }
        if character.unicodeScalars.contains("\u{fe0f}") || first.properties.isEmojiPresentation { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(first.value) ? 2 : 1
        }
    }

    /// At most `width` columns; what does not fit is replaced by `mark`.
    static func cut(_ text: String, to width: Int, mark: String) -> String {
        guard of(text) > width else { return text }
        let room = width - of(mark)
        guard room > 0 else { return String(repeating: ".", count: max(0, width)) }
        var used = 0
        let kept = text.prefix { character in
            used += of(character)
            return used <= room
        }
        return kept + mark
    }

    static func pad(_ text: String, to width: Int, alignsRight: Bool = false) -> String {
        let fill = String(repeating: " ", count: max(0, width - of(text)))
        return alignsRight ? fill + text : text + fill
    }

    /// The blocks of East Asian wide and fullwidth characters.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xa000...0xa4cf,
            0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6,
            0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
            true
        default: false
        }
    }
}
