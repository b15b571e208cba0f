/// When downloads may run: windows of local time in a week. Without any they may always.
///
/// As text: `[mon-fri 22:00-06:00, sat-sun 00:00-24:00]`. A window without days is there every day; one that ends before it begins goes on
/// to the next day.
public struct ScheduleWindows: Sendable, Equatable {
    public struct Window: Sendable, Equatable {
        /// 0 is Monday. The last day may stand before the first: `sat-mon`.
        public var firstDay: Int
        public var lastDay: Int
        /// Minutes since midnight: 0...1439 and 1...1440.
        public var start: Int
        public var end: Int
    }

    public var windows: [Window] = []

    public static let windowCountMax = 16
    private static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let dayMinutes = 1_440
    private static let weekMinutes = 10_080
    private static let minute: Int64 = 60_000_000
    private static let week = Int64(weekMinutes) * minute

    public init() {}

    /// `nil` for text that is not windows. Brackets may be left out.
    public init?(_ text: String) {
        var body = Substring(text.lowercased())
        if body.first == "[", body.last == "]" { body = body.dropFirst().dropLast() }
        guard !body.allSatisfy({ $0 == " " }) else { return }
        let parts = body.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.windowCountMax else { return nil }
        for part in parts {
            guard let window = Self.window(part) else { return nil }
            windows.append(window)
        }
    }

    private static func window(_ text: Substring) -> Window? {
        var words = text.split(separator: " ")
        var days = (0, 6)
        if words.count == 2 {
            let names = words.removeFirst().split(separator: "-", omittingEmptySubsequences: false)
            let numbers = names.compactMap { dayNames.firstIndex(of: String($0)) }
            guard (1...2).contains(names.count), numbers.count == names.count else { return nil }
            days = (numbers[0], numbers[numbers.count - 1])
        }
        guard words.count == 1 else { return nil }
        let times = words[0].split(separator: "-", omittingEmptySubsequences: false).map(minutes)
        guard times.count == 2, let start = times[0], let end = times[1], start < dayMinutes, end > 0, start != end
        else {
            return nil
        }
        return Window(firstDay: days.0, lastDay: days.1, start: start, end: end)
    }

    private static func minutes(_ text: Substring) -> Int? {
        let digits = text.split(separator: ":", omittingEmptySubsequences: false)
        guard digits.count == 2,
            digits.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(digits[0]), let minute = Int(digits[1]), minute < 60, hour * 60 + minute <= dayMinutes
        else { return nil }
        return hour * 60 + minute
    }
}

extension ScheduleWindows: CustomStringConvertible {
    public var description: String {
        let parts = windows.map { window -> String in
            let times = "\(Self.clock(window.start))-\(Self.clock(window.end))"
            if window.firstDay == 0, window.lastDay == 6 { return times }
            let first = Self.dayNames[window.firstDay]
            let days = window.firstDay == window.lastDay ? first : "\(first)-\(Self.dayNames[window.lastDay])"
            return "\(days) \(times)"
        }
        return "[\(parts.joined(separator: ", "))]"
    }

    private static func clock(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }
}

extension ScheduleWindows {
    /// - Parameters:
    ///   - time: microseconds since 1970 UTC.
    ///   - offset: seconds that local time is ahead of UTC.
    public func isOpen(at time: Int64, utcOffsetInSeconds offset: Int64) -> Bool {
        windows.isEmpty || isOpen(inWeek: Self.placeInWeek(time, offset))
    }

    /// When it next opens or closes, in microseconds since 1970 UTC; `nil` when it never changes.
    public func nextChange(after time: Int64, utcOffsetInSeconds offset: Int64) -> Int64? {
        guard !windows.isEmpty else { return nil }
        let place = Self.placeInWeek(time, offset)
        let isOpen = isOpen(inWeek: place)
        var waits: [Int64] = []
        for interval in intervals {
            for bound in [interval.start, interval.end] {
                let wait = Int64(bound % Self.weekMinutes) * Self.minute - place
                waits.append(wait > 0 ? wait : wait + Self.week)
            }
        }
        waits.sort()
        let change = waits.first { self.isOpen(inWeek: (place + $0) % Self.week) != isOpen }
        return change.map { time.clampedSum($0) }
    }

    /// Minutes of the week, from Monday's midnight on; an end past the week's goes on in the next.
    private var intervals: [(start: Int, end: Int)] {
        windows.flatMap { window in
            let count = (window.lastDay - window.firstDay + 7) % 7
            return (0...count).map { day in
                let midnight = (window.firstDay + day) % 7 * Self.dayMinutes
                let end = window.end > window.start ? window.end : window.end + Self.dayMinutes
                return (midnight + window.start, midnight + end)
            }
        }
    }

    private func isOpen(inWeek place: Int64) -> Bool {
        intervals.contains { interval in
            let (start, end) = (Int64(interval.start) * Self.minute, Int64(interval.end) * Self.minute)
            return start <= place && place < end || place + Self.week < end
        }
    }

    /// Microseconds since Monday's midnight, local time.
    private static func placeInWeek(_ time: Int64, _ offset: Int64) -> Int64 {
        // 1970-01-01 was a Thursday.
        let local = (time % week) + (offset * 1_000_000 + 3 * Int64(dayMinutes) * minute) % week
        return ((local % week) + week) % week
    }
}
