/// A point in the life of a store, as a person names it.
enum PointInTime: Sendable, Equatable {
    /// As it is now.
    case head
    /// State after this record was applied; -1 is the empty state.
    case position(Int64)
    /// Microseconds since 1970 UTC.
    case time(Int64)
    /// A session: 0 is the last, -1 the one before, 1 the first, as journalctl counts boots.
    case session(Int)

    static let help = [
        "2026-11-30 04:00[:SS]", "2026-11-30", "today", "yesterday", "now", "-2h", "-30m", "-3d",
        "2026-11-30T04:00:00Z", "@1796011200", "#1234", "session:-1",
    ]

    /// - Parameters:
    ///   - now: microseconds since 1970 UTC.
    ///   - bareDigitsArePositions: `1234` means `#1234`; elsewhere a plain number is refused.
    static func parse(_ text: String, now: Int64, zone: TimeZoneRules, bareDigitsArePositions: Bool = false)
        throws(ValueError) -> PointInTime
    {
        guard !text.isEmpty else {
            throw ValueError(reason: .empty, message: "a time or position is missing.", suggestion: Self.hint)
        }
        if text == "head" { return .head }
        if text.hasPrefix("#") { return .position(try position(text.dropFirst(), of: text)) }
        if text.hasPrefix("@") { return .time(try epoch(text)) }
        if text.hasPrefix("session:") {
            guard let session = Int(text.dropFirst("session:".utf8.count)) else {
                throw notUnderstood(text, "Write session:0 for the last session, session:-1 for the one before.")
            }
            return .session(session)
        }
        if let relative = try relative(text, now: now) { return .time(relative) }
        if let named = try named(text, now: now, zone: zone) { return .time(named) }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            guard bareDigitsArePositions else {
                throw notUnderstood(text, "Write #\(text) for a position, or @\(text) for seconds since 1970.")
            }
            return .position(try position(text[...], of: text))
        }
        return .time(try CivilText.parse(text, zone: zone))
    }

    private static let hint = "Write 2026-11-30 04:00, yesterday, -2h, @1796011200, #1234 or session:-1."

    static func notUnderstood(_ text: String, _ suggestion: String = hint) -> ValueError {
        ValueError(
            reason: .notUnderstood, message: "'\(text)' is not a time or position.", suggestion: suggestion)
    }

    static func outOfRange(_ text: String) -> ValueError {
        ValueError(
            reason: .outOfRange, message: "'\(text)' is outside the times that can be written.",
            suggestion: "Times go from year 1 to year 9999.")
    }

    private static func position(_ digits: Substring, of text: String) throws(ValueError) -> Int64 {
        guard let position = Int64(digits), !digits.hasPrefix("+") else {
            throw notUnderstood(text, "A position is # and a number, such as #1234; #-1 is the empty state.")
        }
        guard position >= -1 else {
            throw ValueError(
                reason: .outOfRange, message: "'\(text)' is before the beginning.",
                suggestion: "Positions begin with #0; #-1 is the empty state.")
        }
        return position
    }

    private static func epoch(_ text: String) throws(ValueError) -> Int64 {
        let parts = text.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let seconds = Int64(first), !first.hasPrefix("+") else {
            throw notUnderstood(text, "After @ stand seconds since 1970, such as @1796011200.5.")
        }
        let fraction = parts.count > 1 ? CivilText.fraction(parts[1]) : 0
        guard let fraction else { throw notUnderstood(text, "After the point stand digits.") }
        let isNegative = first.hasPrefix("-")
        guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { throw outOfRange(text) }
        return seconds * 1_000_000 + (isNegative ? -fraction : fraction)
    }

    /// `-2h`, `+30m`: a day is 24 hours here.
    private static func relative(_ text: String, now: Int64) throws(ValueError) -> Int64? {
        guard let sign = text.first, sign == "-" || sign == "+" else { return nil }
        let length: Int64
        do {
            length = try DurationText.parse(String(text.dropFirst()))
        } catch {
            throw notUnderstood(text, "After the sign stands a number with s, m, h, d or w, such as -2h or -1h30m.")
        }
        let (moment, overflows) =
            sign == "-" ? now.subtractingReportingOverflow(length) : now.addingReportingOverflow(length)
        guard !overflows else { throw outOfRange(text) }
        return moment
    }

    private static func named(_ text: String, now: Int64, zone: TimeZoneRules) throws(ValueError) -> Int64? {
        let days: Int64
        switch text {
        case "now": return now
        case "today": days = 0
        case "yesterday": days = -1
        case "tomorrow": days = 1
        default:
            let words = ["now", "today", "yesterday", "tomorrow"]
            guard let meant = Similarity.nearest(to: text, among: words) else { return nil }
            throw notUnderstood(text, "Did you mean '\(meant)'?")
        }
        return LocalTime.midnight(of: now, days: days, zone)
    }
}
