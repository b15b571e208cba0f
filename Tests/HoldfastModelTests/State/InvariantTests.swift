import Testing

@testable import HoldfastModel

/// The invariants of the domain, at every prefix of generated logs.
@Suite struct InvariantTests {
    @Test func `the generated logs hold every event`() throws {
        var kinds: Set<String> = []
        for seed in 1...8 as ClosedRange<UInt64> {
            var simulation = try Simulation(seed: seed)
            for _ in 0..<900 { try simulation.step() }
            for record in simulation.log.records { kinds.insert(record.event.name) }
        }
        let missing = Set(EventType.allCases.map { "\($0)" }).subtracting(kinds)
        // The recovery and the clock are the engine's own.
        #expect(missing == ["recoveryCompleted", "clockJumped"])
    }

    @Test(arguments: 1...25 as ClosedRange<UInt64>)
    func `the invariants hold at every prefix of a generated log`(seed: UInt64) throws {
        print("seed \(seed)")
        var simulation = try Simulation(seed: seed &* 7919)
        var checker = InvariantChecker()
        for step in 0..<400 {
            try simulation.step()
            while checker.count < simulation.log.records.count {
                let record = simulation.log.records[checker.count]
                checker.check(record, simulation.log)
            }
            if step % 3 == 0 { try checker.checkState(at: simulation.log.now) }
        }
    }
}

struct InvariantChecker {
    var state = MemoryState()
    var count = 0
    private var openAttempts: [UInt64: UInt64] = [:]
    private var endedAttempts: Set<UInt64> = []
    private var completed: Set<UInt64> = []
    private var verdicts: Set<UInt64> = []
    private var verified: [UInt64: UInt64] = [:]

    mutating func check(_ record: Record, _ log: ModelLog) {
        #expect(record.position == UInt64(count))
        count += 1
        let number: UInt64 =
            switch record.subject {
            case .number(let number): number
            case .first: record.position
            }
        let before = state.item(number)
        state.apply(record, privatePart: log.details[record.position])
        let after = state.item(number)
        checkAttempts(record, number)
        if let before, let after { checkChange(record, before, after) }
        if let after { checkItem(after) }
        checkCause(record, log)
        let totals = state.totals()
        // Invariant 13. A quota that is lowered takes nothing away, but nothing starts over it.
        if case .transferStarted = record.event,
            let quota = state.setting("storage.quotaBytes", for: nil).flatMap({ Int64($0) })
        {
            #expect(totals.committedBytes <= quota)
        }
        // Invariant 12.
        #expect(totals.requested == totals.completed + totals.cancelled + totals.wanted)
    }

    /// Invariants 1, 2 and 4.
    private mutating func checkAttempts(_ record: Record, _ number: UInt64) {
        switch record.event {
        case .transferStarted:
            #expect(openAttempts[number] == nil, "two open attempts")
            openAttempts[number] = record.position
        case .transferInterrupted(let payload): end(payload.attempt, number)
        case .transferFailed(let payload): end(payload.attempt, number)
        case .verificationFailed(let payload):
            // After the recovery's second look this is the second verdict, of the file and not of the completion.
            verdicts.insert(payload.attempt)
            end(payload.attempt, number)
        case .transferCompleted(let payload):
            #expect(openAttempts[number] == payload.attempt)
            #expect(completed.insert(payload.attempt).inserted)
        case .contentVerified(let payload):
            #expect(completed.contains(payload.attempt))
            #expect(verdicts.insert(payload.attempt).inserted)
            verified[number] = payload.attempt
        case .contentPublished(let payload):
            #expect(verified[number] == payload.attempt)
            end(payload.attempt, number)
        default: break
        }
        #expect(state.item(number)?.transfer.attempt?.id == openAttempts[number])
    }

    private mutating func end(_ attempt: UInt64, _ number: UInt64) {
        #expect(openAttempts[number] == attempt)
        #expect(endedAttempts.insert(attempt).inserted, "two ends of one attempt")
        openAttempts[number] = nil
    }

