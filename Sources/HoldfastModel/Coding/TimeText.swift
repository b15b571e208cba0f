/// Times as RFC 3339 text, in UTC, on the proleptic Gregorian calendar and without leap seconds.
public enum TimeText {
    private static let microsecondsPerSecond: Int64 = 1_000_000
    private static let secondsPerDay: Int64 = 86_400
    /// The calendar repeats after 400 years.
    private static let daysPerEra: Int64 = 146_097
    /// From the first of March of the year 0, where the calendar below begins, to the first of January 1970.
    private static let epochDay: Int64 = 719_468

    /// `2026-11-30T07:31:36.000000Z`, always with six digits of a second.
    ///
    /// A year outside 0000...9999 gets a sign, which RFC 3339 has no form for, and `microseconds(_:)` refuses it.
    public static func string(_ microseconds: Int64) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(27)
        append(microseconds, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    static func append(_ microseconds: Int64, to text: inout [UInt8]) {
        let (seconds, fraction) = dividing(microseconds, by: microsecondsPerSecond)
        let (day, second) = dividing(seconds, by: secondsPerDay)
        let date = date(day: day)
        func add(_ value: Int64, _ width: Int, _ end: Unicode.Scalar) {
            TextForm.appendDigits(of: value.magnitude, width: width, to: &text)
            text.append(UInt8(ascii: end))
        }
        if !(0...9999).contains(date.year) { text.append(date.year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")) }
        add(date.year, 4, "-")
        add(date.month, 2, "-")
        add(date.day, 2, "T")
        add(second / 3600, 2, ":")
        add(second / 60 % 60, 2, ":")
        add(second % 60, 2, ".")
        add(fraction, 6, "Z")
    }

    /// Reads an RFC 3339 time with any offset; digits beyond microseconds are cut off. `nil` for anything else.
    public static func microseconds(_ text: String) -> Int64? {
        var reader = TimeReader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.skip("-"), let day = reader.number(digits: 2),
            reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2),
            reader.skip(":"), let second = reader.number(digits: 2), let fraction = reader.fraction(),
            let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        guard (1...12).contains(month), (1...days(inMonth: month, year: year)).contains(day), hour < 24, minute < 60,
            // RFC 3339 §5.7 allows second 60 for a leap second; here it is the first second of the next minute.
            second < 60 || second == 60 && minute == 59
        else { return nil }
        let time = (hour * 60 + minute) * 60 + second - offset
        let seconds = dayNumber(year: year, month: month, day: day) * secondsPerDay + time
        return seconds * microsecondsPerSecond + fraction
    }

    /// The date of a day counted from 1970-01-01. The calendar's years begin in March, so that the leap day is a year's last day.
    static func date(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = dividing(day + epochDay, by: daysPerEra)
        // Every 4th year has a day more (1,460 days come before it), but not every 100th (36,524), but every 400th (146,096).
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // From March on, five months have 153 days.
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = 400 * era + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// Days since the first of January 1970.
    private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
        let (era, yearOfEra) = dividing(month <= 2 ? year - 1 : year, by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * daysPerEra + 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - epochDay
    }

    private static func days(inMonth month: Int64, year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Rounds down, so that times before 1970 work.
    static func dividing(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// Takes a time's text apart, from left to right.
private struct TimeReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(digits count: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = 10 * value + digit
        }
        return value
    }

    /// Microseconds; 0 where there is no fraction.
    mutating func fraction() -> Int64? {
        guard skip(".") else { return 0 }
        guard var value = digit() else { return nil }
        var count = 1
        while let digit = digit() {
            if count < 6 { value = 10 * value + digit }
            count += 1
        }
        for _ in min(count, 6)..<6 { value *= 10 }
        return value
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int64 = skip("-") ? -1 : skip("+") ? 1 : 0
        guard sign != 0, let hours = number(digits: 2), hours < 24, skip(":"), let minutes = number(digits: 2),
            minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes) * 60
    }

    private mutating func digit() -> Int64? {
        guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        rest.removeFirst()
        return Int64(first - UInt8(ascii: "0"))
    }
}
