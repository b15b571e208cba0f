import Testing

@testable import HoldfastModel

@Suite struct TransitionTableTests {
    static let events: [EventType] = [
        .downloadRequested, .downloadReprioritised, .downloadPaused, .downloadResumed, .downloadCancelled,
        .retryRequested, .transferStarted, .responseReceived, .transferCheckpointed, .partialDiscarded,
        .transferInterrupted, .transferFailed, .retryScheduled, .transferCompleted, .contentVerified,
        .verificationFailed, .contentPublished, .downloadFailed, .deletionRequested, .deletionUndone, .deletionStarted,
        .contentDeleted, .deletionFailed, .contentMissing, .contentCorrupted, .itemAmended, .sizeResolved,
    ]

    @Test(arguments: TransferState.allCases, events)
    func `the fold does what the transfer table says`(state: TransferState, type: EventType) {
        let item = Self.item(in: state)
        var after = item
        after.fold(Self.record(type, about: item))
        switch state.answer(to: type) {
        case .becomes(let expected): #expect(after.transfer.state == expected)
        case .stays: #expect(after.transfer.state == state)
        case .ignored(.otherMachine): #expect(after.transfer == item.transfer)
        case .ignored, .refused: #expect(after == item)
        }
    }

    @Test(arguments: RemovalState.allCases, events)
    func `the fold does what the removal table says`(state: RemovalState, type: EventType) {
        var item = Self.item(in: .idle)
        item.installed = Self.installed
        item.removal = Self.removal(state)
        var after = item
        after.fold(Self.record(type, about: item))
        switch state.answer(to: type) {
        case .becomes(let expected): #expect(after.removal.state == expected)
        case .stays, .ignored, .refused: #expect(after.removal == item.removal)
        }
    }

    @Test(arguments: TransferState.allCases, EventType.allCases)
    func `every cell of the tables has an answer`(state: TransferState, type: EventType) {
        _ = state.answer(to: type)
        for removal in RemovalState.allCases { _ = removal.answer(to: type) }
    }

    @Test(arguments: TransferState.allCases, events)
    func `a refused cell is refused by its decider`(state: TransferState, type: EventType) throws {
        guard case .refused(let code) = state.answer(to: type),
            let command = Self.command(type, number: 5, attempt: 6)
        else { return }
        var item = Self.item(in: state)
        if type == .deletionRequested { item.installed = Self.installed }
        let view = OneItem(item)
        let context = DecisionContext(now: Now(wall: 1_000, monotonic: 0), next: 100)
        let refusal = #expect(throws: Refusal.self) { try decide(command, in: view, context: context) }
        #expect(refusal?.code == code)
    }

    @Test func `an event of another attempt changes nothing`() {
        for state in TransferState.allCases where state.isActive {
            for type in Self.events {
                let item = Self.item(in: state)
                var record = Self.record(type, about: item)
                guard Self.setAttempt(&record.event, 77) else { continue }
                var after = item
                after.fold(record)
                #expect(after == item, "\(state) \(type)")
            }
        }
    }
}

extension TransitionTableTests {
    static let installed = Installed(
        bytes: 10, digest: ModelLog.digest, trust: .known(.expected), publishedAt: 1, published: 2, volume: 0)

    static func item(in state: TransferState) -> Item {
        var item = Item(number: 5, id: "a")
        let attempt = Attempt(id: 6, source: 0, fromByte: 0, reservedBytes: 10, startedAt: 1)
        if state != .idle { item.intent = Intent(request: 4, reason: .known(.user), priority: 0, place: 0) }
        if state == .idle { item.installed = installed }
        switch state {
        case .idle: item.transfer = .idle
        case .ready: item.transfer = .ready
        case .held: item.transfer = .held(by: .user, until: nil)
        case .backoff:
            item.transfer = .backoff(
                notBefore: .max, delayInMilliseconds: 1, failure: Failure(.server, "x"), scheduled: 3)
        case .connecting: item.transfer = .connecting(attempt)
        case .receiving: item.transfer = .receiving(attempt)
        case .verifying: item.transfer = .verifying(attempt)
        case .publishing:
            item.transfer = .publishing(attempt, verified: 8, digest: ModelLog.digest, trust: .known(.expected))
        case .failed: item.transfer = .failed(Failure(.notFound, "x"), needs: .known(.source))
        }
        if state != .idle { item.installed = installed }
        return item
    }

    static func removal(_ state: RemovalState) -> Removal {
        switch state {
        case .none: .none
        case .pending: .pending(requested: 3, reason: .known(.user), undoUntil: 10)
        case .running: .running(requested: 3, reason: .known(.user))
        case .failed: .failed(requested: 3, reason: .known(.user), Failure(.file, "x"))
        }
    }

    static func record(_ type: EventType, about item: Item) -> Record {
        var event = event(type)
        _ = setAttempt(&event, 6)
        return Record(
            position: 50, subject: .number(item.number), recordedAt: 9, actor: .app, event: event)
    }

