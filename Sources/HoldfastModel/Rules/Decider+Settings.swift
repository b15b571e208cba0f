extension Decider {
    mutating func set(_ name: String, for scope: Scope, to value: String?) throws {
        guard let key = SettingKey.named(name) else {
            let names = SettingKey.all.map(\.name).joined(separator: ", ")
            throw Refusal(.unknownSetting, "There is no setting \"\(name)\". There are: \(names).")
        }
        let subject = try subject(of: scope)
        if subject.number != nil, !key.isPerItem {
            throw Refusal(
                .valueOutOfRange,
                "\(name) stands for all items and cannot be set for an item or a group. Set it for all.")
        }
        var new: String?
        if let value {
            guard let recorded = key.recorded(value) else {
                throw Refusal(
                    .valueOutOfRange, "\(name) takes \(key.allowed); \"\(value)\" is not that. The old value stands.")
            }
            new = recorded
        }
        let old = try state.setting(name, for: subject.number)
        // Setting the value that stands writes nothing; for an item or a group the default may be set, since it stands against the
        // value of the wider scope.
        let standing = subject.number == nil ? old ?? key.standard : old
        // The request's own permission stands above the setting; the setting, set again, takes its place.
        let permission = name == SettingKey.allowMetered ? subject.item?.intent?.allowsMetered : nil
        guard new != old && new != standing || permission.map({ "\($0)" != new }) ?? false else {
            return note(.alreadySet)
        }
        let event = filled(SettingChanged()) {
            $0.key = name
            $0.old = old
            $0.new = new
        }
        add(subject.subject, .settingChanged(event))
    }

    mutating func record(_ consent: Consent, for scope: Scope, isGiven: Bool) throws {
        try check(consent, isGiven: isGiven)
        let subject = try subject(of: scope)
        if isGiven, consent.kind == .known(.pause), subject.item == nil {
            throw Refusal(
                .valueOutOfRange, "Only single items are let past a pause. Resume the group or all, or name an item.")
        }
        if let item = subject.item, item.intent == nil {
            // Nothing is wanted that it could be for; taken back it is already.
            guard isGiven else { return note(.notWanted) }
            throw Refusal(
                .illegalTransition,
                "\"\(item.id)\" is not wanted, so there is nothing to agree to. Give the consent with its request.")
        }
        let standing = try consents(of: subject).first { $0.kind == consent.kind }
        guard isGiven ? standing != consent : standing != nil else { return note(.alreadySet) }
        addConsent(consent, isGiven: isGiven, subject.subject, cause: subject.item?.intent?.request)
    }

    /// Nothing of this request comes over a connection that costs something any more: what was agreed to for it is taken back, and where a
    /// setting or the request itself allows such a connection, the item's own setting forbids it.
    mutating func waitForUnmetered(_ id: String) throws {
        let item = try item(id)
        guard let intent = item.intent else { return note(.notWanted) }
        for consent in intent.consents where [.metered, .roaming, .lowData].contains(consent.kind.known) {
            addConsent(consent, isGiven: false, .number(item.number), cause: intent.request)
        }
        let settings = try Settings(of: item, in: state)
        let permissions = [
            (SettingKey.allowMetered, intent.allowsMetered ?? settings.allowsMetered),
            ("network.allowRoaming", settings.allowsRoaming), ("network.allowLowData", settings.allowsLowData),
        ]
        for (key, isAllowed) in permissions where isAllowed { try set(key, for: .item(id), to: "false") }
        if decision.events.isEmpty { note(.alreadySet) }
    }

    private func consents(of subject: ScopeSubject) throws -> [Consent] {
        if let item = subject.item { return item.intent?.consents ?? [] }
        if let group = subject.group { return group.consents }
        return try state.device().consents
    }

    func check(_ consent: Consent, isGiven: Bool = true) throws {
        if let bytes = consent.maxBytes, bytes < 0 {
            throw Refusal(.valueOutOfRange, "A consent is for at least 0 bytes, this one for \(bytes).")
        }
        if isGiven { try checkFuture(consent.expiresAt, "The end of the consent") }
    }

    mutating func addConsent(_ consent: Consent, isGiven: Bool = true, _ subject: NewSubject, cause: UInt64?) {
        let event = filled(ConsentRecorded()) {
            $0.kind = consent.kind
            $0.isGiven = isGiven
            $0.maxBytes = isGiven ? consent.maxBytes : nil
            $0.expiresAt = isGiven ? consent.expiresAt : nil
        }
        add(subject, .consentRecorded(event), cause: cause)
    }

    /// The item or group of a scope, and the subject that records about it have.
    struct ScopeSubject {
        var item: Item?
        var group: Group?

        var number: UInt64? { item?.number ?? group?.number }
        var subject: NewSubject { number.map { .number($0) } ?? .settings }
    }

    func subject(of scope: Scope) throws -> ScopeSubject {
        switch scope {
        case .item(let id): ScopeSubject(item: try item(id))
        case .group(let id): ScopeSubject(group: try group(id))
        case .all: ScopeSubject()
        }
    }

    mutating func setOfflineMode(_ isEnabled: Bool, until: Int64?) throws {
        if isEnabled { try checkFuture(until, "The end of offline mode") }
        let standing = try state.device().offlineMode
        let isOn = standing?.isOn(at: now.wall) ?? false
        guard isEnabled ? !isOn || standing?.until != until : standing != nil else { return note(.alreadySet) }
        let event = filled(OfflineModeSet()) {
            $0.isEnabled = isEnabled
            $0.until = isEnabled ? until : nil
        }
        add(.device, .offlineModeSet(event))
    }

    mutating func declare(_ feature: Feature) throws {
        try checkID(feature.id)
        guard feature.contentItems.count <= Self.contentItemCountMax else {
            throw Refusal(
                .valueOutOfRange,
                "A feature names at most \(Self.contentItemCountMax) items, these are \(feature.contentItems.count).")
        }
        for id in feature.contentItems { try checkID(id) }
        guard try !state.features().contains(feature) else { return note(.alreadySet) }
        add(.device, .featureDeclared(FeatureDeclared(feature)))
    }

    private static var contentItemCountMax: Int { 1_000 }
}
