/// An event that ends an attempt.
protocol AttemptEnding: ItemPayload {
    /// Position of the `transferStarted`.
    var attempt: UInt64 { get }
    /// Tells how it ended.
    func tell(_ ended: inout EndedAttempt)
}

extension AttemptEnding {
    func fold(into state: inout Overlay, _ head: borrowing RecordHead, over base: any StateView) throws {
        guard let slot = try state.slot(head, over: base) else { return }
        let time = head.recordedAt
        guard var ended = state.items.change(slot, { EndedAttempt(attempt, of: &$0, at: time) }) else { return }
        try state.loadUsage(UsageKey(ended), over: base)
        var isOver = false
        state.change(slot, endsRequest: Self.endsRequest) { item in
            fold(into: &item, head)
            isOver = item.transfer.attempt == nil
        }
        guard isOver else { return }
        tell(&ended)
        state.ledger.add(ended)
    }
}

extension ContentPublished: AttemptEnding {
    func tell(_ ended: inout EndedAttempt) { ended.outcome = .known(.completed) }
}

extension VerificationFailed: AttemptEnding {
    func tell(_ ended: inout EndedAttempt) {
        ended.outcome = .known(.wrong)
        ended.failure = Failure(.integrity, "\(check)")
    }
}

extension TransferInterrupted: AttemptEnding {
    func tell(_ ended: inout EndedAttempt) {
        ended.outcome = .known(.interrupted)
        ended.cause = cause
        ended.blocker = blocker
        ended.stop(durable: durableBytes, wireBytes: wireBytes, meteredBytes: meteredBytes)
    }
}

extension TransferFailed: AttemptEnding {
    func tell(_ ended: inout EndedAttempt) {
        ended.outcome = .known(.failed)
        ended.failure = failure
        ended.stop(durable: durableBytes, wireBytes: wireBytes, meteredBytes: meteredBytes)
    }
}

extension Overlay {
    /// Makes the row one of the overlay's, if there is such a row: what is added to it is added to what stands.
    fileprivate mutating func loadUsage(_ key: UsageKey, over base: any StateView) throws {
        guard ledger.usage[key] == nil, let sum = try base.ledgerRow(UsageSum.self, key) else { return }
        ledger.usage[key] = sum
    }
}
