import HoldfastModel

/// Numbers and digests as text.
enum NumberText {
    /// A whole number within a range.
    static func parse(_ text: String, in range: ClosedRange<Int64>) throws(ValueError) -> Int64 {
        let end = range.upperBound == .max ? "on" : "to \(range.upperBound)"
        let suggestion = "Write a whole number from \(range.lowerBound) \(end)."
        guard let value = Int64(text) else {
            throw ValueError(
                reason: text.isEmpty ? .empty : .notUnderstood, message: "'\(text)' is not a whole number.",
                suggestion: suggestion)
        }
        guard range.contains(value) else {
            throw ValueError(reason: .outOfRange, message: "\(value) is out of range.", suggestion: suggestion)
        }
        return value
    }

    /// -100...100; higher runs first.
    static func priority(_ text: String) throws(ValueError) -> Int64 {
        try parse(text, in: -100...100)
    }

    /// How many times faster than life, in thousandths: `10`, `0.5`.
    static func speed(_ text: String) throws(ValueError) -> Int64 {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let millionths = parts.count == 2 ? CivilText.fraction(parts[1]) : 0
        guard (1...2).contains(parts.count), let whole = Int64(parts[0]), let millionths,
            (0...1_000_000).contains(whole), whole * 1000 + millionths / 1000 > 0
        else {
            throw ValueError(
                reason: .notUnderstood, message: "'\(text)' is not a speed.",
                suggestion: "Write how many times faster than life, such as 10 or 0.5, at most 1000000.")
        }
        return whole * 1000 + millionths / 1000
    }

    /// 64 hexadecimal digits, with or without `sha256:`.
    static func sha256(_ text: String) throws(ValueError) -> Digest {
        guard let digest = Digest(text) else {
            throw ValueError(
                reason: text.isEmpty ? .empty : .notUnderstood, message: "'\(text)' is not a SHA-256 digest.",
                suggestion: "Write 64 hexadecimal digits, as sha256sum prints them.")
        }
        return digest
    }
}
