import HoldfastModel

/// Figures by local day.
struct DayFigures {
    private var days: [Int64: Statistics.Day] = [:]
    /// The day that was asked for last: most times follow one another.
    private var last: Range<Int64> = 0..<0

    mutating func change(_ time: Int64, _ zone: TimeZoneRules, _ body: (inout Statistics.Day) -> Void) {
        if !last.contains(time) {
            let began = LocalTime.midnight(of: time, days: 0, zone)
            last = began..<max(began + 1, LocalTime.midnight(of: time, days: 1, zone))
        }
        body(&days[last.lowerBound, default: Statistics.Day(began: last.lowerBound)])
    }

    var sorted: [Statistics.Day] { days.values.sorted { $0.began < $1.began } }
}

/// How the storage used went, over equal slices of the range.
enum StorageHistory {
    static let sliceCount = 40

    /// Where the clock was set back, time is taken to stand still until it has caught up.
    static func slices(_ recorded: RecordFigures, _ range: AskedRange) -> [Statistics.StorageSlice] {
        let length = range.until.subtractingClamped(range.from)
        guard length > 0, length < .max / Int64(sliceCount) else { return [] }
        var changes = recorded.used[...]
        var bytes = recorded.usedBefore
        return (0..<Int64(sliceCount)).map { index in
            let from = range.from + length * index / Int64(sliceCount)
            let until = range.from + length * (index + 1) / Int64(sliceCount)
            var slice = Statistics.StorageSlice(from: from, until: until, usedBytes: bytes, largestBytes: bytes)
            let isLast = index == Int64(sliceCount) - 1
            while let change = changes.first, isLast || change.time < until {
                changes.removeFirst()
                bytes = change.bytes
                slice.largestBytes = max(slice.largestBytes, bytes)
            }
            slice.usedBytes = bytes
            return slice
        }
    }
}
