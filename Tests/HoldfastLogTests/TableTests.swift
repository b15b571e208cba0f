import HoldfastLMDB
import Testing

@testable import HoldfastLog

@Suite struct TableTests {
    let folder = Folder()
    static let items = TableDefinition(name: "items", version: 1)
    static let queue = TableDefinition(name: "queue", version: 1)

    private func open(
        _ tables: [TableDefinition], access: LogOptions.Access = .readWrite
    ) throws(LogError) -> EventLog {
        try EventLog.open(directory: folder.path, options: Sample.options(tables, access: access))
    }

    private func change(_ key: String, _ value: String?) -> TableChange {
        TableChange(key: Array(key.utf8), value: value.map { Array($0.utf8) })
    }

    private func rows(_ log: EventLog, _ table: Int, from: String? = nil, isReverse: Bool = false) throws -> [String] {
        try log.read { snapshot throws(LogError) in
            var rows: [String] = []
            try snapshot.scanRows(table, from: from.map { Array($0.utf8) }, isReverse: isReverse) { key, row in
                rows.append("\(key.text)=\(row.text)")
                return true
            }
            return rows
        }
    }

    @Test func `rows and the position that they cover are stored together and survive`() async throws {
        let log = try open([Self.items, Self.queue])
        _ = try log.submit([Sample.record("a"), Sample.record("b"), Sample.record("c")], at: 0)
        try await log.flush(
            tables: [[change("k2", "two"), change("k1", "one"), change("k3", "")], [change("q", "1")]], covering: 2
        ).durable()
        #expect(try log.coveredCount == 2)
        #expect(try rows(log, 0) == ["k1=one", "k2=two", "k3="])
        #expect(try rows(log, 0, from: "k2") == ["k2=two", "k3="])
        #expect(try rows(log, 0, from: "k3", isReverse: true) == ["k2=two", "k1=one"])
        #expect(try rows(log, 0, isReverse: true) == ["k3=", "k2=two", "k1=one"])
        #expect(try rows(log, 0, from: "a", isReverse: true) == [])
        try await log.flush(tables: [[change("k1", nil), change("k2", "zwei"), change("none", nil)], []], covering: 3)
            .durable()
        await log.close()
        let again = try open([Self.items, Self.queue])
        #expect(try again.coveredCount == 3)
        #expect(try rows(again, 0) == ["k2=zwei", "k3="])
        #expect(try rows(again, 1) == ["q=1"])
        #expect(try again.verify().isSound)
        await again.close()
    }

    @Test func `the fingerprint depends on the rows alone`() async throws {
        let log = try open([Self.items])
        _ = try log.submit([Sample.record("a"), Sample.record("b")], at: 0)
        try await log.flush(tables: [[change("a", "1"), change("b", "2")]], covering: 1).durable()
        let first = try log.read { snapshot throws(LogError) in try snapshot.state(ofTable: 0) }
        #expect(first.rowCount == 2 && first.coveredCount == 1)
        try await log.flush(tables: [[change("a", "9"), change("b", nil), change("c", "3")]], covering: 1).durable()
        let second = try log.read { snapshot throws(LogError) in try snapshot.state(ofTable: 0) }
        #expect(second.fingerprint != first.fingerprint)
        try await log.flush(tables: [[change("c", nil), change("b", "2"), change("a", "1")]], covering: 1).durable()
        let third = try log.read { snapshot throws(LogError) in try snapshot.state(ofTable: 0) }
        #expect(third == first)
        await log.close()
    }

