/// Lengths of time as text.
enum DurationText {
    private static let units: [(name: String, microseconds: Int64)] = [
        ("ms", 1000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000), ("d", 86_400_000_000),
        ("w", 604_800_000_000),
    ]

    /// `90s`, `15m`, `1h30m`, `250ms`. Whole numbers with a unit each.
    ///
    /// - Returns: microseconds, never negative.
    static func parse(_ text: String) throws(ValueError) -> Int64 {
        let wrong = ValueError(
            reason: text.isEmpty ? .empty : .notUnderstood, message: "'\(text)' is not a length of time.",
            suggestion: "Write a number with ms, s, m, h, d or w, such as 90s or 1h30m.")
        var total: Int64 = 0
        var rest = text[...]
        guard !rest.isEmpty else { throw wrong }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let name = rest[digits.endIndex...].prefix { $0.isLetter }
            rest = rest[name.endIndex...]
            guard !digits.isEmpty, let unit = units.first(where: { $0.name == name }) else { throw wrong }
            let part = Int64(digits).map { $0.multipliedReportingOverflow(by: unit.microseconds) }
            let sum = part.map { total.addingReportingOverflow($0.partialValue) }
            guard let part, let sum, !part.overflow, !sum.overflow else {
                throw ValueError(
                    reason: .outOfRange, message: "'\(text)' is too long.",
                    suggestion: "The longest is about 290,000 years.")
            }
            total = sum.partialValue
        }
        return total
    }

    /// `45 s`, `3 min 20 s`, `2 h 5 min`, `4 d 3 h`: two figures at most.
    static func brief(seconds: Int64) -> String {
        let seconds = max(0, seconds)
        func pair(_ large: Int64, _ largeName: String, _ small: Int64, _ smallName: String) -> String {
            "\(large) \(largeName)" + (small > 0 ? " \(small) \(smallName)" : "")
        }
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return pair(seconds / 60, "min", seconds % 60, "s") }
        if seconds < 86_400 { return pair(seconds / 3600, "h", seconds / 60 % 60, "min") }
        return pair(seconds / 86_400, "d", seconds / 3600 % 24, "h")
    }
}
