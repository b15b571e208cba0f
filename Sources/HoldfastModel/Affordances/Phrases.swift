/// The words of a language: texts by code, units, and how times are written. A value: change what an app says in its own way.
///
/// What a table leaves out is told in English.
public struct Phrases: Sendable {
    /// The language's tag (BCP 47), as a screen reader or a web page wants it named.
    public var language = "en"
    /// Instead of the English text of a code. `{0}` to `{9}` are its places.
    public var texts: [PhraseKey: PluralText] = [:]
    public var units: [MeasureUnit: UnitWords] = [:]
    public var decimalSeparator = "."
    /// The class of a number, given as its whole part and its tenths. As in English, only 1 is one thing.
    public var pluralForm: @Sendable (_ whole: Int64, _ tenths: Int64) -> PluralForm = { whole, tenths in
        whole == 1 && tenths == 0 ? .one : .other
    }
    /// Seconds east of UTC. Without it, times are told in UTC and say so.
    public var utcOffsetInSeconds: Int64?
    /// Writes a moment in microseconds since 1970 UTC in the person's own way, instead of the language's.
    public var moment: (@Sendable (Int64, MomentStyle) -> String)?

    /// English.
    public init() {}

    public enum MomentStyle: Sendable, Equatable {
        case time, date, dateAndTime
    }

    /// On a screen, or by a voice that needs units spelled out.
    public enum Voice: Sendable, Equatable {
        case written, spoken
    }

    public func text(_ key: PhraseKey) -> String { text(key, .other) }

    private func text(_ key: PhraseKey, _ form: PluralForm) -> String {
        (texts[key] ?? PhraseKey.english[key])?[form] ?? key.rawValue
    }

    func text(_ part: Part, _ voice: Voice = .written) -> String {
        guard !part.arguments.isEmpty else { return text(part.key) }
        let values = part.arguments.map { text($0, voice) }
        return Self.fill(text(part.key, form(of: part)), with: values)
    }

    /// A sentence agrees with the first number that it counts.
    private func form(of part: Part) -> PluralForm {
        for case .count(let count) in part.arguments { return pluralForm(count, 0) }
        return .other
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
        let bytes = template.utf8
        var filled = ""
        var start = bytes.startIndex
        var next = start
        while let open = bytes[next...].firstIndex(of: UInt8(ascii: "{")) {
            next = bytes.index(after: open)
            let place = bytes[next...].prefix(2)
            guard place.count == 2, place.last == UInt8(ascii: "}"), let digit = place.first,
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
            else { continue }
            let number = Int(digit - UInt8(ascii: "0"))
            guard number < values.count else { continue }
            filled += template[start..<open]
            filled += values[number]
            start = place.endIndex
            next = start
        }
        return filled + template[start...]
    }
}
