extension Decider {
    mutating func defineGroup(_ id: String, title: String?) throws {
        try checkID(id)
        if let title, title.utf8.count > CatalogueLimit.textByteCountMax {
            throw Refusal(
                .valueOutOfRange, "The title has at most \(CatalogueLimit.textByteCountMax) bytes. Shorten it.")
        }
        let details = title.map { title in filled(PrivatePart()) { $0.title = title } }
        guard let number = try state.number(ofGroup: id), let group = try state.group(number) else {
            add(.newGroup(id), .groupDefined(GroupDefined()), privatePart: details)
            return
        }
        guard let details, try state.details(of: group) != details else { return note(.alreadyDefined) }
        add(.number(number), .groupDefined(GroupDefined()), privatePart: details)
    }

    /// An item that belongs to another group leaves it first.
    mutating func changeMembers(_ id: String, adding: [String], removing: [String]) throws {
        let group = try group(id)
        guard adding.count + removing.count <= Self.memberCountMax else {
            throw Refusal(
                .valueOutOfRange,
                "At most \(Self.memberCountMax) items join or leave at a time, these are "
                    + "\(adding.count + removing.count). Change them in several steps.")
        }
        guard Set(adding).isDisjoint(with: removing) else {
            throw Refusal(.illegalTransition, "The same item can not join \"\(id)\" and leave it in one step.")
        }
        var added: [UInt64] = []
        var leaving: [(group: UInt64, items: [UInt64])] = []
        for name in adding {
            let item = try item(name)
            guard item.group != group.number, !added.contains(item.number) else { continue }
            added.append(item.number)
            guard let old = item.group else { continue }
            if let place = leaving.firstIndex(where: { $0.group == old }) {
                leaving[place].items.append(item.number)
            } else {
                leaving.append((old, [item.number]))
            }
        }
        let removed = try removing.map { try item($0) }.filter { $0.group == group.number }.map(\.number)
        guard !added.isEmpty || !removed.isEmpty else { return note(.unchanged) }
        for (old, items) in leaving { addMembers(old, removed: items) }
        addMembers(group.number, added: added, removed: removed)
    }

    private mutating func addMembers(_ group: UInt64, added: [UInt64] = [], removed: [UInt64] = []) {
        let event = filled(GroupMembersChanged()) {
            $0.added = added
            $0.removed = removed
        }
        add(.number(group), .groupMembersChanged(event))
    }

    /// One order for the next items of a group, each as if it were given for the item alone. What an item refuses is left out: the
    /// others are not held up by it.
    mutating func eachMember(of id: String, _ order: MemberOrder, after: UInt64?) throws {
        let group = try group(id)
        var members: [Item] = []
        try state.walkMembers(of: group.number, after: after) { item in
            members.append(item)
            return members.count < Self.memberCountMax
        }
        for item in members {
            let before = decision
            do {
                switch order {
                case .request(let options):
                    if options.reason != .repair || item.installed.map({ !$0.isSound }) ?? false {
                        try request(item.id, options)
                    }
                case .resume: try resume(.item(item.id))
                case .retry: if item.transfer.state == .failed || item.transfer.state == .backoff { try retry(item.id) }
                case .cancel(let keepsPartial): try cancel(item.id, keepsPartial: keepsPartial)
                case .remove(let isImmediate): try remove(item.id, .user, isImmediate: isImmediate)
                }
            } catch is Refusal {
                decision = before
            }
        }
        decision.note = decision.events.isEmpty ? .unchanged : nil
        if members.count == Self.memberCountMax { decision.continuesAfter = members.last?.number }
    }

    /// Each item takes a few events, and a decision has at most 1,024.
    static var memberCountMax: Int { 200 }
}