    static func event(_ type: EventType) -> Event {
        switch type {
        case .downloadRequested: .downloadRequested(DownloadRequested())
        case .downloadReprioritised: .downloadReprioritised(DownloadReprioritised())
        case .downloadPaused: .downloadPaused(DownloadPaused())
        case .downloadResumed: .downloadResumed(DownloadResumed())
        case .downloadCancelled: .downloadCancelled(DownloadCancelled())
        case .retryRequested: .retryRequested(RetryRequested())
        case .transferStarted: .transferStarted(TransferStarted())
        case .responseReceived: .responseReceived(ModelLog.response(bytes: 10))
        case .transferCheckpointed: .transferCheckpointed(filled(TransferCheckpointed()) { $0.durableBytes = 5 })
        case .partialDiscarded: .partialDiscarded(PartialDiscarded())
        case .transferInterrupted: .transferInterrupted(TransferInterrupted())
        case .transferFailed: .transferFailed(TransferFailed())
        case .retryScheduled: .retryScheduled(filled(RetryScheduled()) { $0.request = 4 })
        case .transferCompleted: .transferCompleted(TransferCompleted())
        case .contentVerified: .contentVerified(ContentVerified())
        case .verificationFailed: .verificationFailed(VerificationFailed())
        case .contentPublished: .contentPublished(ContentPublished())
        case .downloadFailed: .downloadFailed(filled(DownloadFailed()) { $0.request = 4 })
        case .deletionRequested: .deletionRequested(DeletionRequested())
        case .deletionUndone: .deletionUndone(DeletionUndone())
        case .deletionStarted: .deletionStarted(DeletionStarted())
        case .contentDeleted: .contentDeleted(ContentDeleted())
        case .deletionFailed: .deletionFailed(DeletionFailed())
        case .contentMissing: .contentMissing(ContentMissing())
        case .contentCorrupted: .contentCorrupted(ContentCorrupted())
        case .itemAmended: .itemAmended(ItemAmended())
        default: .sizeResolved(SizeResolved())
        }
    }

    /// False for an event that belongs to no attempt.
    static func setAttempt(_ event: inout Event, _ id: UInt64) -> Bool {
        switch event {
        case .responseReceived(var payload):
            payload.attempt = id
            event = .responseReceived(payload)
        case .transferCheckpointed(var payload):
            payload.attempt = id
            event = .transferCheckpointed(payload)
        case .transferInterrupted(var payload):
            payload.attempt = id
            event = .transferInterrupted(payload)
        case .transferFailed(var payload):
            payload.attempt = id
            event = .transferFailed(payload)
        case .transferCompleted(var payload):
            payload.attempt = id
            event = .transferCompleted(payload)
        case .contentVerified(var payload):
            payload.attempt = id
            event = .contentVerified(payload)
        case .verificationFailed(var payload):
            payload.attempt = id
            event = .verificationFailed(payload)
        case .contentPublished(var payload):
            payload.attempt = id
            event = .contentPublished(payload)
        default: return false
        }
        return true
    }

    /// The command that would write such an event; `nil` for events that only follow others.
    static func command(_ type: EventType, number: UInt64, attempt: UInt64) -> Command? {
        switch type {
        case .downloadPaused: .pause(.item("a"), until: nil)
        case .retryRequested: .retry(item: "a")
        case .transferStarted:
            .startTransfer(item: number, source: 0, fromByte: 0, validator: nil, reservedBytes: 0)
        case .responseReceived: .attempt(item: number, id: attempt, .response(ModelLog.response(bytes: 10)))
        case .transferCheckpointed: .attempt(item: number, id: attempt, .checkpoint(durableBytes: 1))
        case .transferInterrupted:
            .attempt(item: number, id: attempt, .interrupted(.preempted, blocker: nil, durableBytes: 0))
        case .transferCompleted: .attempt(item: number, id: attempt, ModelLog.completed(10))
        case .contentVerified: .attempt(item: number, id: attempt, .verified(bytes: 1, ModelLog.digest, .firstSeen))
        case .verificationFailed:
            .attempt(item: number, id: attempt, .verificationFailed(.size, expected: "", actual: "", draw: 0))
        case .contentPublished: .attempt(item: number, id: attempt, .published(path: "p", volume: 0))
        case .deletionRequested: .remove(item: "a", reason: .user, isImmediate: false)
        default: nil
        }
    }
}

/// State with one item in it.
struct OneItem: StateView {
    let item: Item

    init(_ item: Item) { self.item = item }

    func item(_ number: UInt64) -> Item? { number == item.number ? item : nil }
    func number(ofItem id: String) -> UInt64? { id == item.id ? item.number : nil }
    func group(_ number: UInt64) -> Group? { nil }
    func number(ofGroup id: String) -> UInt64? { nil }
    func groups() -> [Group] { [] }
    func device() -> Device { Device() }
    func totals() -> Totals { Totals() }
    func setting(_ key: String, for scope: UInt64?) -> String? { nil }
    func features() -> [Feature] { [] }
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws { _ = try body(item) }
    func walk(_ index: ItemIndex, from start: IndexKey?, _ body: (IndexKey) throws -> Bool) {}
    func ledgerRow<Row: LedgerRow>(_ type: Row.Type, _ key: Row.Key) -> Row? { nil }
    func walkLedger<Row: LedgerRow>(_ type: Row.Type, from start: Row.Key?, _ body: (Row) throws -> Bool) throws {}
    func privatePart(at position: UInt64) -> PrivatePart? { nil }
}

extension Item {
    /// What folding an item's own event does to its row.
    mutating func fold(_ record: Record) {
        var fold = ItemFold(head: RecordHead(record))
        record.event.accept(&fold, &self)
    }

    private struct ItemFold: PayloadVisitor, ~Copyable {
        let head: RecordHead

        mutating func visit<Payload: EventPayload>(_ payload: Payload, _ item: inout Item) throws(Never) {
            (payload as? any ItemPayload)?.fold(into: &item, head)
        }
    }
}
