/// A row of `--csv`: quoted as in RFC 4180, ended by a newline alone.
///
/// Numbers and times stand as `--json` has them. Text that a spreadsheet would take for a formula gets an apostrophe in front:
/// names come from elsewhere, and opening a table must not run them.
struct CSVLine {
    private(set) var text = ""
    private var isFirst = true

    mutating func add(text value: String?) { append(value.map { Self.quoted(Self.harmless($0)) } ?? "") }
    mutating func add(_ value: (some BinaryInteger)?) { append(value.map { "\($0)" } ?? "") }

    /// For words of our own: titles, times.
    mutating func add(plain value: String?) { append(value ?? "") }

    private mutating func append(_ field: String) {
        text += (isFirst ? "" : ",") + field
        isFirst = false
    }

    static func titles(_ names: [String]) -> String { names.joined(separator: ",") }

    private static func quoted(_ value: String) -> String {
        guard value.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else { return value }
        var result = "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" { result += "\"" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    private static func harmless(_ value: String) -> String {
        guard let first = value.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else { return value }
        return "'" + value
    }
}
