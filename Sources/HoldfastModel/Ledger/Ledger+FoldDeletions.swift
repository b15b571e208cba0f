/// An event that may begin, go on with, or end the removal of an item's file.
protocol RemovalPayload: ItemPayload {
    /// Tells what became of the removal that was under way.
    func tell(_ deletion: inout Deletion, _ head: borrowing RecordHead)
}

extension RemovalPayload {
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard let slot = try state.slot(head, over: base) else { return }
        let before = state.items.change(slot) { $0.removal }
        if let requested = before.requested { try state.loadDeletion(requested, over: base) }
        var after = Removal.none
        var begun: Deletion?
        state.change(slot, endsRequest: Self.endsRequest) { item in
            fold(into: &item, head)
            after = item.removal
            if after.requested == head.position { begun = Deletion(item: item, head) }
        }
        guard before != after else { return }
        if let requested = before.requested, var deletion = state.ledger.deletions[requested] {
            tell(&deletion, head)
            state.ledger.deletions[requested] = deletion
        }
        if let begun { state.ledger.deletions[begun.position] = begun }
    }
}

extension Overlay {
    /// Makes the row one of the overlay's, if there is such a row.
    mutating func loadDeletion(_ position: UInt64, over base: any StateView) throws {
        guard ledger.deletions[position] == nil, let row = try base.ledgerRow(Deletion.self, position) else { return }
        ledger.deletions[position] = row
    }
}

extension Deletion {
    /// - Parameter item: with the removal that has just been requested.
    fileprivate init(item: borrowing Item, _ head: borrowing RecordHead) {
        self.item = item.number
        position = head.position
        requestedAt = head.recordedAt
        actor = head.actor
        cause = head.cause
        bytes = item.installed?.bytes ?? 0
        if case .pending(_, let reason, let undoUntil) = item.removal {
            self.reason = reason
            self.undoUntil = undoUntil
        }
    }
}

extension Removal {
    /// Position of the `deletionRequested`.
    package var requested: UInt64? {
        switch self {
        case .none: nil
        case .pending(let requested, _, _), .running(let requested, _), .failed(let requested, _, _): requested
        }
    }
}

extension DeletionRequested: RemovalPayload {
    func tell(_ deletion: inout Deletion, _ head: borrowing RecordHead) {
        deletion.end(.replaced, at: head.recordedAt)
    }
}

extension ContentImported: RemovalPayload {
    func tell(_ deletion: inout Deletion, _ head: borrowing RecordHead) {
        deletion.end(.replaced, at: head.recordedAt)
    }
}

extension DeletionUndone: RemovalPayload {
    func tell(_ deletion: inout Deletion, _ head: borrowing RecordHead) {
        deletion.end(.undone, at: head.recordedAt)
    }
}

extension DeletionStarted: RemovalPayload {
    func tell(_ deletion: inout Deletion, _ head: borrowing RecordHead) {
        deletion.outcome = .known(.running)
        deletion.endedAt = nil
        deletion.failure = nil
    }
}

extension ContentDeleted: RemovalPayload {
    func tell(_ deletion: inout Deletion, _ head: borrowing RecordHead) {
        deletion.end(.deleted, at: head.recordedAt)
        deletion.freedBytes = max(0, freedBytes)
    }
}

extension DeletionFailed: RemovalPayload {
    func tell(_ deletion: inout Deletion, _ head: borrowing RecordHead) {
        deletion.end(.failed, at: head.recordedAt)
        deletion.failure = failure
    }
}
