// Rows of the two machines that are enums. The idle state has no row.

struct TransferRow: FieldGroup {
    enum TransferKind: UInt8, CaseIterable {
        case ready = 1
        case held, backoff, connecting, receiving, verifying, publishing, failed
    }

    var kind = Open<TransferKind>.known(.ready)
    var actor: Record.Actor?
    /// The end of a hold, or of a backoff.
    var until: Int64?
    var delay: Int64?
    var failure: Failure?
    /// Position of the `retryScheduled` or of the `contentVerified`.
    var position: UInt64?
    var attempt: AttemptRow?
    var digest: Digest?
    var trust: Open<Trust>?
    var needs: Open<Need>?
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "kind", &kind)
        try coder.field(2, "actor", &actor)
        try coder.field(3, "until", &until)
        try coder.field(4, "delayInMilliseconds", &delay)
        try coder.field(5, "failure", &failure)
        try coder.field(6, "position", &position)
        try coder.field(7, "attempt", &attempt)
        try coder.field(8, "digest", &digest)
        try coder.field(9, "trust", &trust)
        try coder.field(10, "needs", &needs)
    }

    init() {}

    init?(_ transfer: Transfer) {
        if let open = transfer.attempt { attempt = AttemptRow(value: open) }
        switch transfer {
        case .idle: return nil
        case .ready: kind = .known(.ready)
        case .held(let actor, let until):
            kind = .known(.held)
            self.actor = actor
            self.until = until
        case .backoff(let notBefore, let delay, let failure, let scheduled):
            kind = .known(.backoff)
            (until, self.delay, self.failure, position) = (notBefore, delay, failure, scheduled)
        case .connecting: kind = .known(.connecting)
        case .receiving: kind = .known(.receiving)
        case .verifying: kind = .known(.verifying)
        case .publishing(_, let verified, let digest, let trust):
            kind = .known(.publishing)
            (position, self.digest, self.trust) = (verified, digest, trust)
        case .failed(let failure, let needs):
            kind = .known(.failed)
            (self.failure, self.needs) = (failure, needs)
        }
    }

    func value() throws(CodingFailure) -> Transfer {
        switch (kind.known, attempt?.value) {
        case (.ready, _): return .ready
        case (.held, _): return .held(by: try present(actor, 2), until: until)
        case (.backoff, _):
            return .backoff(
                notBefore: try present(until, 3), delayInMilliseconds: try present(delay, 4),
                failure: try present(failure, 5), scheduled: try present(position, 6))
        case (.connecting, let attempt?): return .connecting(attempt)
        case (.receiving, let attempt?): return .receiving(attempt)
        case (.verifying, let attempt?): return .verifying(attempt)
        case (.publishing, let attempt?):
            return .publishing(
                attempt, verified: try present(position, 6), digest: try present(digest, 8),
                trust: try present(trust, 9))
        case (.failed, _): return .failed(try present(failure, 5), needs: try present(needs, 10))
        case (.connecting, nil), (.receiving, nil), (.verifying, nil), (.publishing, nil):
            throw .missingField(key: 7)
        case (nil, _): throw .outOfRange(offset: 0)
        }
    }
}

struct AttemptRow: FieldGroup {
    var value = Attempt(id: 0, source: 0, fromByte: 0, reservedBytes: 0, startedAt: 0)
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "id", &value.id)
        try coder.field(2, "source", &value.source)
        try coder.field(3, "fromByte", &value.fromByte)
        try coder.field(4, "reservedBytes", &value.reservedBytes)
        try coder.field(5, "startedAt", &value.startedAt)
        try coder.network(6, &value.network)
        try coder.field(8, "wireBytes", &value.wireBytes)
        try coder.field(9, "meteredBytes", &value.meteredBytes)
    }
}

struct RemovalRow: FieldGroup {
    enum RemovalKind: UInt8, CaseIterable {
        case pending = 1
        case running, failed
    }

    var kind = Open<RemovalKind>.known(.pending)
    var requested: UInt64 = 0
    var reason = Open<DeletionReason>.known(.user)
    var undoUntil: Int64?
    var failure: Failure?
    var unknownFields = UnknownFields()

    mutating func code<Coder: FieldCoder>(_ coder: inout Coder) throws(CodingFailure) {
        try coder.field(1, "kind", &kind)
        try coder.field(2, "requested", &requested)
        try coder.field(3, "reason", &reason)
        try coder.field(4, "undoUntil", &undoUntil)
        try coder.field(5, "failure", &failure)
    }

    init() {}

    init?(_ removal: Removal) {
        switch removal {
        case .none: return nil
        case .pending(let requested, let reason, let undoUntil):
            (kind, self.requested, self.reason, self.undoUntil) = (.known(.pending), requested, reason, undoUntil)
        case .running(let requested, let reason):
            (kind, self.requested, self.reason) = (.known(.running), requested, reason)
        case .failed(let requested, let reason, let failure):
            (kind, self.requested, self.reason, self.failure) = (.known(.failed), requested, reason, failure)
        }
    }

    func value() throws(CodingFailure) -> Removal {
        switch kind.known {
        case .pending: .pending(requested: requested, reason: reason, undoUntil: undoUntil)
        case .running: .running(requested: requested, reason: reason)
        case .failed: .failed(requested: requested, reason: reason, try present(failure, 5))
        case nil: throw .outOfRange(offset: 0)
        }
    }
}

private func present<Value>(_ value: Value?, _ key: UInt64) throws(CodingFailure) -> Value {
    guard let value else { throw .missingField(key: key) }
    return value
}
