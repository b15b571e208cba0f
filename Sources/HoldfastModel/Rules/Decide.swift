/// What a command leads to in a state.
///
/// A command that is met already gives no events and a note; one that is against a rule is refused.
/// - Throws: `Refusal`, or what reading the state throws.
package func decide(
    _ command: Command, in state: some StateView, context: DecisionContext
) throws -> Decision {
    var decider = Decider(state: state, context: context)
    if let position = try state.device().unreadable {
        throw Refusal(
            .unreadableLog,
            "Position \(position) of the log holds something that this version cannot read, so it must not act on the log. "
                + "Use a newer holdfast, or only look.")
    }
    try decider.decide(command)
    return decider.decision
}

/// Collects what one command leads to. Each family of commands has an extension of its own.
struct Decider<State: StateView> {
    let state: State
    let context: DecisionContext
    var decision = Decision()

    var now: Now { context.now }
    /// The position that the next event added gets.
    var next: UInt64 { context.next &+ UInt64(decision.events.count) }

    init(state: State, context: DecisionContext) {
        self.state = state
        self.context = context
    }

    mutating func decide(_ command: Command) throws {
        switch command {
        case .register(let registration): try register(registration)
        case .amend(let id, let registration): try amend(id, registration)
        case .request(let id, let options): try request(id, options)
        case .pause(let target, let until): try pause(target, until: until)
        case .resume(let target): try resume(target)
        case .cancel(let id, let keepsPartial): try cancel(id, keepsPartial: keepsPartial)
        case .retry(let id): try retry(id)
        case .remove(let id, let reason, let isImmediate): try remove(id, reason, isImmediate: isImmediate)
        case .undoRemoval(let id): try undoRemoval(id)
        case .reprioritise(let id, let priority, let place, let before):
            try reprioritise(id, priority: priority, place: place, before: before)
        case .set(let key, let scope, let value): try set(key, for: scope, to: value)
        case .consent(let scope, let consent, let isGiven): try record(consent, for: scope, isGiven: isGiven)
        case .waitForUnmetered(let id): try waitForUnmetered(id)
        case .pin(let id, let isPinned): try pin(id, isPinned)
        case .opened(let id): try opened(id)
        case .withdraw(let id, let reason): try withdraw(id, reason: reason)
        case .observeRemote(let id, let remote): try observe(remote, of: id)
        case .defineGroup(let id, let title): try defineGroup(id, title: title)
        case .changeMembers(let id, let adding, let removing): try changeMembers(id, adding: adding, removing: removing)
        case .eachMember(let id, let order, let after): try eachMember(of: id, order, after: after)
        case .note(let id, let target, let text): try note(on: id, target: target, text)
        case .setOfflineMode(let isEnabled, let until): try setOfflineMode(isEnabled, until: until)
        case .declare(let feature): try declare(feature)
        case .createStore, .openSession, .closeSession, .clockFell, .recovered: try decideSession(command)
        case .observe(let connectivity): try observe(connectivity)
        case .measure(let measure): try self.measure(measure)
        case .volume(let id, let isAvailable, let path): try volume(id, isAvailable: isAvailable, path: path)
        case .power(let power): try observe(power)
        case .timeZone(let offset): try timeZone(offset)
        case .evict(let needBytes, let spared): try evict(needBytes, sparing: spared)
        case .audited(let audit): add(.session, .auditCompleted(audit), cause: try state.device().session)
        case .orphan(let orphan, let path, let number):
            let place = filled(PrivatePart()) { $0.path = path }
            add(number.map { .number($0) } ?? .session, .orphanFound(orphan), privatePart: place)
        case .imported(let number, let bytes, let digest, let path, let volume):
            try imported(number, bytes, digest, path: path, volume: volume)
        case .startTransfer(let number, let source, let fromByte, let validator, let reservedBytes):
            try startTransfer(
                number, source: source, fromByte: fromByte, validator: validator, reservedBytes: reservedBytes)
        case .attempt(let number, let id, let report): try attempt(number, id, report)
        case .startDeletion(let number): try startDeletion(number)
        case .deleted(let number, let freedBytes): try deleted(number, freedBytes: freedBytes)
        case .deletionFailed(let number, let failure): try deletionFailed(number, failure)
        case .found(let number, let damage): try found(number, damage)
        case .discardPartial(let number, let reason): try discardPartial(number, reason)
        }
    }

    /// Adds an event and returns the position that it gets.
    @discardableResult
    mutating func add(
        _ subject: NewSubject, _ event: Event, cause: UInt64? = nil, privatePart: PrivatePart? = nil
    ) -> UInt64 {
        let position = next
        decision.events.append(NewEvent(subject: subject, event: event, cause: cause, privatePart: privatePart))
        return position
    }

    @discardableResult
    mutating func add(_ item: Item, _ event: Event, cause: UInt64? = nil, privatePart: PrivatePart? = nil) -> UInt64 {
        add(.number(item.number), event, cause: cause, privatePart: privatePart)
    }

    mutating func note(_ note: Decision.Note) { decision.note = note }

    func item(_ id: String) throws -> Item {
        guard let number = try state.number(ofItem: id), let item = try state.item(number) else {
            throw Refusal(.unknownItem, "There is no item \"\(id)\". Register it first.")
        }
        return item
    }

    func item(_ number: UInt64) throws -> Item {
        guard let item = try state.item(number) else {
            throw Refusal(.unknownItem, "There is no item with the number \(number).")
        }
        return item
    }

    func group(_ id: String) throws -> Group {
        guard let number = try state.number(ofGroup: id), let group = try state.group(number) else {
            throw Refusal(.unknownGroup, "There is no group \"\(id)\". Define it first.")
        }
        return group
    }

    func checkFuture(_ time: Int64?, _ name: String) throws {
        guard let time, time <= now.wall else { return }
        throw Refusal(
            .valueOutOfRange, "\(name) is \(time), which is not later than now (\(now.wall)). Give a later time.")
    }
}

extension Refusal {
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Why installed content may not be used any more; `nil` while it may.
    package init?(expired item: Item, at now: Int64) {
        guard let end = item.catalogue.expiresAt, end <= now else { return nil }
        self.init(.expired, "\"\(item.id)\" could be used until \(end). Renew it: request it as an update.")
    }
}

/// A value with some of its fields filled in.
package func filled<Value>(_ value: Value, _ fill: (inout Value) -> Void) -> Value {
    var value = value
    fill(&value)
    return value
}
