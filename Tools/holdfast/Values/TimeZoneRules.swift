import Glibc

/// How far local time is from UTC, at any moment.
struct TimeZoneRules: Sendable {
    /// Seconds east of UTC at a moment in seconds since 1970 UTC.
    let offset: @Sendable (Int64) -> Int64

    /// The time zone of the process (`$TZ`, else the system's).
    static let system = TimeZoneRules { seconds in
        var moment = time_t(seconds)
        var fields = tm()
        guard localtime_r(&moment, &fields) != nil else { return 0 }
        return Int64(fields.tm_gmtoff)
    }

    static let utc = TimeZoneRules { _ in 0 }

    /// The moment at which a clock on the wall shows this local time, given as seconds since a local 1970.
    ///
    /// Where clocks are put back it happens twice, and the first is meant. Where they are put forward it never happens, and
    /// the moment of the change is meant: all that is later on the wall is later than it.
    func moment(ofLocal local: Int64) -> Int64 {
        // A day on either side is more than any zone is from UTC, and less than the time between two changes.
        let offsets = [offset(local - 86_400), offset(local + 86_400)]
        let fitting = offsets.map { local - $0 }.filter { offset($0) == local - $0 }
        if let first = fitting.min() { return first }
        var low = local - (offsets.max() ?? 0)
        var high = local - (offsets.min() ?? 0)
        let before = offset(low)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(middle) == before { low = middle } else { high = middle }
        }
        return high
    }
}
