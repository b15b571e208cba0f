/// What every verb is told besides its own options.
struct GlobalOptions: Sendable, Equatable {
    var store: String?
    var isJSON = false
    var colour = ColourChoice.auto
    var isASCII = false
    var usesPager = true
    var isQuiet = false

    enum ColourChoice: String, Sendable {
        case auto, always, never
    }

    init() {}

    init(_ arguments: ParsedArguments) {
        store = arguments.value("store")
        isJSON = arguments.has("json")
        colour = arguments.value("color").flatMap(ColourChoice.init(rawValue:)) ?? .auto
        isASCII = arguments.has("ascii")
        usesPager = !arguments.has("no-pager")
        isQuiet = arguments.has("quiet")
    }
}
