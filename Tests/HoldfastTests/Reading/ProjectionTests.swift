import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast
@testable import HoldfastLog
@testable import HoldfastModel

@Suite(.timeLimit(.minutes(5))) struct ProjectionTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func openLog() throws -> EventLog {
        var options = LogOptions.writing
        options.storeIdentifier = [UInt8](repeating: 0, count: 16)
        options.past.spanMin = 40
        return try EventLog.open(directory: directory.path, options: options)
    }

    private func store(_ log: EventLog) -> OfflineStore {
        OfflineStore(
            log: log, path: directory.path, clock: VirtualClock(wall: 1_900_000_000_000_000), isLent: true)
    }

    private func flush(_ sequencer: Sequencer) throws {
        try sequencer.beginFlush()?.wait()
        sequencer.endFlush()
    }

    @Test func `every name has a table of its own, and every table a name`() {
        #expect(Set(Projection.all.map(\.name)).count == StateTable.allCases.count)
        #expect(
            Projection.all.map(\.name) == [
                "items", "queue", "settings", "environment", "features", "groups", "timeline", "usage", "attempts",
                "deletions",
            ])
        #expect(Projection.named("queue")?.storedName == "index@1" && Projection.named("queue")?.version == 1)
        #expect(Projection.named("index") == nil)
    }

    @Test func `what is stored of each projection is told, and a rebuild stores the same`() throws {
        let log = try openLog()
        var life = try RandomLife(try Sequencer(log: log, addresses: { [] }), seed: 8)
        for _ in 0..<6 {
            for _ in 0..<150 { try life.step() }
            try flush(life.sequencer)
        }
        let stored = try self.store(log).projections()
        #expect(stored.map(\.projection) == Projection.all)
        #expect(stored.allSatisfy { $0.recordCount == log.nextPosition && $0.fingerprint.utf8.count == 64 })
        let counts = Dictionary(uniqueKeysWithValues: stored.map { ($0.projection.name, $0.rowCount) })
        let store = store(log)
        #expect(counts["items"] == UInt64(try store.read { try $0.items().count }))
        #expect(counts["timeline"] == UInt64(try store.read { try $0.timeline().count }))
        let attempts = try store.read { try $0.attempts() }
        let deletions = try store.read { try $0.deletions() }
        #expect(counts["attempts"] == UInt64(attempts.count) && counts["deletions"] == UInt64(deletions.count))
        #expect(!attempts.isEmpty && !deletions.isEmpty)
        #expect(try !store.read { try $0.hosts() }.isEmpty)
        try life.sequencer.rebuildTables()
        try flush(life.sequencer)
        #expect(try store.projections() == stored)
        #expect(try store.verify().problems == [])
        log.closeAndWait()
    }

    @Test(arguments: [4, 5] as [UInt64])
    func `what has been is read at any position as a fold from the first record tells it`(_ seed: UInt64) throws {
        let log = try openLog()
        var life = try RandomLife(try Sequencer(log: log, addresses: { [] }), seed: seed)
        for _ in 0..<8 {
            for _ in 0..<50 { try life.step() }
            try flush(life.sequencer)
        }
        let store = store(log)
        let head = log.nextPosition - 1
        for _ in 0..<12 {
            let position = UInt64.random(in: 0...head, using: &life.random)
            let found = try store.read(at: .position(position), told)
            #expect(found == (try store.readFolded(after: position + 1, told)), "seed \(seed), position \(position)")
        }
        log.closeAndWait()
    }

    @Test(arguments: [StateTable.usage, .deletions])
    func `a row that only the fold reads and cannot is built anew, and nothing that was queued is lost`(
        _ table: StateTable
    ) throws {
        var log = try openLog()
        var life = try RandomLife(try Sequencer(log: log, addresses: { [] }), seed: 6)
        for _ in 0..<300 { try life.step() }
        while try life.sequencer.state.deletions(of: nil).last?.outcome != .known(.pending) { try life.step() }
        try flush(life.sequencer)
        log.closeAndWait()
        let rows = try RawRows.all(directory.path, table.storedName)
        try #require(!rows.isEmpty)
        try RawRows.replace(directory.path, table.storedName, with: rows.map { (key: $0.key, value: [0xff]) })
        log = try openLog()
        let told = Mutex(0)
        life.sequencer = try Sequencer(
            log: log, addresses: { [] }, rebuildProgress: { _, _ in told.withLock { $0 += 1 } })
        for _ in 0..<200 { try life.step() }
        #expect(told.withLock { $0 } == 1)
        try flush(life.sequencer)
        #expect(try store(log).verify().problems == [])
        log.closeAndWait()
    }

    private func told(_ reader: StateReader) throws -> [String] {
        let parts: [Any] = [
            try reader.timeline(), try reader.usage(by: Set(UsageAxis.allCases)),
            try reader.usage(by: [.day, .network]),
            try reader.attempts(), try reader.hosts(), try reader.deletions(), try reader.groups(),
        ]
        return parts.map { "\($0)" }
    }
}
