/// A shell that completes words.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    func script(_ commands: [CommandDescription]) -> [String] {
        switch self {
        case .bash: BashScript.lines(commands)
        case .zsh: ZshScript.lines(commands)
        case .fish: FishScript.lines(commands)
        }
    }

    /// In single quotes, as all three read them.
    static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}

extension CommandDescription {
    /// The words that can stand where an argument stands, each kind once.
    var argumentWords: [ArgumentDescription] {
        var seen: Set<Words> = []
        return arguments.filter { $0.words != .none && seen.insert($0.words).inserted }
    }
}
