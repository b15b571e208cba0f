/// Names come from elsewhere and may hold anything; on a screen they must not move the cursor or hide what follows.
enum Escaping {
    /// Control characters, separators of lines and marks that turn the direction of text become `\n`, `\x1b`, `\u{202e}`.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isOdd) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isOdd(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// Printable, and nothing but ASCII: typographic marks become their plain form, other letters their number.
    static func ascii(_ text: String) -> String {
        var result = ""
        for scalar in printable(text).unicodeScalars {
            switch scalar {
            case "…": result += "..."
            case "·", "•", "–", "—", "‑": result += "-"
            case "’", "‘": result += "'"
            case "“", "”": result += "\""
            case "×": result += "x"
            case "→": result += "->"
            case "≤": result += "<="
            case "≥": result += ">="
            case "\u{a0}", "\u{202f}": result += " "
            default: if scalar.isASCII { result.unicodeScalars.append(scalar) } else { result += escape(scalar) }
            }
        }
        return result
    }

    private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0: true
        case 0x20..<0x7f: false
        case 0x061c, 0x200b, 0x200e, 0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff, 0xfff9...0xfffb: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            let hex = String(scalar.value, radix: 16)
            return scalar.value < 0x100 ? "\\x" + (hex.utf8.count < 2 ? "0" : "") + hex : "\\u{\(hex)}"
        }
    }
}
