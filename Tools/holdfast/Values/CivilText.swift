import HoldfastModel

/// Dates and times of day as people and RFC 3339 write them.
enum CivilText {
    /// `2026-11-30`, `2026-11-30 04:00`, `2026-11-30T04:00:00.5+01:00`. Without an offset it is local time.
    ///
    /// - Returns: microseconds since 1970 UTC.
    static func parse(_ text: String, zone: TimeZoneRules) throws(ValueError) -> Int64 {
        var scanner = Scanner(text)
        guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
            let day = scanner.digits(2)
        else { throw PointInTime.notUnderstood(text) }
        try check(year, 1...9999, "the year", text)
        try check(month, 1...12, "the month", text)
        try check(day, 1...daysInMonth(month, of: year), "the day", text)
        var clock = "00:00:00"
        var micros: Int64 = 0
        var offset: Int64?
        if !scanner.isAtEnd {
            guard scanner.take("T") || scanner.take("t") || scanner.take(" ") else {
                throw PointInTime.notUnderstood(text)
            }
            (clock, micros) = try timeOfDay(&scanner, text)
            offset = try self.offset(&scanner, text)
        }
        guard scanner.isAtEnd, let local = TimeText.microseconds(text.prefix(10) + "T" + clock + "Z") else {
            throw PointInTime.notUnderstood(text)
        }
        let seconds = local / 1_000_000
        return (offset.map { seconds - $0 } ?? zone.moment(ofLocal: seconds)) * 1_000_000 + micros
    }

    /// `04:00`, `04:00:07.25`, as `HH:MM:SS` and microseconds.
    private static func timeOfDay(_ scanner: inout Scanner, _ text: String) throws(ValueError) -> (String, Int64) {
        let start = scanner.rest
        guard let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2) else {
            throw PointInTime.notUnderstood(text)
        }
        try check(hour, 0...23, "the hour", text)
        try check(minute, 0...59, "the minute", text)
        guard scanner.take(":") else { return (start.prefix(5) + ":00", 0) }
        guard let second = scanner.digits(2) else { throw PointInTime.notUnderstood(text) }
        try check(second, 0...59, "the second", text)
        guard scanner.take(".") else { return (String(start.prefix(8)), 0) }
        guard let micros = fraction(scanner.manyDigits()) else { throw PointInTime.notUnderstood(text) }
        return (String(start.prefix(8)), micros)
    }

    private static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Digits behind a decimal point as microseconds; what is finer is cut off. `nil` when it is not digits alone.
    static func fraction(_ digits: Substring) -> Int64? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let six = digits.prefix(6)
        return Int64(six + String(repeating: "0", count: 6 - six.utf8.count))
    }

    /// `Z`, `+01:00`, `-0330`; `nil` when nothing stands there.
    private static func offset(_ scanner: inout Scanner, _ text: String) throws(ValueError) -> Int64? {
        if scanner.take("Z") || scanner.take("z") { return 0 }
        let isEast = scanner.take("+")
        guard isEast || scanner.take("-") else { return nil }
        guard let hours = scanner.digits(2) else { throw PointInTime.notUnderstood(text) }
        _ = scanner.take(":")
        guard let minutes = scanner.digits(2) else { throw PointInTime.notUnderstood(text) }
        try check(hours, 0...23, "the offset's hour", text)
        try check(minutes, 0...59, "the offset's minute", text)
        return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
    }

    private static func check(_ value: Int64, _ range: ClosedRange<Int64>, _ what: String, _ text: String)
        throws(ValueError)
    {
        guard range.contains(value) else {
            throw ValueError(
                reason: .outOfRange, message: "in '\(text)' \(what) is \(value).",
                suggestion: "It goes from \(range.lowerBound) to \(range.upperBound).")
        }
    }

    private struct Scanner {
        private(set) var rest: Substring

        init(_ text: String) { rest = text[...] }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func take(_ character: Character) -> Bool {
            guard rest.first == character else { return false }
            rest.removeFirst()
            return true
        }

        /// Exactly `count` ASCII digits.
        mutating func digits(_ count: Int) -> Int64? {
            let taken = rest.prefix(count)
            guard taken.count == count, taken.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            rest = rest.dropFirst(count)
            return Int64(taken)
        }

        mutating func manyDigits() -> Substring {
            let taken = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest[taken.endIndex...]
            return taken
        }
    }
}
