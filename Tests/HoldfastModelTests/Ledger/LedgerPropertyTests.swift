import Testing

@testable import HoldfastModel

/// Tables of what has been, over random logs.
@Suite struct LedgerPropertyTests {
    private static let seeds: ClosedRange<UInt64> = 1...12

    private func life(_ seed: UInt64) throws -> ModelLog {
        var simulation = try Simulation(seed: seed)
        for step in 0..<500 {
            // Days pass, and networks come with interfaces.
            if step % 150 == 149 { simulation.log.wall += 50_000_000_000 }
            if step % 40 == 20, simulation.log.state.device().session != nil {
                let change = filled(ConnectivityChanged()) {
                    $0.link = .known(.internet)
                    $0.interfaces = [Interface(step % 80 == 20 ? .wifi : .cellular)]
                    $0.isMetered = step % 80 != 20
                }
                try simulation.log.run(.observe(change))
            }
            try simulation.step()
        }
        return simulation.log
    }

    @Test(arguments: seeds)
    func `usage is what the records add up to, and so is the sum of the attempts`(seed: UInt64) throws {
        let log = try life(seed)
        let recount = AttemptRecount(log.records)
        let sums = try log.state.ledger(UsageSum.self)
        #expect(Dictionary(uniqueKeysWithValues: sums.map { ($0.key, $0.counts) }) == recount.usage, "seed \(seed)")
        var byAttempts: [UsageKey: UsageCounts] = [:]
        for ended in try log.state.ledger(EndedAttempt.self) {
            byAttempts[UsageKey(ended), default: UsageCounts()].add(ended)
        }
        #expect(byAttempts == recount.usage, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `every attempt is open or has one row`(seed: UInt64) throws {
        let log = try life(seed)
        let recount = AttemptRecount(log.records)
        let rows = try log.state.ledger(EndedAttempt.self)
        #expect(rows.count > 0 && rows.count == recount.started - recount.open.count, "seed \(seed)")
        for row in rows {
            let start = log.records[Int(row.id)]
            #expect(start.subject == .number(row.item) && start.recordedAt == row.startedAt, "seed \(seed)")
            guard case .transferStarted = start.event else {
                Issue.record("attempt \(row.id) began with another event, seed \(seed)")
                continue
            }
            #expect(log.state.item(row.item)?.transfer.attempt?.id != row.id, "seed \(seed)")
        }
        var open: Set<UInt64> = []
        try log.state.walkItems(after: nil) {
            if let attempt = $0.transfer.attempt { open.insert(attempt.id) }
            return true
        }
        #expect(open == Set(recount.open.keys), "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `every deletion is told with who asked and what became of it`(seed: UInt64) throws {
        let log = try life(seed)
        var expected: [UInt64: Deletion] = [:]
        var pending: [UInt64: UInt64] = [:]
        for record in log.records {
            guard case .number(let item) = record.subject else { continue }
            func end(_ outcome: DeletionOutcome) {
                guard let requested = pending[item] else { return }
                expected[requested]?.end(outcome, at: record.recordedAt)
                if outcome != .failed { pending[item] = nil }
            }
            switch record.event {
            case .deletionRequested(let event):
                end(.replaced)
                pending[item] = record.position
                expected[record.position] = filled(Deletion()) {
                    $0.position = record.position
                    $0.item = item
                    $0.requestedAt = record.recordedAt
                    $0.actor = record.actor
                    $0.reason = event.reason
                    $0.cause = record.cause
                    $0.undoUntil = event.undoUntil
                }
            case .deletionUndone: end(.undone)
            case .deletionStarted:
                guard let requested = pending[item] else { continue }
                expected[requested]?.outcome = .known(.running)
                expected[requested]?.endedAt = nil
                expected[requested]?.failure = nil
            case .contentDeleted(let event):
                if let requested = pending[item] { expected[requested]?.freedBytes = event.freedBytes }
                end(.deleted)
            case .deletionFailed(let event):
                if let requested = pending[item] { expected[requested]?.failure = event.failure }
                end(.failed)
            case .contentImported: end(.replaced)
            default: break
            }
        }
        let rows = try log.state.ledger(Deletion.self)
        #expect(rows.map(\.position) == expected.keys.sorted(), "seed \(seed)")
        for var row in rows {
            #expect(row.bytes > 0, "seed \(seed)")
            row.bytes = 0
            #expect(row == expected[row.position], "seed \(seed)")
        }
    }

    @Test(arguments: seeds)
    func `the timeline has an entry for each change of the environment, as the device was then`(seed: UInt64) throws {
        let log = try life(seed)
        var state = MemoryState()
        var expected: [TimelineEntry] = []
        for record in log.records {
            state.apply(record)
            switch record.event {
            case .sessionOpened, .sessionClosed, .connectivityChanged, .offlineModeSet, .volumeAvailabilityChanged,
                .powerChanged, .timeZoneChanged:
                expected.append(TimelineEntry(state.device(), after: RecordHead(record)))
            default: break
            }
        }
        #expect(expected.count > 10)
        #expect(try log.state.ledger(TimelineEntry.self) == expected, "seed \(seed)")
        #expect(try log.state.timeline(from: nil, to: nil) == expected, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `a walk from a key gives the rows from there on, over any base`(seed: UInt64) throws {
        let records = try life(seed).records
        var whole = MemoryState()
        var (frozen, active) = (Overlay(), Overlay())
        var tables = TableState()
        for record in records {
            whole.apply(record)
            switch Int(record.position) * 3 / records.count {
            case 0: try frozen.apply(record, over: EmptyState())
            case 1:
                if tables.tables.allSatisfy(\.isEmpty) {
                    tables.flush(frozen)
                    frozen = Overlay()
                }
                try frozen.apply(record, over: tables)
            default: try active.apply(record, over: frozen.view(over: tables))
            }
        }
        let layered = active.view(over: frozen.view(over: tables))
        for start in [0, 1, UInt64(records.count / 3), UInt64(records.count - 5), .max] {
            var ids: [UInt64] = []
            try layered.walkLedger(EndedAttempt.self, from: start) {
                ids.append($0.id)
                return ids.count < 40
            }
            let all = try whole.ledger(EndedAttempt.self).map(\.id).filter { $0 >= start }
            #expect(ids == Array(all.prefix(40)), "seed \(seed), from \(start)")
        }
    }
}
