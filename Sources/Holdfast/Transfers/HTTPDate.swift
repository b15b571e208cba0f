/// The three date forms a recipient must accept (RFC 9110 §5.6.7).
enum HTTPDate {
    /// Seconds since 1970 UTC.
    static func seconds(_ value: FieldBytes) -> Int64? {
        guard let text = value.text(byteCountMax: 64) else { return nil }
        let parts = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        // "Sun, 06 Nov 1994 08:49:37 GMT" and "Sunday, 06-Nov-94 08:49:37 GMT"
        if parts.count == 6, parts[5] == "GMT" {
            return seconds(day: parts[1], month: parts[2], year: parts[3], time: parts[4])
        }
        // "Sun Nov  6 08:49:37 1994"
        if parts.count == 5 { return seconds(day: parts[2], month: parts[1], year: parts[4], time: parts[3]) }
        return nil
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func seconds(day: String, month: String, year: String, time: String) -> Int64? {
        guard let day = number(day, in: 1...31), let monthIndex = months.firstIndex(of: month),
            let year = fullYear(year)
        else { return nil }
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], in: 0...23), let minute = number(clock[1], in: 0...59),
            let second = number(clock[2], in: 0...60)
        else { return nil }
        return daysSince1970(year: year, month: monthIndex + 1, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    private static func fullYear(_ text: String) -> Int64? {
        guard text.utf8.count == 2 else { return number(text, in: 1_583...9_999) }
        // The specification counts a year that seems more than 50 years ahead as past; 1970 and later is enough here.
        return number(text, in: 0...99).map { $0 < 70 ? 2_000 + $0 : 1_900 + $0 }
    }

    private static func number(_ text: some StringProtocol, in range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int64(text).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Proleptic Gregorian days, counting years from March so that the leap day comes last.
    private static func daysSince1970(year: Int64, month: Int, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let monthFromMarch = Int64((month + 9) % 12)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
