/// The classes that languages put numbers into, as in Unicode's plural rules. Which numbers fall into which is the
/// language's own (`Phrases.pluralForm`).
@nonexhaustive
public enum PluralForm: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}

/// A text in all the forms that its number can ask for. A plain string literal is a text without a number in it.
public struct PluralText: Sendable, Equatable, ExpressibleByStringLiteral {
    /// For every form that has no text of its own.
    public var other: String
    public var forms: [PluralForm: String]

    /// A form that is not given is told as `other`.
    public init(
        zero: String? = nil, one: String? = nil, two: String? = nil, few: String? = nil, many: String? = nil,
        other: String
    ) {
        self.other = other
        forms = [:]
        for (form, text) in [(PluralForm.zero, zero), (.one, one), (.two, two), (.few, few), (.many, many)] {
            forms[form] = text
        }
    }

    public init(stringLiteral text: String) { self.init(other: text) }

    public subscript(form: PluralForm) -> String { forms[form] ?? other }

    /// Every text that may be shown.
    var all: [String] { [other] + forms.values.sorted() }
}
