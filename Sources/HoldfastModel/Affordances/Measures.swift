/// A unit that sizes and durations are told in. Sizes are decimal, as file managers show them: 1 MB is 1,000,000 bytes.
@nonexhaustive
public enum MeasureUnit: String, Sendable, CaseIterable {
    case bytes, kilobytes, megabytes, gigabytes, terabytes, petabytes, exabytes
    case seconds, minutes, hours, days
}

/// How a unit is written and spoken, `{0}` being the number.
public struct UnitWords: Sendable, Equatable {
    public var written: PluralText
    public var spoken: PluralText

    public init(written: PluralText, spoken: PluralText) {
        self.written = written
        self.spoken = spoken
    }
}

extension MeasureUnit {
    private static let symbols: [MeasureUnit: PluralText] = [
        .bytes: "{0} B", .kilobytes: "{0} kB", .megabytes: "{0} MB", .gigabytes: "{0} GB", .terabytes: "{0} TB",
        .petabytes: "{0} PB", .exabytes: "{0} EB", .seconds: "{0} s", .minutes: "{0} min", .hours: "{0} h",
        .days: PluralText(one: "{0} day", other: "{0} days"),
    ]

    private static let words: [MeasureUnit: UnitWords] = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, $0.made) })

    var english: UnitWords { Self.words[self] ?? made }

    private var made: UnitWords {
        UnitWords(
            written: Self.symbols[self] ?? PluralText(other: "{0} \(rawValue)"),
            spoken: PluralText(one: "{0} \(rawValue.dropLast())", other: "{0} \(rawValue)"))
    }
}

extension Phrases {
    /// One decimal below 10 of a unit ("4.8 MB"), none from there on ("48 MB") and none for whole numbers ("5 MB").
    /// Free space is rounded down, needed space up, so that a screen never says "needs 48 MB, 48 MB free".
    func bytes(_ bytes: Int64, _ rounding: Rounding, _ voice: Voice) -> String {
        let bytes = max(0, bytes)
        if bytes < 1000 { return measure(bytes, .bytes, voice) }
        var size: Int64 = 1000
        var unit = MeasureUnit.kilobytes
        for larger in [MeasureUnit.megabytes, .gigabytes, .terabytes, .petabytes, .exabytes] {
            // What rounds to 1000 of a unit is 1 of the next.
            if Self.divide(bytes, by: size, rounding) < 1000 { break }
            (size, unit) = (size * 1000, larger)
        }
        let tenths = Self.divide(bytes, by: size / 10, rounding)
        if tenths < 100 { return measure(tenths / 10, tenths: tenths % 10, unit, voice) }
        return measure(Self.divide(bytes, by: size, rounding), unit, voice)
    }

    /// Seconds below a minute, minutes below an hour, hours and minutes below ten hours, hours below two days, then days.
    func duration(_ microseconds: Int64, _ rounding: Rounding, _ voice: Voice) -> String {
        let duration = max(0, microseconds)
        let seconds = Self.divide(duration, by: 1_000_000, rounding)
        if seconds < 60 { return measure(seconds, .seconds, voice) }
        let minutes = Self.divide(duration, by: 60_000_000, rounding)
        if minutes < 60 { return measure(minutes, .minutes, voice) }
        if minutes < 600 {
            let hours = measure(minutes / 60, .hours, voice)
            return minutes % 60 == 0 ? hours : "\(hours) \(measure(minutes % 60, .minutes, voice))"
        }
        let hours = Self.divide(duration, by: 3_600_000_000, rounding)
        if hours < 48 { return measure(hours, .hours, voice) }
        return measure(Self.divide(duration, by: 86_400_000_000, rounding), .days, voice)
    }

    private func measure(_ whole: Int64, tenths: Int64 = 0, _ unit: MeasureUnit, _ voice: Voice) -> String {
        let words = units[unit] ?? unit.english
        let text = (voice == .written ? words.written : words.spoken)[pluralForm(whole, tenths)]
        return Self.fill(text, with: [tenths == 0 ? "\(whole)" : "\(whole)\(decimalSeparator)\(tenths)"])
    }

    private static func divide(_ number: Int64, by divisor: Int64, _ rounding: Rounding) -> Int64 {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        switch rounding {
        case .down: return quotient
        case .up: return rest > 0 ? quotient + 1 : quotient
        case .nearest: return rest >= divisor - rest ? quotient + 1 : quotient
        }
    }
}
