/// The words of a language: texts by code, units, and how times are written. A value; change what differs from English.
public struct Phrases: Sendable {
    /// Instead of the English text of a code. `{0}` and `{1}` are its places.
    public var texts: [PhraseKey: String] = [:]
    public var units: [MeasureUnit: UnitWords] = [:]
    public var decimalSeparator = "."
    /// Seconds east of UTC. Without it, times are told in UTC and say so.
    public var utcOffsetInSeconds: Int64?
    /// Writes a moment in microseconds since 1970 UTC in the person's own way, instead of `2025-03-02 14:05`.
    public var moment: (@Sendable (Int64, MomentStyle) -> String)?

    public init() {}

    public enum MomentStyle: Sendable, Equatable {
        case time, date, dateAndTime
    }

    /// On a screen, or by a voice that needs units spelled out.
    public enum Voice: Sendable, Equatable {
        case written, spoken
    }

    public func text(_ key: PhraseKey) -> String {
        texts[key] ?? PhraseKey.english[key] ?? key.rawValue
    }

    func text(_ part: Part, _ voice: Voice = .written) -> String {
        let template = text(part.key)
        guard !part.arguments.isEmpty else { return template }
        let values = part.arguments.map { text($0, voice) }
        return Self.fill(template, with: values)
    }

    private func text(_ argument: Argument, _ voice: Voice) -> String {
        switch argument {
        case .bytes(let bytes, let rounding): self.bytes(bytes, rounding, voice)
        case .duration(let duration, let rounding): self.duration(duration, rounding, voice)
        case .time(let time, let now): self.time(time, now: now)
        case .date(let time): moment(time, .date)
        case .count(let count): "\(count)"
        case .text(let text): text
        case .part(let part): text(part, voice)
        }
    }

    /// Puts the values into `{0}` to `{9}`; a place without a value stays as it stands.
    static func fill(_ template: String, with values: [String]) -> String {
        var filled = ""
        var rest = Substring(template)
        while let open = rest.firstIndex(of: "{") {
            filled += rest[..<open]
            rest = rest[open...]
            let place = rest.prefix(3)
            if place.count == 3, place.last == "}", let number = place.dropFirst().first?.wholeNumberValue,
                number < values.count
            {
                filled += values[number]
            } else {
                filled += place
            }
            rest = rest.dropFirst(place.count)
        }
        return filled + rest
    }
}
