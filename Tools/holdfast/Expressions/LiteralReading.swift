import HoldfastModel

/// Reads what a value is compared with, by what the value may hold.
struct LiteralReading: Sendable {
    let now: Int64
    let zone: TimeZoneRules

    func operand(_ side: ExpressionSide, for form: FieldForm, isOrder: Bool) throws(ValueError) -> Expression.Operand {
        if case .word(let words) = form { return try word(side, among: words) }
        if !isOrder, !side.isQuoted, side.text == "none" { return .none }
        switch form {
        case .number: return .number(try number(side.text))
        case .milliseconds: return .number(try milliseconds(side.text))
        case .time: return .time(try time(side.text))
        case .boolean:
            guard side.text == "true" || side.text == "false" else {
                throw wrong("'\(side.text)' is neither true nor false.", "Compare it with true, false or none.")
            }
            return .boolean(side.text == "true")
        case .text, .list: return .text(side.text)
        case .mixed:
            if let number = try? number(side.text) { return .number(number) }
            return .text(side.text)
        case .word, .group:
            throw wrong(
                "a group of fields is only there or not.", "Compare it with none, or name a field such as '.bytes'.")
        }
    }

    private func word(_ side: ExpressionSide, among words: [String]) throws(ValueError) -> Expression.Operand {
        // A newer program may write a word that has no name here.
        if words.contains(side.text) || (side.isQuoted && side.text.hasPrefix("unknown(")) { return .text(side.text) }
        if side.text == "none" { return .none }
        throw wrong(
            "it is never '\(side.text)'.",
            Similarity.question(side.text, among: words)
                ?? (words.count <= 12
                    ? "It is \(words.joined(separator: ", "))." : "'holdfast help expressions' tells."))
    }

    private func number(_ text: String) throws(ValueError) -> Int64 {
        if let number = Int64(text) { return number }
        do {
            return try ByteText.parse(text)
        } catch {
            throw wrong("'\(text)' is not a number.", "Write a number, or a size such as 10MB.")
        }
    }

    private func milliseconds(_ text: String) throws(ValueError) -> Int64 {
        if let number = Int64(text) { return number }
        do {
            return try DurationText.parse(text) / 1000
        } catch {
            throw wrong("'\(text)' is not a length of time.", "Write milliseconds, or a length of time such as 90s.")
        }
    }

    private func time(_ text: String) throws(ValueError) -> Int64 {
        guard case .time(let time) = try PointInTime.parse(text, now: now, zone: zone) else {
            throw wrong("'\(text)' is not a time.", "Write one such as '2026-11-30 04:00', in quotes.")
        }
        return time
    }

    private func wrong(_ message: String, _ suggestion: String) -> ValueError {
        ValueError(reason: .notUnderstood, message: message, suggestion: suggestion)
    }
}

extension FieldForm {
    func isComparable(to other: FieldForm) -> Bool {
        switch (self, other) {
        case (.mixed, _), (_, .mixed), (.text, .word), (.word, .text), (.word, .word): true
        case (.number, .milliseconds), (.milliseconds, .number): true
        case (.group, _), (.list, _): false
        default: self == other
        }
    }
}
