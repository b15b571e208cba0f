/// A stretch of time laid over columns of the screen, with ticks at round local times.
///
/// The axis is even in real time, so a day on which clocks change has 23 or 25 hours of columns.
struct TimeAxis: Sendable {
    /// Microseconds since 1970 UTC; `until` is behind `from`.
    let from: Int64
    let until: Int64
    let columns: Int
    let zone: TimeZoneRules

    struct Tick: Sendable, Equatable {
        var column: Int
        var label: String
    }

    /// Seconds; up to an hour ticks are counted on the clock of the moment, from there on by local time, which skips and repeats.
    private static let steps: [Int64] = [
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
        1_209_600, 2_419_200, 4_838_400, 9_676_800, 31_536_000,
    ]
    private static let second: Int64 = 1_000_000

    init(from: Int64, until: Int64, columns: Int, zone: TimeZoneRules) {
        self.from = from
        self.until = max(until, from.addingReportingOverflow(Self.second).partialValue)
        self.columns = max(1, columns)
        self.zone = zone
    }

    /// What one column stands for, in microseconds.
    var columnLength: Int64 { max(1, length / Int64(columns)) }
    private var length: Int64 { max(1, until.subtractingClamped(from)) }

    /// The column of a moment; `nil` outside of the axis. Its end belongs to the last column.
    func column(of time: Int64) -> Int? {
        guard (from...until).contains(time) else { return nil }
        let share = Double(time.subtractingClamped(from)) / Double(length)
        return min(columns - 1, Int(share * Double(columns)))
    }

    /// Beginning of a column; that behind the last one is the end.
    func start(of column: Int) -> Int64 {
        column >= columns ? until : from + Int64(Double(length) / Double(columns) * Double(column))
    }

    /// At round times, each label with the room it takes and two columns more.
    var ticks: [Tick] {
        for step in Self.steps {
            let room = Double(columns) * Double(step) * Double(Self.second) / Double(length)
            guard room >= Double(Self.labelWidth(step) + 3) else { continue }
            return moments(every: step).compactMap { moment in
                let label = label(moment, step)
                guard let column = column(of: moment), column + 1 + label.utf8.count <= columns else { return nil }
                return Tick(column: column, label: label)
            }
        }
        return []
    }

    private func moments(every step: Int64) -> [Int64] {
        let start = from / Self.second
        var moments: [Int64] = []
        let isLocal = step > 3600
        let offset = zone.offset(start)
        var local = ((start + offset) / step) * step
        while moments.count <= columns {
            let seconds = isLocal ? zone.moment(ofLocal: local) : local - offset
            let (moment, overflows) = seconds.multipliedReportingOverflow(by: Self.second)
            guard !overflows, moment <= until else { break }
            if moment >= from, moment > moments.last ?? .min { moments.append(moment) }
            local += step
        }
        return moments
    }

    private static func labelWidth(_ step: Int64) -> Int { step < 60 ? 8 : step < 86_400 ? 5 : 10 }

    /// The time of day; its date where a day begins, and where a tick is a day or more.
    private func label(_ moment: Int64, _ step: Int64) -> String {
        let text = LocalTime.text(moment, zone)
        let time = text.dropFirst(11)
        if step >= 86_400 { return String(text.prefix(10)) }
        if step >= 60, time.hasPrefix("00:00") { return String(text.dropFirst(5).prefix(5)) }
        return String(step < 60 ? time : time.prefix(5))
    }
}
