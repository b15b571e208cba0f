/// A unit that sizes and durations are told in. Sizes are decimal, as file managers show them: 1 MB is 1,000,000 bytes.
@nonexhaustive
public enum MeasureUnit: String, Sendable, CaseIterable {
    case bytes, kilobytes, megabytes, gigabytes, terabytes, petabytes, exabytes
    case seconds, minutes, hours, days
}

/// How a unit is written and spoken, `{0}` being the number.
public struct UnitWords: Sendable, Equatable {
    public var written: String
    public var spokenOne: String
    public var spoken: String

    public init(written: String, spokenOne: String, spoken: String) {
        self.written = written
        self.spokenOne = spokenOne
        self.spoken = spoken
    }
}

extension MeasureUnit {
    private static let symbols: [MeasureUnit: String] = [
        .bytes: "B", .kilobytes: "kB", .megabytes: "MB", .gigabytes: "GB", .terabytes: "TB", .petabytes: "PB",
        .exabytes: "EB", .seconds: "s", .minutes: "min", .hours: "h", .days: "days",
    ]

    var english: UnitWords {
        UnitWords(
            written: "{0} \(Self.symbols[self] ?? rawValue)", spokenOne: "{0} \(rawValue.dropLast())",
            spoken: "{0} \(rawValue)")
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
        if tenths < 100 { return measure(decimal(tenths), unit, isOne: tenths == 10, voice) }
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

    private func measure(_ count: Int64, _ unit: MeasureUnit, _ voice: Voice) -> String {
        measure("\(count)", unit, isOne: count == 1, voice)
    }

    private func measure(_ number: String, _ unit: MeasureUnit, isOne: Bool, _ voice: Voice) -> String {
        let words = units[unit] ?? unit.english
        let template =
            switch voice {
            case .written: words.written
            case .spoken: isOne ? words.spokenOne : words.spoken
            }
        return Self.fill(template, with: [number])
    }

    private func decimal(_ tenths: Int64) -> String {
        tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10)\(decimalSeparator)\(tenths % 10)"
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
