/// How text looks where it goes: colour, icons, width. Nothing is said by colour or icon alone.
struct Style: Sendable, Equatable {
    var isColoured = false
    var icons = Icons.none
    var isASCII = false
    /// Columns; `nil` where lines have no end, as in a file or a pipe.
    var width: Int?

    enum Icons: Sendable, Equatable {
        /// Words alone: what goes to a file or a pipe.
        case none
        case ascii, unicode
    }

    enum Role: Sendable, Equatable {
        case plain, good, bad, warning, active, dim, strong
    }

    /// - Parameter width: the terminal's columns; `nil` when it is no terminal.
    init(options: GlobalOptions, environment: EnvironmentVariables, isTerminal: Bool, width: Int?) {
        let isDumb = environment["TERM"].map { $0 == "dumb" || $0.isEmpty } ?? true
        let isForced = options.colour == .always
        isASCII = options.isASCII || (isTerminal && !Self.readsUTF8(environment))
        self.width = isTerminal ? width : nil
        let refusesColour = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        isColoured = isForced || (options.colour == .auto && isTerminal && !isDumb && !refusesColour)
        if isTerminal || isForced {
            icons = isASCII || (isDumb && !isForced) ? .ascii : .unicode
        }
    }

    init() {}

    /// Text from elsewhere, safe to show.
    func text(_ text: String) -> String {
        isASCII ? Escaping.ascii(text) : Escaping.printable(text)
    }

    func paint(_ text: String, _ role: Role) -> String {
        guard isColoured, let code = Self.code(role), !text.isEmpty else { return text }
        return "\u{1b}[\(code)m\(text)\u{1b}[0m"
    }

    var ellipsis: String { isASCII ? "..." : "…" }

    private static func code(_ role: Role) -> String? {
        switch role {
        case .plain: nil
        case .good: "32"
        case .bad: "31"
        case .warning: "33"
        case .active: "36"
        case .dim: "2"
        case .strong: "1"
        }
    }

    /// The first of these that is set decides, as in setlocale.
    private static func readsUTF8(_ environment: EnvironmentVariables) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let plain = locale.lowercased()
        return plain.contains("utf-8") || plain.contains("utf8")
    }
}
