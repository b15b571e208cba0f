internal import HoldfastLog

/// Groups: items that belong together. Calls for a group are carried out a few hundred items at a time, each with a commit of its own:
/// stopping between two leaves every item as it was or as it should be, and the call given again goes on.
///
/// With a `command` id, a call that came to its end and is given again appends nothing.
extension OfflineEngine {
    /// Makes a group known, or gives it another title. A group may be empty.
    ///
    /// - Parameters:
    ///   - id: the app's own name of the group, at most 255 bytes. It cannot be erased: put nothing personal in it.
    ///   - title: at most 1,024 bytes; kept apart from the record, as titles of items are. `nil` leaves the one that stands.
    /// - Throws: `refused` with `invalidIdentifier` or `valueOutOfRange`.
    @discardableResult
    public func defineGroup(
        _ id: String, title: String? = nil, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.defineGroup(id: id, title: title), id: command)
    }

    /// Lets items join a group or leave it. An item belongs to one group at most: one that joins leaves the group it was in.
    ///
    /// - Parameters: ids of items, at most 200 together.
    /// - Throws: `refused` with `unknownGroup`, `unknownItem`, `valueOutOfRange` for too many, `illegalTransition` for an item in both.
    @discardableResult
    public func changeMembers(
        of group: String, adding: [String] = [], removing: [String] = [], command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await perform(.changeMembers(group: group, adding: adding, removing: removing), id: command)
    }

    /// Wants every item of the group here. An item that refuses, as one that can only be used online does, is left out.
    @discardableResult
    public func request(
        group: String, _ options: RequestOptions = RequestOptions(), command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await performEach(of: group, .request(options), command)
    }

    /// Tries every item of the group again that failed or waits for another try.
    @discardableResult
    public func retry(group: String, command: String? = nil) async throws(HoldfastError) -> Receipt {
        try await performEach(of: group, .retry, command)
    }

    /// Withdraws the requests of the group's items.
    @discardableResult
    public func cancel(
        group: String, keepsPartial: Bool = false, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await performEach(of: group, .cancel(keepsPartial: keepsPartial), command)
    }

    /// Deletes the files of the group's items once the undo window (`ui.undoMs`) has passed, and withdraws their requests; `now` leaves the
    /// window out. The group and its items stay known.
    @discardableResult
    public func remove(
        group: String, now: Bool = false, command: String? = nil
    ) async throws(HoldfastError) -> Receipt {
        try await performEach(of: group, .remove(isImmediate: now), command)
    }

    /// The last page bears the command's own id, so that a repeat knows the whole to be done; those before bear ids derived from it.
    func performEach(
        of group: String, _ order: MemberOrder, by actor: Record.Actor? = nil, _ id: String?
    ) async throws(HoldfastError) -> Receipt {
        if let id, let done = try await done(id) { return done }
        var whole: Receipt?
        var lastID = id
        var after: UInt64?
        var page = 0
        repeat {
            let step = Command.eachMember(group: group, order, after: after)
            var next = try end(of: step)
            let appended = try await carryOut(step, by: actor, id: next == nil ? lastID : id.map { "\($0)#\(page)" })
            if next == nil { lastID = nil }
            // Items may have joined or left meanwhile.
            if let continues = appended.continuesAfter { next = min(next ?? continues, continues) }
            whole = whole?.followed(by: Receipt(appended)) ?? Receipt(appended)
            after = next
            page += 1
        } while after != nil
        return whole ?? Receipt(Sequencer.Appended(positions: 0..<0))
    }

    func done(_ id: String) async throws(HoldfastError) -> Receipt? {
        let known = try onWhatStands { () throws(HoldfastError) in
            do { return try sequencer.log.command(id) } catch { throw HoldfastError(error) }
        }
        guard let known else { return nil }
        let appended = Sequencer.Appended(positions: known.positions, submission: known.submission)
        try await settle(appended)
        return Receipt(appended)
    }

    /// Asked before the page is written, since a page that was written before decides nothing.
    private func end(of page: Command) throws(HoldfastError) -> UInt64? {
        try onWhatStands { () throws(HoldfastError) in
            do {
                let context = DecisionContext(now: options.clock.now(), next: sequencer.log.nextPosition)
                return try withSoundTables { try decide(page, in: sequencer.state, context: context).continuesAfter }
            } catch {
                throw HoldfastError(error)
            }
        }
    }
}

extension OfflineEngine.Receipt {
    /// From the first record of this one to the last of the other.
    func followed(by other: Self) -> Self {
        guard !other.positions.isEmpty else { return self }
        guard !positions.isEmpty else { return other }
        var both = self
        both.positions = positions.lowerBound..<other.positions.upperBound
        return both
    }
}
