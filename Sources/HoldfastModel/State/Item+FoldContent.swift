// The installed file and its removal.

extension DeletionRequested {
    static var endsRequest: Bool { true }

    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard item.installed != nil, item.removal.state.answer(to: .deletionRequested).applies,
            item.transfer.state.answer(to: .deletionRequested).applies
        else { return }
        item.removal = .pending(requested: head.position, reason: reason, undoUntil: undoUntil)
        item.withdraw()
    }
}

extension DeletionUndone {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        if item.removal.state.answer(to: .deletionUndone).applies { item.removal = .none }
    }
}

extension DeletionStarted {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        switch item.removal {
        case .pending(let requested, let reason, _), .failed(let requested, let reason, _):
            item.removal = .running(requested: requested, reason: reason)
        case .none, .running: break
        }
    }
}

extension ContentDeleted {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard item.removal.state.answer(to: .contentDeleted).applies else { return }
        item.removal = .none
        item.installed = nil
    }
}

extension DeletionFailed {
    func fold(into item: inout Item, _ head: borrowing RecordHead) {
        guard case .running(let requested, let reason) = item.removal else { return }
        item.removal = .failed(requested: requested, reason: reason, failure)
    }
}

extension ContentMissing: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) { item.installed?.isMissing = true }
}

extension ContentCorrupted: ItemPayload {
    func fold(into item: inout Item, _ head: borrowing RecordHead) { item.installed?.isCorrupt = true }
}
