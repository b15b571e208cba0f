/// Breaks text into lines at spaces.
enum Wrap {
    /// - Parameter indent: columns before every line; the first may have a lead in their place.
    static func lines(_ text: String, width: Int, indent: Int = 0, lead: String = "") -> [String] {
        let blank = String(repeating: " ", count: indent)
        var line = DisplayWidth.pad(lead, to: indent)
        // A lead that is too long stands on a line of its own.
        var lines: [String] = []
        if DisplayWidth.of(lead) > max(0, indent - 2), !lead.isEmpty {
            lines.append(lead)
            line = blank
        }
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > width {
                lines.append(line)
                line = blank
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [line]
    }
}
