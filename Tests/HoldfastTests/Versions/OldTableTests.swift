import HoldfastLMDB
import HoldfastLog
import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast
@testable import HoldfastModel

/// C50: tables are never the only copy of anything, and whatever is wrong with them ends in a rebuild.
@Suite(.timeLimit(.minutes(10))) struct OldTableTests {
    let directory: TemporaryDirectory
    private var path: String { directory.path }

    /// Written once; each test has a copy.
    private static let written = Result { () throws -> TemporaryDirectory in
        let directory = try TemporaryDirectory()
        let scribe = try StoreScribe(at: directory.path)
        defer { scribe.close() }
        for number in 0..<40 {
            try scribe.add(.itemRegistered(ItemRegistered()), about: "item:\(number)")
            try scribe.add(.downloadRequested(DownloadRequested()), about: "item:\(number)")
        }
        try scribe.flush()
        return directory
    }

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(#require(Self.written.get().read("log.mdb")), to: "log.mdb")
    }

    /// Counts the notices of rebuilding.
    private final class Notices: Sendable {
        private let told = Mutex<[[UInt64]]>([])
        var all: [[UInt64]] { told.withLock { $0 } }
        func add(_ done: UInt64, _ all: UInt64) { told.withLock { $0.append([done, all]) } }
    }

    private func openEngine(_ change: (inout EngineOptions) -> Void = { _ in }) async throws -> [[UInt64]] {
        let notices = Notices()
        var options = EngineOptions()
        options.mode = .commandsOnly
        options.rebuildProgress = { notices.add($0, $1) }
        change(&options)
        let engine = try await OfflineEngine.open(at: path, options: options)
        #expect(try await engine.read { try $0.items().count } == 40)
        #expect(try await engine.read { try $0.totals().wanted } == 40)
        try await engine.set("queue.maxConcurrent", to: "3")
        try await engine.close()
        return notices.all
    }

    private func rows() throws -> [String: [[UInt8]: [UInt8]]] {
        var rows: [String: [[UInt8]: [UInt8]]] = [:]
        for table in StateTable.allCases {
            let name = table.storedName
            rows[name] = Dictionary(uniqueKeysWithValues: try RawRows.all(path, name).map { ($0.key, $0.value) })
        }
        return rows
    }

    private func verify() throws -> StoreVerification {
        let store = try OfflineStore.open(at: path)
        defer { store.close() }
        return try store.verify()
    }

    @Test(arguments: StateTable.allCases)
    func `a row that cannot be read is thrown away with its tables, with one notice, and the result is a clean rebuild`(
        _ table: StateTable
    ) async throws {
        let name = table.storedName
        switch table {
        case .items: try RawRows.put(path, name, StateTable.key(item: 20), [0xff, 0x13])
        case .index: try RawRows.put(path, name, [5, 1], [])
        case .settings: try RawRows.put(path, name, StateTable.key(setting: "queue.maxConcurrent", for: nil), [0x00])
        case .device: try RawRows.put(path, name, StateTable.totalsKey, [0xa1])
        case .features: try RawRows.put(path, name, StateTable.key(feature: "f"), [0xff])
        case .groups: try RawRows.put(path, name, StateTable.key(item: 3), [0xff])
        case .timeline, .usage, .attempts, .deletions: try RawRows.put(path, name, [0, 1], [0xff])
        }
        let notices = try await openEngine { options in
            // What opening does not read is read here.
            if [.features, .groups, .index, .timeline, .usage, .attempts, .deletions].contains(table) {
                options.rebuildsTables = true
            }
        }
        #expect(notices == [[0, 80]])
        #expect(try verify().problems == [])
        let rebuilt = try rows()
        _ = try await openEngine { $0.rebuildsTables = true }
        #expect(try rows() == rebuilt)
    }

    @Test func `a row that turns out unreadable while an engine works is built anew there and then`() async throws {
        try RawRows.put(path, StateTable.features.storedName, StateTable.key(feature: "f"), [0xff])
        let notices = Notices()
        var options = EngineOptions()
        options.mode = .commandsOnly
        options.rebuildProgress = { notices.add($0, $1) }
        let engine = try await OfflineEngine.open(at: path, options: options)
        try await engine.set("queue.maxConcurrent", to: "2")
        #expect(notices.all.isEmpty)
        #expect(try await engine.read { try $0.view.features() } == [])
        #expect(notices.all == [[0, 81]])
        try await engine.set("queue.maxConcurrent", to: "4")
        #expect(try await engine.read { try $0.items().count } == 40)
        try await engine.close()
        #expect(try verify().problems == [])
    }

    @Test func `a reader cannot rebuild: it refuses, says what can, and reads the past`() throws {
        try RawRows.put(path, StateTable.items.storedName, StateTable.key(item: 20), [0xff, 0x13])
        let store = try OfflineStore.open(at: path)
        defer { store.close() }
        let failure = #expect(throws: HoldfastError.self) { try store.read { try $0.items().count } }
        #expect(failure?.code == .damaged)
        #expect(failure?.message.contains("items") == true && failure?.message.contains("holdfast run") == true)
        #expect(try store.read(at: .position(79)) { try $0.items().count } == 40)
        #expect(try store.recordCount() == 80)
        #expect(try store.verify().problems.contains { $0.kind == .state })
    }

    @Test func `rows that read well and say something else are found by verify and put right by a rebuild`()
        async throws
    {
        let name = StateTable.items.storedName
        let rows = try RawRows.all(path, name)
        try RawRows.put(path, name, rows[3].key, rows[4].value)
        #expect(try verify().problems.map(\.kind).contains(.state))
        #expect(try await openEngine { $0.rebuildsTables = true } == [[0, 80]])
        #expect(try verify().problems == [])
    }

    @Test(arguments: [81, UInt64.max])
    func `tables that claim more records than there are get rebuilt`(_ covered: UInt64) async throws {
        for table in StateTable.allCases {
            let key = Array("table/\(table.storedName)".utf8)
            let state = try #require(try RawRows.all(path, "meta").first { $0.key == key })
            try RawRows.put(path, "meta", key, [UInt8](number: covered) + state.value.dropFirst(8))
        }
        let store = try OfflineStore.open(at: path)
        #expect(try store.read { try $0.items().count } == 40, "a reader folds instead")
        store.close()
        _ = try await openEngine()
        #expect(try verify().problems == [])
    }

    @Test(arguments: [-1, 1])
    func `tables of an older and of a newer fold are left alone, and nothing is read from them`(_ later: Int)
        async throws
    {
        var theirs: [String: [RawRows.Row]] = [:]
        for table in StateTable.allCases {
            let name = "\(table.name)@\(table.version + later)"
            let rows: [RawRows.Row] = [([1, 2, 3], [0xff])]
            try RawRows.replace(path, name, with: rows)
            try RawRows.put(
                path, "meta", Array("table/\(name)".utf8), [UInt8](number: 80) + [UInt8](repeating: 0, count: 40))
            theirs[name] = rows
            // Only theirs are there.
            try RawRows.replace(path, table.storedName, with: [])
            try RawRows.put(path, "meta", Array("table/\(table.storedName)".utf8), nil)
        }
        _ = try await openEngine()
        #expect(try verify().problems == [])
        for (name, rows) in theirs {
            let found = try RawRows.all(path, name)
            #expect(found.map(\.key) == rows.map(\.key) && found.map(\.value) == rows.map(\.value))
        }
    }

    @Test func `a long rebuild tells its progress, and goes on where it was killed`() async throws {
        let log = try EventLog.open(directory: path, options: .writing)
        let start = log.nextPosition
        let records = (0..<60_000 as Range<UInt64>).map { number -> NewRecord in
            let event = Event.downloadRequested(DownloadRequested())
            let time = StoreScribe.start + 1_000_000_000
            let record = Record(
                position: start + number, subject: .number(0), recordedAt: time, actor: .app, event: event)
            return NewRecord(bytes: record.encode(), keys: RecordKeys(record.subject, command: nil, recordedAt: time))
        }
        try log.submit(records, at: start).wait()
        try log.discardTables()
        log.closeAndWait()
        let flushes = Notices()
        await #expect(throws: HoldfastError.self) {
            try await openEngine { options in
                options.logFault = { step throws(StorageError) in
                    guard step == .flushStarted else { return }
                    flushes.add(0, 0)
                    if flushes.all.count == 3 { throw .diskFull(path: "here") }
                }
            }
        }
        let key = Array("table/\(StateTable.items.storedName)".utf8)
        let reached = try #require(try RawRows.all(path, "meta").first { $0.key == key }).value.prefix(8)
        #expect(Array(reached) == [UInt8](number: Sequencer.flushCount))
        let store = try OfflineStore.open(at: path)
        #expect(try store.read { try $0.items().count } == 40, "a reader folds what is not built yet")
        store.close()
        let notices = try await openEngine()
        #expect(notices.isEmpty || notices.allSatisfy { $0[0] > Sequencer.flushCount }, "\(notices)")
        #expect(try verify().problems == [])
    }
}
