// Groups, and what is set or agreed to for a group, an item or all.

extension Overlay {
    /// Changes the group that the record is about; nothing where it is about none.
    ///
    /// - Returns: whether there is such a group.
    @discardableResult
    mutating func changeGroup(
        _ head: borrowing RecordHead, over base: any StateView, _ body: (inout Group) -> Void
    ) throws -> Bool {
        guard case .number(let number) = head.subject, try loadGroup(number, over: base), var group = groups[number]
        else { return false }
        body(&group)
        groups[number] = group
        return true
    }

    /// False when the overlay has a group of this name already.
    fileprivate mutating func nameGroup(_ id: String, _ number: UInt64) -> Bool {
        guard let known = groupNames.updateValue(number, forKey: ExactText(id)) else { return true }
        groupNames[ExactText(id)] = known
        return false
    }
}

extension GroupDefined {
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        let details = head.hasPrivatePart ? head.position : nil
        guard case .group(let id) = head.subject else {
            try state.changeGroup(head, over: base) { if let details { $0.details = details } }
            return
        }
        guard try base.number(ofGroup: id) == nil, state.nameGroup(id, head.position) else { return }
        var group = Group(number: head.position, id: id)
        group.details = details
        state.groups[head.position] = group
    }
}

extension GroupMembersChanged {
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard case .number(let group) = head.subject, try state.loadGroup(group, over: base) else { return }
        for number in removed {
            guard let slot = try state.load(number, over: base) else { continue }
            state.change(slot, endsRequest: false) { if $0.group == group { $0.group = nil } }
        }
        for number in added {
            guard let slot = try state.load(number, over: base) else { continue }
            state.change(slot, endsRequest: false) { $0.group = group }
        }
    }
}

extension SettingChanged {
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard key.utf8.count <= Overlay.keyByteCountMax else { return }
        guard case .number(let number) = head.subject else { return fold(into: &state, for: nil) }
        let old = try state.settings[SettingScope(key, for: number)] ?? base.setting(key, for: number)
        let change: UInt64 = (new == nil ? 0 : 1) &- (old == nil ? 0 : 1)
        if let slot = try state.load(number, over: base) {
            state.change(slot, endsRequest: false) { item in
                item.settingCount &+= change
                if key == SettingKey.allowMetered { item.intent?.allowsMetered = nil }
            }
        } else if try !state.changeGroup(head, over: base, { $0.settingCount &+= change }) {
            return fold(into: &state, for: nil)
        }
        fold(into: &state, for: number)
    }

    private func fold(into state: inout Overlay, for scope: UInt64?) {
        state.settings[SettingScope(key, for: scope)] = .some(new)
    }
}

extension ConsentRecorded {
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        if let slot = try state.slot(head, over: base) {
            state.change(slot, endsRequest: false) { item in
                // Once, for one request: without one there is nothing that it could be for.
                if var consents = item.intent?.consents {
                    fold(into: &consents)
                    item.intent?.consents = consents
                }
            }
        } else if try !state.changeGroup(head, over: base, { fold(into: &$0.consents) }) {
            fold(into: &state.device.consents)
        }
    }
}
