/// The second of two steps: what the words mean. Still touches nothing but the rules of the time zone.
struct Meaning: Sendable {
    let arguments: ParsedArguments
    /// Microseconds since 1970 UTC.
    let now: Int64
    let zone: TimeZoneRules
    let environment: EnvironmentVariables

    var operands: [String] { arguments.operands }

    func has(_ flag: String) -> Bool { arguments.has(flag) }
    func text(_ option: String) -> String? { arguments.value(option) }
    func all(_ option: String) -> [String] { arguments.all(option) }

    func usage(_ message: String, suggestion: String? = nil) -> ToolFailure {
        .usage(message, suggestion: suggestion, of: arguments.command)
    }

    /// Reads an option's value with a parser of values.
    func value<Value>(_ option: String, _ parse: (String) throws(ValueError) -> Value) throws(ToolFailure) -> Value? {
        guard let text = arguments.value(option) else { return nil }
        return try read(text, "--" + option, parse)
    }

    /// - Parameter name: of the option or argument, as the person knows it.
    func read<Value>(_ text: String, _ name: String, _ parse: (String) throws(ValueError) -> Value)
        throws(ToolFailure) -> Value
    {
        do {
            return try parse(text)
        } catch {
            throw error.failure(for: name, of: arguments.command)
        }
    }

    /// A position, time or session; plain digits are a position.
    func point(_ text: String, _ name: String) throws(ToolFailure) -> PointInTime {
        try read(text, name) { text throws(ValueError) in
            try PointInTime.parse(text, now: now, zone: zone, bareDigitsArePositions: true)
        }
    }

    func point(option: String) throws(ToolFailure) -> PointInTime? {
        guard let text = arguments.value(option) else { return nil }
        return try point(text, "--" + option)
    }

    /// The position of a record.
    func position(_ text: String, _ name: String) throws(ToolFailure) -> UInt64 {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard let record = UInt64(digits), !digits.hasPrefix("+"), record <= UInt64(Int64.max) else {
            throw usage(
                "\(name): '\(text)' is not the position of a record.", suggestion: "Write a number, such as 1234.")
        }
        return record
    }

    func position(option: String) throws(ToolFailure) -> UInt64? {
        guard let text = arguments.value(option) else { return nil }
        return try position(text, "--" + option)
    }

    /// A time that lies ahead, in microseconds since 1970 UTC.
    func future(option: String) throws(ToolFailure) -> Int64? {
        guard let text = arguments.value(option) else { return nil }
        let suggestion = "Write a time such as +2h, tomorrow or 2026-12-01 08:00."
        guard case .time(let time) = try point(text, "--" + option) else {
            throw usage("--\(option) needs a time, not '\(text)'.", suggestion: suggestion)
        }
        guard time > now else {
            throw usage(
                "--\(option): \(LocalTime.text(time, zone)) is not ahead of now.", suggestion: suggestion)
        }
        return time
    }
}
