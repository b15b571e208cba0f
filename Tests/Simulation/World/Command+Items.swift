package import HoldfastModel

extension Command {
    /// The ids of the items that it may change the wish for.
    ///
    /// - Parameter all: the ids that there are: nobody but the engine knows what belongs to a group.
    package func itemIDs(of all: [String]) -> [String] {
        switch self {
        case .register(let item): [item.id]
        case .amend(let id, _), .request(let id, _), .pause(.item(let id), _), .resume(.item(let id)),
            .cancel(let id, _), .retry(let id), .remove(let id, _, _), .undoRemoval(let id),
            .reprioritise(let id, _, _, _), .set(_, .item(let id), _), .withdraw(let id, _), .observeRemote(let id, _):
            [id]
        case .eachMember: all
        default: []
        }
    }

    /// Partial files that nobody needs after it go with it.
    var endsMembers: Bool {
        switch self {
        case .eachMember(_, .cancel, _), .eachMember(_, .remove, _): true
        default: false
        }
    }

    /// Nobody wants the item after it.
    package var isEnding: Bool {
        switch self {
        case .cancel, .remove: true
        default: false
        }
    }
}
