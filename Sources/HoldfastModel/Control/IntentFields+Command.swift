extension IntentFields {
    /// `nil` for what only an engine reports, and for what it does on its own account.
    init?(_ command: Command) {
        switch command {
        case .register(let item): self.init(.register) { $0.registration = RegistrationRow(value: item) }
        case .amend(let id, let item): self.init(.amend, item: id) { $0.registration = RegistrationRow(value: item) }
        case .request(let id, let options): self.init(.request, item: id) { $0.request = RequestRow(options) }
        case .pause(let scope, let until): self.init(.pause, for: scope) { $0.until = until }
        case .resume(let scope): self.init(.resume, for: scope)
        case .cancel(let id, let keepsPartial): self.init(.cancel, item: id, keepsPartial)
        case .retry(let id): self.init(.retry, item: id)
        case .remove(let id, .user, let isImmediate): self.init(.remove, item: id, isImmediate)
        case .undoRemoval(let id): self.init(.undoRemoval, item: id)
        case .reprioritise(let id, let priority, let place, let before):
            self.init(.reprioritise, item: id) {
                $0.priority = priority
                $0.place = place.map { .known($0) }
                $0.before = before
            }
        case .set(let key, let scope, let value):
            self.init(.set, for: scope) {
                $0.key = key
                $0.text = value
            }
        case .consent(let scope, let consent, let isGiven):
            self.init(.consent, for: scope, isGiven) { $0.consent = ConsentRow(value: consent) }
        case .waitForUnmetered(let id): self.init(.waitForUnmetered, item: id)
        case .pin(let id, let isPinned): self.init(.pin, item: id, isPinned)
        case .opened(let id): self.init(.opened, item: id)
        case .withdraw(let id, let reason): self.init(.withdraw, item: id) { $0.text = reason }
        case .observeRemote(let id, let remote):
            self.init(.observeRemote, item: id) { $0.remote = RemoteVersionObserved(remote) }
        case .defineGroup(let id, let title): self.init(.defineGroup, group: id) { $0.text = title }
        case .changeMembers(let id, let adding, let removing):
            self.init(.changeMembers, group: id) {
                $0.adding = adding
                $0.removing = removing
            }
        case .eachMember(let id, let order, nil): self.init(order, group: id)
        case .note(let id, let target, let text):
            self.init(.note, item: id) {
                $0.target = target
                $0.text = text
            }
        case .setOfflineMode(let isOn, let until): self.init(.setOfflineMode, isOn) { $0.until = until }
        case .declare(let feature): self.init(.declare) { $0.feature = FeatureDeclared(feature) }
        default: return nil
        }
    }

    private init(
        _ kind: IntentKind, item: String? = nil, group: String? = nil, _ flag: Bool? = nil,
        _ change: (inout Self) -> Void = { _ in }
    ) {
        self.init()
        self.kind = .known(kind)
        self.item = item
        self.group = group
        self.flag = flag
        change(&self)
    }

    private init(
        _ kind: IntentKind, for scope: Scope, _ flag: Bool? = nil, _ change: (inout Self) -> Void = { _ in }
    ) {
        switch scope {
        case .item(let id): self.init(kind, item: id, flag, change)
        case .group(let id): self.init(kind, group: id, flag, change)
        case .all: self.init(kind, flag, change)
        }
    }

    private init(_ order: MemberOrder, group: String) {
        self.init(.eachMember, group: group) {
            switch order {
            case .request(let options): ($0.order, $0.request) = (.known(.request), RequestRow(options))
            case .retry: $0.order = .known(.retry)
            case .resume: $0.order = .known(.resume)
            case .cancel(let keepsPartial): ($0.order, $0.flag) = (.known(.cancel), keepsPartial)
            case .remove(let isImmediate): ($0.order, $0.flag) = (.known(.remove), isImmediate)
            }
        }
    }

    // MARK: Reading

    /// The command that the fields are those of; `nil` where a field is missing, is one too many, or has a word that is not known here.
    /// What is not understood whole is not done in part.
    var command: Command? {
        guard let command = try? makeCommand(), Self(command) == self else { return nil }
        return command
    }

    private func makeCommand() throws(Absent) -> Command {
        switch try need(kind.known) {
        case .register: .register(try need(registration).value)
        case .amend: .amend(item: try need(item), try need(registration).value)
        case .request: .request(item: try need(item), try options())
        case .pause: .pause(scope, until: until)
        case .resume: .resume(scope)
        case .cancel: .cancel(item: try need(item), keepsPartial: try need(flag))
        case .retry: .retry(item: try need(item))
        case .remove: .remove(item: try need(item), reason: .user, isImmediate: try need(flag))
        case .undoRemoval: .undoRemoval(item: try need(item))
        case .reprioritise:
            .reprioritise(item: try need(item), priority: priority, place: place?.known, before: before)
        case .set: .set(key: try need(key), for: scope, value: text)
        case .consent: .consent(scope, try known(try need(consent).value), isGiven: try need(flag))
        case .waitForUnmetered: .waitForUnmetered(item: try need(item))
        case .pin: .pin(item: try need(item), try need(flag))
        case .opened: .opened(item: try need(item))
        case .withdraw: .withdraw(item: try need(item), reason: try need(text))
        case .observeRemote: .observeRemote(item: try need(item), RemoteVersion(try need(remote)))
        case .defineGroup: .defineGroup(id: try need(group), title: text)
        case .changeMembers:
            .changeMembers(group: try need(group), adding: try need(adding), removing: try need(removing))
        case .eachMember: .eachMember(group: try need(group), try memberOrder(), after: nil)
        case .note: .note(item: item, target: target, text: try need(text))
        case .setOfflineMode: .setOfflineMode(try need(flag), until: until)
        case .declare: .declare(try known(try need(feature)))
        }
    }

    private struct Absent: Error {}

    private func need<Value>(_ value: Value?) throws(Absent) -> Value {
        guard let value else { throw Absent() }
        return value
    }

    private var scope: Scope { item.map { .item($0) } ?? group.map { .group($0) } ?? .all }

    private func options() throws(Absent) -> RequestOptions {
        let row = try need(request)
        for consent in row.value.consents { _ = try known(consent) }
        return row.value
    }

    private func memberOrder() throws(Absent) -> MemberOrder {
        switch try need(order?.known) {
        case .request: .request(try options())
        case .retry: .retry
        case .resume: .resume
        case .cancel: .cancel(keepsPartial: try need(flag))
        case .remove: .remove(isImmediate: try need(flag))
        }
    }

    /// A log keeps words that only another version knows; nobody acts on them.
    private func known(_ consent: Consent) throws(Absent) -> Consent {
        _ = try need(consent.kind.known)
        return consent
    }

    private func known(_ feature: FeatureDeclared) throws(Absent) -> Feature {
        _ = (try need(feature.needs.known), try need(feature.whenUnmet.known))
        return Feature(feature)
    }
}