    /// Invariants 3 and 5.
    private func checkChange(_ record: Record, _ before: Item, _ after: Item) {
        if (after.staging?.durableBytes ?? 0) < (before.staging?.durableBytes ?? 0) {
            switch record.event {
            case .partialDiscarded, .contentPublished, .contentImported: break
            default: Issue.record("durable bytes fell at \(record.event.name)")
            }
        }
        if after.installed?.published != before.installed?.published {
            switch record.event {
            case .contentPublished, .contentImported, .contentDeleted: break
            default: Issue.record("installed changed at \(record.event.name)")
            }
        }
    }

    private func checkItem(_ item: Item) {
        #expect((item.intent == nil) == (item.transfer == .idle))
        // Invariant 15: there is always a way forward.
        if item.transfer.state == .failed || item.transfer.state == .held { #expect(item.intent != nil) }
    }

    /// Invariant 6, and no event is caused by a later one.
    private func checkCause(_ record: Record, _ log: ModelLog) {
        if let cause = record.cause { #expect(cause < record.position) }
        guard case .contentDeleted = record.event else { return }
        let cause = record.cause.flatMap { Int(exactly: $0) }.map { log.records[$0].event }
        guard case .deletionRequested = cause else {
            Issue.record("a deletion that nobody asked for")
            return
        }
    }

    /// Totals and indexes are what counting gives; plans start only what may start, and all of it (invariant 11).
    func checkState(at now: Now) throws {
        var totals = Totals()
        var expected: [ItemIndex: Set<UInt64>] = [:]
        var groups: [UInt64: GroupTotals] = [:]
        try state.walkItems(after: nil) { item in
            var facets = Totals()
            facets.update(from: ItemFacets(), to: ItemFacets(item))
            totals.installed += facets.installed
            totals.usedBytes += facets.usedBytes
            totals.partialBytes += facets.partialBytes
            totals.reservedBytes += facets.reservedBytes
            totals.wanted += facets.wanted
            totals.running += facets.running
            if let group = item.group {
                groups[group, default: GroupTotals()].add(ItemFacets(item), 1)
                expected[.members, default: []].insert(item.number)
            }
            if item.intent != nil { expected[.wanted, default: []].insert(item.number) }
            if item.transfer.attempt != nil { expected[.running, default: []].insert(item.number) }
            // Invariant 15: an item that is not just being put in its place can be removed.
            if item.transfer.state != .publishing {
                let context = DecisionContext(now: now, next: UInt64(count))
                _ = try decide(.remove(item: item.id, reason: .user, isImmediate: true), in: state, context: context)
            }
            if item.removal != .none { expected[.removal, default: []].insert(item.number) }
            return true
        }
        let standing = state.totals()
        #expect(standing.usedBytes == totals.usedBytes && standing.partialBytes == totals.partialBytes)
        #expect(standing.reservedBytes == totals.reservedBytes && standing.running == totals.running)
        #expect(standing.wanted == totals.wanted && standing.installed == totals.installed)
        for group in state.groups() { #expect(group.totals == groups[group.number] ?? GroupTotals()) }
        for index in [ItemIndex.wanted, .running, .removal, .members] {
            var found: Set<UInt64> = []
            try state.walk(index) {
                found.insert($0.number)
                return true
            }
            #expect(found == expected[index] ?? [])
        }
        try checkPlan(at: now)
    }

    private func checkPlan(at now: Now) throws {
        let plan = try plan(in: state, at: now)
        var slots = try SlotUse(in: state)
        let starts = plan.actions.compactMap { if case .start(let number) = $0 { number } else { nil } }
        for number in starts {
            guard let item = state.item(number) else { continue }
            #expect(isReady(item, at: now, device: state.device()))
            let reasons = try blockers(of: item, in: state, at: now, slots: slots)
            #expect(reasons.isEmpty)
            slots.add(try state.source(of: item)?.host)
        }
        try state.walkItems(after: nil) { item in
            guard isReady(item, at: now, device: state.device()), !starts.contains(item.number) else { return true }
            let reasons = try blockers(of: item, in: state, at: now, slots: slots)
            // Several starts of one turn may together take the room that one alone would have.
            #expect(!reasons.isEmpty || !starts.isEmpty, "\(item) must start")
            return true
        }
        if let due = plan.nextDue { #expect(due > now.wall) }
    }
}
