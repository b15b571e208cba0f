import Holdfast
import HoldfastModel

/// What an acting verb acts on.
enum Selection: Sendable, Equatable {
    case items([String])
    case group(String)
    case all

    /// Ids, each once. Those of a group or of all are only what `fits`; those named are taken as they are, so that what does not fit is told.
    func ids(_ reader: StateReader, where fits: (Item) -> Bool = { _ in true }) throws -> [String] {
        switch self {
        case .all: return try reader.items().filter(fits).map(\.id)
        case .group(let group): return try members(of: group, reader).filter(fits).map(\.id)
        case .items(let ids):
            var seen: Set<String> = []
            return ids.filter { seen.insert($0).inserted }
        }
    }

    private func members(of group: String, _ reader: StateReader) throws -> [Item] {
        guard let members = try reader.members(of: group) else {
            let question = Similarity.question(group, among: try reader.groups().map(\.id))
            throw HoldfastError(.notFound, "there is no group '\(group)'." + (question.map { " " + $0 } ?? ""))
        }
        return members
    }

    /// The scopes that a pause, a setting or a consent is for.
    var scopes: [Scope] {
        switch self {
        case .all: [.all]
        case .group(let group): [.group(group)]
        case .items(let ids): ids.map { .item($0) }
        }
    }
}

extension Meaning {
    /// The items named, those of a group, or all of them. For verbs that describe `ITEM...`, --group and --all.
    ///
    /// - Parameter lead: words before the items.
    func selection(after lead: Int = 0) throws(ToolFailure) -> Selection {
        let operands = Array(operands.dropFirst(lead))
        let isAll = has("all")
        let group = text("group")
        let given = [!operands.isEmpty, group != nil, isAll].filter { $0 }.count
        guard given > 0 else { throw usage("name the items, or say --group GROUP or --all.") }
        guard given == 1 else {
            throw usage("only one of items, --group and --all says what is meant, and \(given) were given.")
        }
        return isAll ? .all : group.map { .group($0) } ?? .items(operands)
    }
}

extension ArgumentDescription {
    static let items = ArgumentDescription(name: "ITEM", count: .any, summary: "ids of items")
}

extension OptionDescription {
    static let group = OptionDescription.value("group", nil, "GROUP", "the items of this group")
}
