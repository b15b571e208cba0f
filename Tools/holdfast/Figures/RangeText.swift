/// A part of the history in words.
enum RangeText {
    /// `2026-11-30 04:31:36 to 06:31:36 · 2 h · records #0 to #25`
    static func line(_ range: AskedRange, _ zone: TimeZoneRules) -> String {
        let from = LocalTime.text(range.from, zone)
        let until = LocalTime.text(range.until, zone)
        let isOneDay = from.prefix(10) == until.prefix(10)
        let positions = range.positions
        let records =
            positions.isEmpty
            ? "no records"
            : positions.count == 1
                ? "record #\(positions.lowerBound)"
                : "records #\(positions.lowerBound) to #\(positions.upperBound - 1)"
        return "\(from) to \(isOneDay ? String(until.dropFirst(11)) : until)\(range.isPresent ? ", now" : "")"
            + " · \(LengthText.text(range.until.subtractingClamped(range.from))) · \(records)"
    }
}

/// Lengths of time in microseconds.
enum LengthText {
    /// `250 ms`, `3 min 20 s`
    static func text(_ microseconds: Int64) -> String {
        (1..<1_000_000).contains(microseconds)
            ? "\(max(1, microseconds / 1000)) ms" : DurationText.brief(seconds: microseconds / 1_000_000)
    }
}
