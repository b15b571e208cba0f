import Testing

@testable import HoldfastModel

/// Folding from bytes, with what is derived brought up to date at the end, against folding whole records one by one.
@Suite struct StateFoldTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `a fold of bytes gives the rows of a fold of records`(seed: UInt64) throws {
        var simulation = try Simulation(seed: seed)
        for _ in 0..<400 { try simulation.step() }
        try expectSame(simulation.log.records, seed)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `so does a fold of nonsense`(seed: UInt64) throws {
        try expectSame(try OverlayTests.nonsense(seed: seed, count: 200), seed)
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `a fold over tables gives the changes that records give`(seed: UInt64) throws {
        var simulation = try Simulation(seed: seed)
        for _ in 0..<400 { try simulation.step() }
        let records = simulation.log.records
        let middle = records.count / 2
        var tables = TableState()
        var before = Overlay()
        for record in records[..<middle] { try before.apply(record, over: EmptyState()) }
        tables.flush(before)

        var fold = StateFold(over: tables)
        var overlay = Overlay()
        for record in records[middle...] {
            try overlay.apply(record, over: tables)
            try fold.apply(record)
        }
        expectEqual(fold.changes(), overlay.changes(), seed)
        let view = fold.finish().view(over: tables)
        #expect(try view.everything() == overlay.view(over: tables).everything(), "seed \(seed)")
    }

    @Test func `a fold goes on after its changes were asked for`() throws {
        var simulation = try Simulation(seed: 5)
        for _ in 0..<200 { try simulation.step() }
        var fold = StateFold()
        var state = MemoryState()
        for record in simulation.log.records {
            state.apply(record)
            try fold.apply(record)
            if record.position % 7 == 0 { expectEqual(fold.changes(), state.rows.changes(), 5) }
        }
        expectEqual(fold.changes(), state.rows.changes(), 5)
    }

    @Test func `an event that is not known is noted`() throws {
        var values = RandomValues(seed: 1)
        let bytes = values.record(type: 250, fields: EventType.itemRegistered.payloadFields)
        var fold = StateFold()
        try bytes.withUnsafeBytes { try fold.apply($0, at: 3) }
        #expect(MemoryState(fold).device().unreadable == 3)
    }

    @Test func `an id that begins with a combining mark is an id like any other`() throws {
        var state = MemoryState()
        let id = "\u{301}a"
        state.apply(
            Record(
                position: 0, subject: .first("item:" + id), recordedAt: 1, actor: .app,
                event: .itemRegistered(ItemRegistered())))
        #expect(state.number(ofItem: id) == 0)
        #expect(state.item(0)?.id == id)
    }

    private func expectSame(_ records: [Record], _ seed: UInt64) throws {
        var fold = StateFold()
        var state = MemoryState()
        for record in records {
            state.apply(record)
            try fold.apply(record)
        }
        expectEqual(fold.changes(), state.rows.changes(), seed)
        #expect(try MemoryState(fold).everything() == state.everything(), "seed \(seed)")
    }

    private func expectEqual(_ left: [[Overlay.Change]], _ right: [[Overlay.Change]], _ seed: UInt64) {
        for (table, (left, right)) in zip(StateTable.allCases, zip(left, right)) {
            #expect(left.map(\.key) == right.map(\.key), "\(table), seed \(seed)")
            #expect(left.map(\.value) == right.map(\.value), "\(table), seed \(seed)")
        }
    }
}

extension StateFold {
    fileprivate mutating func apply(_ record: Record) throws {
        try record.encode().withUnsafeBytes { try apply($0, at: record.position) }
    }
}