    @Test func `a flush is refused when it covers too much, too little or a key twice`() async throws {
        let log = try open([Self.items])
        _ = try log.submit([Sample.record("a"), Sample.record("b")], at: 0)
        #expect(throws: LogError.self) { try log.flush(tables: [[]], covering: 3) }
        #expect(throws: LogError.self) { try log.flush(tables: [], covering: 1) }
        #expect(throws: LogError.self) {
            try log.flush(tables: [[change("a", "1"), change("a", "2")]], covering: 1)
        }
        #expect(throws: LogError.storage(.keySize(0))) { try log.flush(tables: [[change("", "1")]], covering: 1) }
        #expect(throws: LogError.storage(.keySize(512))) {
            try log.flush(tables: [[change(String(repeating: "k", count: 512), "1")]], covering: 1)
        }
        try await log.flush(tables: [[]], covering: 2).durable()
        #expect(throws: LogError.self) { try log.flush(tables: [[]], covering: 1) }
        await log.close()
    }

    private func write(_ flush: PreparedFlush, to log: EventLog) throws {
        let told = Monitored<Result<Void, StorageError>>()
        try log.environment.submit(
            WriteJob(
                sizeInBytes: 1,
                body: { [writer = log.writer] transaction throws(StorageError) in
                    try writer?.flush(flush, &transaction)
                }, completion: { told.set($0) }))
        try told.wait().get()
    }

    @Test func `a flush that finds tables further on than their reader saw them tells of damage`() async throws {
        let log = try open([Self.items])
        try await log.submit([Sample.record("a"), Sample.record("b")], at: 0).durable()
        try await log.flush(tables: [[change("k", "1")]], covering: 2).durable()
        let projection = PreparedFlush.Projection(name: "items@1", table: log.tables.projections[0])
        let flush = PreparedFlush(first: 0, count: 2, derived: nil, changes: [(projection, [change("k", "2")])])
        let error = #expect(throws: StorageError.self) { try write(flush, to: log) }
        guard case .damaged(_, let detail) = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(detail == "some of its tables cover 2 records and others 0")
        await log.close()
    }

    @Test func `a flush that would leave a gap behind an earlier one is not written`() async throws {
        let log = try open([Self.items])
        try await log.submit([Sample.record("a"), Sample.record("b")], at: 0).durable()
        let projection = PreparedFlush.Projection(name: "items@1", table: log.tables.projections[0])
        for derived in [DerivedRows(range: 1..<2), DerivedRows(range: 0..<2)] {
            let flush = PreparedFlush(
                first: 1, count: 2, derived: derived, changes: [(projection, [change("k", "late")])])
            #expect(
                throws: StorageError.rejected(detail: "a flush from position 1 came when the tables covered 0 records")
            ) { try write(flush, to: log) }
        }
        #expect(try rows(log, 0) == [])
        #expect(try log.verify().isSound)
        await log.close()
    }

    @Test func `another version starts empty and leaves the old rows alone`() async throws {
        var log = try open([Self.items])
        _ = try log.submit([Sample.record("a"), Sample.record("b")], at: 0)
        try await log.flush(tables: [[change("a", "1")]], covering: 2).durable()
        await log.close()
        log = try open([TableDefinition(name: "items", version: 2)])
        #expect(try log.coveredCount == 0)
        #expect(try rows(log, 0) == [])
        // A rebuild carries its position and can go on after a restart.
        try await log.flush(tables: [[change("a", "new")]], covering: 1).durable()
        await log.close()
        log = try open([TableDefinition(name: "items", version: 2)])
        #expect(try log.coveredCount == 1)
        try await log.flush(tables: [[change("b", "new")]], covering: 2).durable()
        await log.close()
        log = try open([Self.items])
        #expect(try log.coveredCount == 2)
        #expect(try rows(log, 0) == ["a=1"])
        await log.close()
    }

    @Test func `tables that cover different positions start again together`() async throws {
        var log = try open([Self.items])
        _ = try log.submit([Sample.record("a"), Sample.record("b")], at: 0)
        try await log.flush(tables: [[change("a", "1")]], covering: 2).durable()
        await log.close()
        let reader = try open([Self.items, Self.queue], access: .readOnly)
        #expect(try reader.coveredCount == 0)
        #expect(try rows(reader, 0) == [])
        await reader.close()
        log = try open([Self.items, Self.queue])
        #expect(try log.coveredCount == 0)
        #expect(try rows(log, 0) == [])
        #expect(try log.verify().isSound)
        await log.close()
    }

    @Test func `a reader sees tables and tail of one commit`() async throws {
        let log = try open([Self.items])
        _ = try log.submit([Sample.record("a", subject: .first("s")), Sample.record("b", subject: .number(0))], at: 0)
        try await log.flush(tables: [[change("a", "1")]], covering: 1).durable()
        await log.close()
        let reader = try open([Self.items], access: .readOnly)
        try reader.read { snapshot throws(LogError) in
            #expect(snapshot.count == 2 && snapshot.coveredCount == 1)
            #expect(try snapshot.row(0, Array("a".utf8))?.text == "1")
            #expect(try snapshot.row(0, Array("b".utf8)) == nil)
            #expect(try snapshot.positions(ofSubject: 0) == [0, 1])
            #expect(try snapshot.subjectNumber("s") == 0)
        }
        #expect(throws: LogError.storage(.readOnly(operation: "append"))) {
            try reader.submit([Sample.record("x")], at: 2)
        }
        #expect(throws: LogError.storage(.readOnly(operation: "flush"))) { try reader.flush(tables: [[]], covering: 2) }
        await reader.close()
    }
}
