/// What folding some records reads of the state before them: with that much of it, a fold of just these records changes
/// the same rows to the same values as a fold from the first record on.
package struct FoldNeeds: Sendable {
    private var numbers: Set<UInt64> = []
    private var names: Set<ExactText> = []
    private var groupNames: Set<ExactText> = []
    private var settings: Set<SettingScope> = []
    /// Days on which an attempt may end.
    private var days: Set<Int64> = []

    package init() {}

    package mutating func add(_ record: Record) {
        switch RecordHead(record).subject {
        case .number(let number): numbers.insert(number)
        case .item(let id): names.insert(ExactText(id))
        case .group(let id): groupNames.insert(ExactText(id))
        case .other: break
        }
        switch record.event {
        case .downloadReprioritised(let payload): if let before = payload.before { numbers.insert(before) }
        case .groupMembersChanged(let payload): numbers.formUnion(payload.added + payload.removed)
        case .settingChanged(let payload):
            settings.insert(SettingScope(payload.key, for: nil))
            if case .number(let number) = record.subject {
                settings.insert(SettingScope(payload.key, for: number))
            }
        case .transferInterrupted, .transferFailed, .verificationFailed, .contentPublished:
            days.insert(UsageKey.day(of: record.recordedAt))
        default: break
        }
    }

    fileprivate func read(_ base: some StateView, into overlay: inout Overlay) throws {
        try overlay.begin(over: base)
        for feature in try base.features() { overlay.features[ExactText(feature.id)] = feature }
        for name in names {
            guard let number = try base.number(ofItem: name.text) else { continue }
            overlay.names[name] = number
            _ = try overlay.load(number, over: base)
        }
        for name in groupNames {
            guard let number = try base.number(ofGroup: name.text) else { continue }
            overlay.groupNames[name] = number
            try overlay.loadGroup(number, over: base)
        }
        for number in numbers where try overlay.load(number, over: base) == nil {
            try overlay.loadGroup(number, over: base)
        }
        for scope in settings {
            let key = scope.key.text
            overlay.settings[scope] = .some(try base.setting(key, for: scope.number))
        }
        try readLedger(base, into: &overlay)
    }
}

extension FoldNeeds {
    private func readLedger(_ base: some StateView, into overlay: inout Overlay) throws {
        for day in days {
            try base.walkLedger(UsageSum.self, from: UsageKey.first(of: day)) { sum in
                guard sum.key.day == day else { return false }
                overlay.ledger.usage[sum.key] = sum
                return true
            }
        }
        for number in overlay.changedItems {
            guard let requested = overlay.items[number]?.removal.requested else { continue }
            try overlay.loadDeletion(requested, over: base)
        }
    }
}

extension MemoryState {
    /// As much of a state as is needed to fold records that follow it. It knows nothing else, and no order of items.
    package init(_ needs: FoldNeeds, of base: some StateView) throws {
        self.init()
        try needs.read(base, into: &overlay)
    }
}
