internal import HoldfastLog

/// What a person or an app asks for. Each call returns when it is on disk.
///
/// A `command` id makes a call idempotent over crashes and retries: given again, it appends nothing and returns the first result. Ids are
/// remembered for the last 65,536 commands. A refused call throws `HoldfastError.refused` with the rule that said no, and writes nothing.
extension OfflineEngine {
    /// What a call came to.
    public struct Receipt: Sendable, Equatable {
        /// Positions of the records that the call wrote; empty when there was nothing to do.
        public var positions: Range<UInt64>
        /// Why there was nothing to do.
        public var note: Decision.Note?

        init(_ appended: Sequencer.Appended) {
            positions = appended.positions
            note = appended.note
        }
    }

    /// Makes an item known. Registering the same again does nothing; different facts need `amend`. One that was withdrawn is offered again.
    @discardableResult
    public func register(_ item: Registration, command: String? = nil) async throws(HoldfastError) -> Receipt {
        try await perform(.register(item), id: command)
    }

    /// Changes what is known of an item, for example an expired address. Fields that are `nil` stay as they are.
    @discardableResult
    public func amend(_ item: Registration, command: String? = nil) async throws(HoldfastError) -> Receipt {
        try await perform(.amend(item: item.id, item), id: command)
    }

    /// Wants the item here. While there is no connection the request waits, and starts by itself.
    @discardableResult
    public func request(
        _ item: String, _ options: RequestOptions = RequestOptions(), command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.request(item: item, options), id: command)
    }

    /// Holds one item, a group, or everything. `until` is in microseconds since 1970 UTC.
    @discardableResult
    public func pause(
        _ target: Scope, until: Int64? = nil, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.pause(target, until: until), id: command)
    }

    @discardableResult
    public func resume(_ target: Scope, command: String? = nil) async throws(HoldfastError) -> Receipt {
        try await perform(.resume(target), id: command)
    }

    /// Withdraws the request. An item past its last step is complete, and says so instead.
    @discardableResult
    public func cancel(
        _ item: String, keepsPartial: Bool = false, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.cancel(item: item, keepsPartial: keepsPartial), id: command)
    }

    /// Tries a failed item again with a fresh budget, or a waiting one now.
    @discardableResult
    public func retry(_ item: String, command: String? = nil) async throws(HoldfastError) -> Receipt {
        try await perform(.retry(item: item), id: command)
    }

    /// Deletes the item's file once the undo window (`ui.undoMs`) has passed; `now` leaves the window out. Needs no network.
    @discardableResult
    public func remove(
        _ item: String, now: Bool = false, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.remove(item: item, reason: .user, isImmediate: now), id: command)
    }

    /// Takes a removal back while its window is open.
    @discardableResult
    public func undoRemoval(_ item: String, command: String? = nil) async throws(HoldfastError) -> Receipt {
        try await perform(.undoRemoval(item: item), id: command)
    }

    /// Moves the item in the queue. Priorities are -100...100; higher runs first.
    @discardableResult
    public func reprioritise(
        _ item: String, priority: Int64? = nil, place: QueuePlace? = nil, before other: String? = nil,
        command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.reprioritise(item: item, priority: priority, place: place, before: other), id: command)
    }

    /// Sets a setting for all items, a group or one item; `nil` returns it to its default. Takes effect at once, on running downloads too.
    @discardableResult
    public func set(
        _ key: String, to value: String?, for scope: Scope = .all, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.set(key: key, for: scope, value: value), id: command)
    }

    /// The person's own "work offline" switch.
    @discardableResult
    public func setOfflineMode(
        _ isOn: Bool, until: Int64? = nil, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.setOfflineMode(isOn, until: until), id: command)
    }

    /// Says what a feature of the app needs, so that its availability can be told.
    @discardableResult
    public func declare(_ feature: Feature, command: String? = nil) async throws(HoldfastError) -> Receipt {
        try await perform(.declare(feature), id: command)
    }

    var closed: HoldfastError { HoldfastError(.closed, "the engine of \(directory.path) is closed") }

    /// Does what an affordance's action offers (`ActionCode.handling`).
    @discardableResult
    public func perform(_ offered: OfferedCommand, command: String? = nil) async throws(HoldfastError) -> Receipt {
        try await perform(offered.command, id: command)
    }

    /// Any intent as a value. Outcomes of effects are the engine's own and are refused as `internal`.
    ///
    /// - Parameter actor: who sends it, for the record; the one of the options where it is `nil`.
    @discardableResult
    package func perform(
        _ command: Command, by actor: Record.Actor? = nil, id: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        // What is meant for a group is meant for all of its items, however many.
        if case .eachMember(let group, let order, nil) = command {
            return try await performEach(of: group, order, by: actor, id)
        }
        return Receipt(try await carryOut(command, by: actor, id: id))
    }

    func carryOut(
        _ command: Command, by actor: Record.Actor? = nil, id: String? = nil
    ) async throws(HoldfastError) -> Sequencer.Appended {
        guard !isClosing else { throw closed }
        let appended: Sequencer.Appended
        let stopped = await stopTransfer(for: command, id: id)
        defer {
            if let stopped {
                heldBack.remove(stopped)
                scheduleTurn()
            }
        }
        switch command {
        case .remove, .eachMember(_, .remove, _):
            appended = try await freeing(command, by: actor ?? options.actor, id: id)
            fault(.removalDurable)
        case .request:
            appended = try await commit(command, by: actor, id: id)
            fault(.requestDurable)
        case .register, .amend, .pause, .resume, .cancel, .retry, .undoRemoval, .reprioritise, .set, .setOfflineMode,
            .declare, .consent, .waitForUnmetered, .pin, .opened, .withdraw, .observeRemote, .defineGroup,
            .changeMembers, .eachMember, .note:
            appended = try await commit(command, by: actor, id: id)
        default: throw HoldfastError(.internal, "only an engine reports outcomes; \(command) was not taken")
        }
        switch command {
        // These let more content make way than the last look found.
        case .pin, .cancel, .undoRemoval, .set, .eachMember: fruitlessEviction = nil
        default: break
        }
        switch command {
        case .cancel(let item, _), .remove(let item, _, _): await removeUnusedPartial(of: item)
        case .eachMember(let group, .cancel, let after), .eachMember(let group, .remove, let after):
            let page = partials(of: group, after: after, through: appended.continuesAfter)
            for item in page { await removeUnusedPartial(of: item) }
        default: break
        }
        return appended
    }

    /// With an item's wish goes the partial file that no transfer holds any more; where one does, it goes with the transfer.
    func removeUnusedPartial(of id: String) async {
        guard let number = try? sequencer.state.number(ofItem: id), attempts[number] == nil,
            !heldBack.contains(number), let item = try? sequencer.state.item(number), item.staging == nil
        else { return }
        heldBack.insert(number)
        await removeUnreferred { root throws(StorageFailure) in try root.removePartial(number) }
        heldBack.remove(number)
        scheduleTurn()
    }

    /// Ids of the items of a group's page that have a partial file.
    private func partials(of id: String, after: UInt64?, through last: UInt64?) -> [String] {
        var items: [String] = []
        guard let group = try? sequencer.state.number(ofGroup: id) else { return items }
        guard let root = try? content.open() else { return items }
        try? sequencer.state.walkMembers(of: group, after: after) { item in
            if (try? root.partialSize(item.number)) ?? nil != nil { items.append(item.id) }
            return item.number != last
        }
        return items
    }

    /// A transfer that a command ends but whose bytes are kept first writes down how many there are.
    ///
    /// - Returns: the item's number, held back from starting again until it is taken out of `heldBack`.
    private func stopTransfer(for command: Command, id: String?) async -> UInt64? {
        let (item, cause): (String, InterruptCause)
        switch command {
        case .pause(.item(let name), _): (item, cause) = (name, .paused)
        case .cancel(let name, keepsPartial: true): (item, cause) = (name, .cancelled)
        default: return nil
        }
        if let id, (try? sequencer.log.command(id)) != nil { return nil }
        guard let number = try? sequencer.state.number(ofItem: item), let running = attempts[number],
            !heldBack.contains(number)
        else { return nil }
        switch try? sequencer.state.item(number)?.transfer {
        case .connecting, .receiving: break
        default: return nil
        }
        heldBack.insert(number)
        running.stop(cause)
        await running.task?.value
        return number
    }
}
