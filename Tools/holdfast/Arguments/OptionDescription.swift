/// An option of a verb, or of all verbs.
struct OptionDescription: Sendable {
    /// Without the dashes.
    var long: String
    var short: Character?
    /// What its value is called in help; `nil` for a switch.
    var value: String?
    var isRepeatable = false
    /// The only values allowed; empty where any text is.
    var choices: [String] = []
    var summary: String

    static func flag(_ long: String, _ short: Character? = nil, _ summary: String) -> OptionDescription {
        OptionDescription(long: long, short: short, summary: summary)
    }

    static func value(
        _ long: String, _ short: Character? = nil, _ value: String, _ summary: String, repeats: Bool = false
    ) -> OptionDescription {
        OptionDescription(long: long, short: short, value: value, isRepeatable: repeats, summary: summary)
    }

    /// As help shows it: `-n, --count COUNT`.
    var usage: String {
        let shown = Choices.isSpelled(choices) ? choices.joined(separator: "|") : value
        return (short.map { "-\($0), " } ?? "") + "--" + long + (shown.map { " " + $0 } ?? "")
            + (isRepeatable ? "..." : "")
    }

    /// Options that every verb takes, before or after its name.
    static let globals: [OptionDescription] = [
        .value("store", nil, "DIR", "the store (else $HOLDFAST_STORE, else the per-user data directory)"),
        .flag("json", nil, "one JSON object a line on stdout, and nothing else there"),
        OptionDescription(
            long: "color", value: "WHEN", choices: ["auto", "always", "never"], summary: "colour and icons"),
        .flag("ascii", nil, "plain ASCII only"),
        .value(
            "language", nil, "TAG",
            "words of what a screen shows: en (the default), de, or auto for that of $LC_ALL, $LC_MESSAGES or $LANG"),
        .flag("no-pager", nil, "do not show long output through a pager"),
        .flag("quiet", "q", "no notes on stderr; failures are still told"),
        .flag("help", "h", "-h fits a screen, --help tells all"),
        .flag("version", nil, "the version of this program"),
    ]
}
