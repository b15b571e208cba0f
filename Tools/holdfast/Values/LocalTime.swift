import HoldfastModel

/// Moments in microseconds since 1970 UTC as a clock on the wall shows them.
enum LocalTime {
    /// `2026-11-30 04:00:00`
    static func text(_ microseconds: Int64, _ zone: TimeZoneRules) -> String {
        let offset = zone.offset(seconds(microseconds)) * 1_000_000
        let shifted = microseconds.addingReportingOverflow(offset)
        // In the last hours that can be counted there is no local time; UTC stands for it.
        let utc = TimeText.string(shifted.overflow ? microseconds : shifted.partialValue)
        let parts = utc.split(separator: "T", maxSplits: 1)
        return parts[0] + " " + parts[1].prefix(8)
    }

    /// `2026-11-30`
    static func date(_ microseconds: Int64, _ zone: TimeZoneRules) -> String {
        String(text(microseconds, zone).prefix { $0 != " " })
    }

    /// `04:00` on the same local day, else the day too.
    static func brief(_ microseconds: Int64, now: Int64, _ zone: TimeZoneRules) -> String {
        let then = text(microseconds, zone).dropLast(3)
        let today = text(now, zone).dropLast(8)
        return then.hasPrefix(today) ? String(then.dropFirst(today.count)) : String(then)
    }

    /// The beginning of a local day; `days` is counted from that of `now`.
    static func midnight(of now: Int64, days: Int64, _ zone: TimeZoneRules) -> Int64 {
        let local = seconds(now) + zone.offset(seconds(now))
        let day = floorDivide(local, 86_400) + days
        return zone.moment(ofLocal: day * 86_400) * 1_000_000
    }

    private static func seconds(_ microseconds: Int64) -> Int64 { floorDivide(microseconds, 1_000_000) }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
