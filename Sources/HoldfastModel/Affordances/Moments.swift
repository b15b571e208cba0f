extension Phrases {
    /// The time of day, with the date before it when that is not the day of `now`.
    func time(_ time: Int64, now: Int64) -> String {
        moment(time, day(time) == day(now) ? .time : .dateAndTime)
    }

    func moment(_ time: Int64, _ style: MomentStyle) -> String {
        if let moment { return moment(time, style) }
        let date = date(ofDay: day(time))
        let minute = TimeText.dividing(local(time), by: 60).quotient - day(time) * 1440
        let clock = Self.fill(
            text(utcOffsetInSeconds == nil ? .timeFormInUTC : .timeForm),
            with: [Self.padded(minute / 60), Self.padded(minute % 60)])
        return switch style {
        case .date: date
        case .time: clock
        case .dateAndTime: Self.fill(text(.dateAndTimeForm), with: [date, clock])
        }
    }

    /// Seconds of the person's own clock since 1970.
    private func local(_ time: Int64) -> Int64 {
        TimeText.dividing(time, by: 1_000_000).quotient + max(-86_400, min(86_400, utcOffsetInSeconds ?? 0))
    }

    private func day(_ time: Int64) -> Int64 { TimeText.dividing(local(time), by: 86_400).quotient }

    private func date(ofDay day: Int64) -> String {
        let (year, month, day) = TimeText.date(day: day)
        return Self.fill(text(.dateForm), with: ["\(year)", Self.padded(month), Self.padded(day)])
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
