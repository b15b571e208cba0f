extension Decider {
    mutating func remove(_ id: String, _ reason: DeletionReason, isImmediate: Bool) throws {
        let item = try item(id)
        guard item.transfer.state != .publishing else {
            throw Refusal(
                .pastNoReturn,
                "\"\(id)\" is just being put in its place and cannot be stopped. Remove it when it is there.")
        }
        guard item.installed != nil else { return removeUninstalled(item) }
        switch item.removal {
        case .running: return note(.alreadyRemoving)
        case .pending:
            // Asking for it at once ends the undo window.
            guard isImmediate, !isRemovalDue(item.removal, at: now) else { return note(.alreadyRemoving) }
        case .none, .failed: break
        }
        addInterrupt(item, .cancelled)
        let undo = try isImmediate ? 0 : Settings(of: nil, in: state).undoMs
        let event = filled(DeletionRequested()) {
            $0.reason = .known(reason)
            $0.undoUntil = undo > 0 ? now.wall.clampedSum(undo.microseconds) : nil
        }
        let position = add(item, .deletionRequested(event))
        addDiscard(item, .cancelled, cause: position)
    }

    private mutating func removeUninstalled(_ item: Item) {
        if item.intent != nil {
            addInterrupt(item, .cancelled)
            addCancel(item, keepsPartial: false)
        } else if item.staging != nil {
            addDiscard(item, .cancelled, cause: nil)
        } else {
            note(.notInstalled)
        }
    }

    mutating func undoRemoval(_ id: String) throws {
        let item = try item(id)
        switch item.removal {
        case .none: throw Refusal(.nothingToUndo, "\"\(id)\" is not being removed, so there is nothing to undo.")
        case .running, .failed:
            throw Refusal(
                .removalStarted, "The removal of \"\(id)\" has started. Request the item to download it again.")
        case .pending(let requested, _, _):
            guard !isRemovalDue(item.removal, at: now) else {
                throw Refusal(
                    .undoWindowPassed,
                    "The time to undo the removal of \"\(id)\" has passed. Request the item to download it again.")
            }
            add(item, .deletionUndone(DeletionUndone()), cause: requested)
        }
    }

    mutating func startDeletion(_ number: UInt64) throws {
        let item = try item(number)
        let started = filled(DeletionStarted()) { $0.bytes = item.installed?.bytes ?? 0 }
        switch item.removal {
        case .running: note(.alreadyRemoving)
        case .failed(let requested, _, _): add(item, .deletionStarted(started), cause: requested)
        case .pending(let requested, _, let undoUntil):
            guard isRemovalDue(item.removal, at: now) else {
                throw Refusal(
                    .notReady, "The removal of \"\(item.id)\" can be undone until \(undoUntil ?? 0). Start it then.")
            }
            add(item, .deletionStarted(started), cause: requested)
        case .none: throw notRemoving(item)
        }
    }

    mutating func deleted(_ number: UInt64, freedBytes: Int64) throws {
        let item = try item(number)
        guard case .running(let requested, let reason) = item.removal else { throw notRemoving(item) }
        let event = filled(ContentDeleted()) {
            $0.freedBytes = max(0, freedBytes)
            $0.reason = reason
        }
        add(item, .contentDeleted(event), cause: requested)
    }

    mutating func deletionFailed(_ number: UInt64, _ failure: Failure) throws {
        let item = try item(number)
        guard case .running(let requested, _) = item.removal else { throw notRemoving(item) }
        add(item, .deletionFailed(filled(DeletionFailed()) { $0.failure = failure }), cause: requested)
    }

    private func notRemoving(_ item: Item) -> Refusal {
        Refusal(.illegalTransition, "No removal of \"\(item.id)\" has been started, so none can go on.")
    }

    mutating func found(_ number: UInt64, _ damage: FoundDamage) throws {
        let item = try item(number)
        guard let installed = item.installed else {
            throw Refusal(.illegalTransition, "\"\(item.id)\" is not installed, so no file of it can be damaged.")
        }
        switch damage {
        case .missing(let foundBy):
            guard !installed.isMissing else { return note(.unchanged) }
            let event = filled(ContentMissing()) {
                $0.foundBy = .known(foundBy)
                $0.expected = "\(installed.bytes) bytes"
                $0.actual = "no file"
            }
            add(item, .contentMissing(event), cause: installed.published)
        case .corrupted(let foundBy, let expected, let actual):
            guard !installed.isCorrupt else { return note(.unchanged) }
            let event = filled(ContentCorrupted()) {
                $0.foundBy = .known(foundBy)
                $0.expected = expected
                $0.actual = actual
            }
            add(item, .contentCorrupted(event), cause: installed.published)
        }
    }

    mutating func discardPartial(_ number: UInt64, _ reason: DiscardReason) throws {
        let item = try item(number)
        guard item.transfer.attempt == nil else {
            throw Refusal(
                .attemptOpen, "\"\(item.id)\" has an open attempt. End it before its partial file is discarded.")
        }
        guard item.staging != nil else { return note(.unchanged) }
        addDiscard(item, reason, cause: nil)
    }
}
