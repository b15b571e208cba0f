import HoldfastModel

/// A symbol as a terminal can show it, one column wide; three characters in ASCII. The word beside it always says the same.
struct Glyph: Sendable, Equatable {
    var unicode: String
    var ascii: String
    var role: Style.Role

    private init(_ unicode: String, _ ascii: String, _ role: Style.Role) {
        self.unicode = unicode
        self.ascii = ascii
        self.role = role
    }

    init(_ symbol: Icon.Symbol) {
        self =
            switch symbol {
            case .offlinePin: Glyph("✓", "[v]", .good)
            case .cloudOff: Glyph("⊘", "[/]", .warning)
            case .cloudSync: Glyph("⇅", "[%]", .active)
            case .download: Glyph("↓", "[+]", .plain)
            case .downloading: Glyph("⇣", "[>]", .active)
            case .delete: Glyph("−", "[-]", .dim)
            case .error: Glyph("✗", "[x]", .bad)
            case .lockClock: Glyph("⧖", "[L]", .warning)
            case .lock: Glyph("⚿", "[l]", .warning)
            case .pauseCircle: Glyph("‖", "[=]", .dim)
            case .captivePortal: Glyph("⎆", "[^]", .warning)
            case .wifi: Glyph("≋", "[w]", .warning)
            case .networkCheck: Glyph("≈", "[~]", .warning)
            case .help: Glyph("?", "[?]", .warning)
            case .sdCardAlert: Glyph("▲", "[!]", .bad)
            case .schedule: Glyph("◷", "[.]", .dim)
            case .batteryAlert: Glyph("▯", "[b]", .warning)
            case .syncProblem: Glyph("↻", "[r]", .warning)
            case .fileDownloadOff: Glyph("∅", "[0]", .dim)
            }
    }

    /// Empty where the style has no icons.
    func shown(in style: Style) -> String {
        switch style.icons {
        case .none: ""
        case .ascii: style.paint(ascii, role)
        case .unicode: style.paint(unicode, role)
        }
    }
}
