import Testing

@testable import HoldfastModel

@Suite struct OverlayTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `tables flushed at any moment equal a rebuild byte for byte`(seed: UInt64) throws {
        print("seed \(seed)")
        var simulation = try Simulation(seed: seed)
        var random = CodingRandom(seed: seed ^ 0xabcdef)
        for _ in 0..<300 { try simulation.step() }

        var rebuilt = MemoryState()
        var tables = TableState()
        var overlay = Overlay()
        for record in simulation.log.records {
            let part = simulation.log.details[record.position]
            rebuilt.apply(record, privatePart: part)
            try overlay.apply(record, privatePart: part, over: tables)
            if Int.random(in: 0..<20, using: &random) == 0 {
                #expect(try overlay.view(over: tables).everything() == rebuilt.everything())
                tables.flush(overlay)
                overlay = Overlay()
                #expect(try tables.everything() == rebuilt.everything())
            }
        }
        tables.flush(overlay)
        var once = TableState()
        once.flush(rebuilt.rows)
        #expect(tables.tables == once.tables)
    }

    @Test(arguments: [.min, -1, .max] as [Int64])
    func `no number in a stored row traps, however wrong it is`(number: Int64) throws {
        var item = Item(number: 1, id: "a")
        item.intent = Intent(
            request: 1, reason: .known(.user), priority: number, place: number, room: number, notBefore: number)
        item.staging = Staging(durableBytes: number)
        item.transfer = .receiving(
            Attempt(id: 2, source: 0, fromByte: number, reservedBytes: number, startedAt: number))
        let read = try item.row.withUnsafeBytes { try Item(row: $0, number: 1) }
        #expect(read == item)
        var changes = IndexChanges()
        var totals = Totals()
        changes.update(from: ItemFacets(), to: ItemFacets(read))
        totals.update(from: ItemFacets(), to: ItemFacets(read))
        #expect(totals.running == 1)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `two generations of overlays read as one state`(seed: UInt64) throws {
        print("seed \(seed)")
        var simulation = try Simulation(seed: seed)
        for _ in 0..<200 { try simulation.step() }
        let records = simulation.log.records
        var whole = MemoryState()
        var frozen = Overlay()
        var active = Overlay()
        for record in records {
            whole.apply(record)
            if record.position < records.count / 2 {
                try frozen.apply(record, over: EmptyState())
            } else {
                try active.apply(record, over: frozen.view(over: EmptyState()))
            }
        }
        #expect(try active.view(over: frozen.view(over: EmptyState())).everything() == whole.everything())
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `no log of nonsense stops the fold, and its rebuild is the same`(seed: UInt64) throws {
        print("seed \(seed)")
        let records = try Self.nonsense(seed: seed, count: 150)
        var random = CodingRandom(seed: seed)
        var rebuilt = MemoryState()
        var tables = TableState()
        var overlay = Overlay()
        for record in records {
            rebuilt.apply(record)
            try overlay.apply(record, over: tables)
            if Int.random(in: 0..<10, using: &random) == 0 {
                tables.flush(overlay)
                overlay = Overlay()
            }
            _ = try plan(in: rebuilt, at: Now(wall: record.recordedAt, monotonic: 0))
        }
        tables.flush(overlay)
        var once = TableState()
        once.flush(rebuilt.rows)
        #expect(tables.tables == once.tables)
        try rebuilt.walkItems(after: nil) { item in
            _ = try blockers(of: item, in: rebuilt, at: Now(wall: .max, monotonic: 0), slots: SlotUse(in: rebuilt))
            return true
        }
    }

    @Test func `the fold does not look at clocks`() throws {
        var simulation = try Simulation(seed: 99)
        for _ in 0..<200 { try simulation.step() }
        var backwards = MemoryState()
        var forwards = MemoryState()
        for record in simulation.log.records {
            forwards.apply(record)
            backwards.apply(filled(record) { $0.recordedAt = 5_000_000 - Int64(record.position) })
        }
        var states: [[TransferState]] = [[], []]
        forwards.overlay.numbers.walk { number, _ in
            states[0].append(forwards.item(number)?.transfer.state ?? .idle)
            states[1].append(backwards.item(number)?.transfer.state ?? .idle)
            return true
        }
        #expect(states[0] == states[1])
        #expect(forwards.totals() == backwards.totals())
    }

    /// Random records of every type, about few subjects, so that they meet.
    static func nonsense(seed: UInt64, count: Int) throws -> [Record] {
        var values = RandomValues(seed: seed)
        var records: [Record] = []
        for position in 0..<UInt64(count) {
            let type = EventType.allCases.randomElement(using: &values.random) ?? .storeCreated
            let fields = type.payloadFields
            var record = try Record(values.record(type: UInt64(type.rawValue), fields: fields), at: position)
            let isNew = position < 8 || Int.random(in: 0..<8, using: &values.random) == 0
            record.subject =
                isNew ? .first("item:\(values.random.unsigned() % 20)") : .number(values.random.next() % 12)
            if isNew, Bool.random(using: &values.random) { record.event = .itemRegistered(ItemRegistered()) }
            Self.aim(&record.event, at: values.random.next() % (position + 1))
            records.append(record)
        }
        return records
    }

    /// Half of the reports name an attempt that may be open.
    private static func aim(_ event: inout Event, at position: UInt64) {
        if position % 2 == 0 { _ = TransitionTableTests.setAttempt(&event, position) }
    }
}
