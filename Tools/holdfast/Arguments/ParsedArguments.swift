/// A command line whose syntax is right. Values are still text.
struct ParsedArguments: Sendable {
    var command: CommandDescription?
    /// By long name.
    var values: [String: [String]] = [:]
    /// Switches given, by long name.
    var flags: Set<String> = []
    var operands: [String] = []

    func has(_ flag: String) -> Bool {
        check(flag)
        return flags.contains(flag)
    }

    func value(_ option: String) -> String? {
        check(option)
        return values[option]?.last
    }

    func all(_ option: String) -> [String] {
        check(option)
        return values[option] ?? []
    }

    /// Asking for an option that the verb does not describe is a mistake in the verb, and would otherwise stay unseen.
    private func check(_ name: String) {
        precondition(
            OptionDescription.globals.contains { $0.long == name } || command?.option(named: name) != nil,
            "the verb asks for --\(name), which it does not describe")
    }
}
