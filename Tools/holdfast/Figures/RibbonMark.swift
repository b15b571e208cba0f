/// How a kind of network is drawn in a ribbon: the more of a network, the more ink. The legend says the word.
struct RibbonMark: Sendable, Equatable {
    var unicode: Character
    var ascii: Character
    var role: Style.Role

    init(_ kind: NetworkSpan.Kind) {
        (unicode, ascii, role) =
            switch kind {
            case .internet: ("█", "#", .good)
            case .metered: ("▓", "$", .warning)
            case .local: ("▒", "=", .active)
            case .offline: ("░", ".", .bad)
            case .unknown: ("?", "?", .dim)
            case .noEngine: (" ", " ", .dim)
            }
    }

    func shown(in style: Style) -> Character { style.isASCII ? ascii : unicode }
}
