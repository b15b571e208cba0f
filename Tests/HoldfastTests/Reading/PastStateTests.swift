import Foundation
import HoldfastLMDB
import HoldfastTestSupport
import Testing

@testable import Holdfast
@testable import HoldfastLog
@testable import HoldfastModel

/// A recent state is read over the stored tables; it must be the one that a fold from the first record on gives.
@Suite(.timeLimit(.minutes(10))) struct PastStateTests {
    typealias Rows = [[[UInt8]: [UInt8]]]

    private static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] != nil

    let directory: TemporaryDirectory
    var path: String { directory.file("store") }

    init() throws { directory = try TemporaryDirectory() }

    private func open(isNewer: Bool = false, _ access: LogOptions.Access = .readWrite) throws -> EventLog {
        var options = access == .readWrite ? LogOptions.writing : .reading
        options.tables = StateTable.allCases.map {
            TableDefinition(name: $0.name, version: $0.version + (isNewer ? 1 : 0))
        }
        options.storeIdentifier = [UInt8](repeating: 0, count: 16)
        options.past.recordsMax = 120
        options.past.spanMin = 15
        return try EventLog.open(directory: path, options: options)
    }

    private func makeStore() throws {
        let directory = try StoreDirectory(path: path, creating: true)
        try directory.writeMarker(StoreMarker(storeID: String(repeating: "0", count: 32), volume: 0))
    }

    private func store(_ log: EventLog) -> OfflineStore {
        OfflineStore(log: log, path: path, clock: VirtualClock(wall: 1_900_000_000_000_000), isLent: true)
    }

    /// Rows of a fold from nothing, after each number of records.
    private func truth(_ log: EventLog) throws -> [Rows] {
        var state = MemoryState()
        var all: [Rows] = [rows(state.rows)]
        try log.scan { position, bytes throws(LogError) in
            guard let record = try? Record(decoding: bytes, at: position) else { return false }
            state.apply(record)
            all.append(rows(state.rows))
            return true
        }
        return all
    }

    private func rows(_ overlay: Overlay) -> Rows {
        overlay.changes().map { changes in
            Dictionary(uniqueKeysWithValues: changes.compactMap { change in change.value.map { (change.key, $0) } })
        }
    }

    /// The rows of a state as they are read over the tables: in order, once each; `nil` where none are kept so old.
    private func rows(_ log: EventLog, after count: UInt64) throws -> Rows? {
        try log.lend { snapshot in
            guard let past = try snapshot.pastRows(notAfter: count) else { return nil }
            return try SnapshotRows.with(snapshot) { stored in
                let source = PastRowSource(past, over: stored)
                let base = TableView(rows: source, privateParts: PrivateParts(rows: source))
                var fold = StateFold(over: base)
                try snapshot.fold(past.count..<count, into: &fold)
                let changes = fold.changes()
                return try StateTable.allCases.map { table in
                    var found: [[UInt8]: [UInt8]] = [:]
                    var last: [UInt8] = []
                    try source.walk(table, from: []) { key, value in
                        #expect(last.lexicographicallyPrecedes(key))
                        last = key
                        found[key] = [UInt8](value)
                        return true
                    }
                    for change in changes[table.rawValue] { found[change.key] = change.value }
                    return found
                }
            }
        }
    }

    /// Everything that a reader tells of a state.
    private func description(_ reader: StateReader) throws -> String {
        let items = try reader.items()
        let reports = try items.map { "\(try reader.report(on: $0))" }
        let known = try (0..<9).map { try reader.item("item-\($0)")?.number }
        let features = try reader.view.features()
        let settings = try SettingKey.all.map { key in
            try reader.setting(key.name, for: items.last.map { .item($0.id) } ?? .all)
        }
        let parts: [Any] = [
            reader.recordCount, reader.now, reader.environment(), try reader.totals(), items, reports, known, features,
            try reader.queue().map(\.number), settings, try reader.storage(), try reader.timeline(),
            try reader.usage(by: [.day, .network]), try reader.usage(by: Set(UsageAxis.allCases)),
            try reader.attempts(), try reader.hosts(), try reader.deletions(), try reader.groups(),
        ]
        return parts.map { "\($0)" }.joined(separator: "\n")
    }

    /// - Returns: how many states could be read over the tables.
    private func compare(_ log: EventLog, _ random: inout SeededGenerator, seed: UInt64) throws -> Int {
        let truth = try truth(log)
        var count = 0
        for (records, expected) in truth.enumerated() {
            guard let found = try rows(log, after: UInt64(records)) else { continue }
            count += 1
            #expect(found == expected, "seed \(seed): after \(records) of \(truth.count - 1) records")
        }
        let store = store(log)
        for _ in 0..<6 {
            let records = UInt64(Int.random(in: 0..<truth.count, using: &random))
            let folded = try store.readFolded(after: records, description)
            if let found = try store.readOverTables(after: records, description) {
                #expect(found == folded, "seed \(seed): after \(records) of \(truth.count - 1) records")
            }
            if records > 0 { #expect(try store.read(at: .position(records - 1), description) == folded) }
        }
        return count
    }

    // C44
    @Test(arguments: 1...(isLong ? 60 : 2) as ClosedRange<UInt64>)
    func `any recent state read over the tables is the fold of its records, byte for byte`(_ seed: UInt64) throws {
        try makeStore()
        var log = try open()
        var life = try RandomLife(try Sequencer(log: log, addresses: { [] }), seed: seed)
        var readCounts: [Int] = []
        for round in 0..<48 {
            for _ in 0..<Int.random(in: 4...32, using: &life.random) { try life.step() }
            if life.chance(70) {
                try life.sequencer.beginFlush()?.wait()
                life.sequencer.endFlush()
            }
            try life.sequencer.lastSubmission?.wait()
            if life.chance(15) {
                // Tables of the other version are there, somewhere behind, or are built anew.
                log.closeAndWait()
                log = try open(isNewer: life.chance(40))
                life.sequencer = try Sequencer(log: log, addresses: { [] })
            }
            if round % 8 == 7 { readCounts.append(try compare(log, &life.random, seed: seed)) }
        }
        #expect(log.nextPosition > 240)
        #expect(readCounts.contains { $0 > 60 })
        #expect(readCounts.contains { $0 < Int(log.nextPosition) }, "what is long past is not kept")
        #expect(try store(log).verify().problems == [])
        log.closeAndWait()
    }

    @Test func `states of one store differ at most in the items that are told`() throws {
        try makeStore()
        let log = try open()
        var life = try RandomLife(try Sequencer(log: log, addresses: { [] }), seed: 21)
        for _ in 0..<12 {
            for _ in 0..<40 { try life.step() }
            try life.sequencer.beginFlush()?.wait()
            life.sequencer.endFlush()
        }
        let store = store(log)
        let head = log.nextPosition - 1
        try #require(head > 100)
        var told = 0
        for (left, right) in [(head - 30, head), (head, head - 17), (head - 40, head - 40)] {
            try store.read(at: .position(left)) { before in
                try store.read(at: .position(right)) { after in
                    let numbers = try #require(before.itemsThatMayDiffer(from: after))
                    #expect(numbers == numbers.sorted())
                    told += numbers.count
                    let all = Set(try (before.items() + after.items()).map(\.number))
                    for number in all.subtracting(numbers) {
                        #expect(try before.view.item(number) == after.view.item(number))
                    }
                }
            }
        }
        #expect(told > 0)
        try store.read(at: .position(1)) { before in
            try store.read { #expect(before.itemsThatMayDiffer(from: $0) == nil, "a fold lies over no tables") }
        }
        log.closeAndWait()
    }

    // MARK: Rows that were not kept as they were

    private struct KeptSpan {
        var head: PastSpan
        var images: [(key: [UInt8], value: [UInt8])]
    }

    private func keptSpans(_ transaction: borrowing WriteTransaction, _ table: Table) throws(StorageError) -> [KeptSpan]
    {
        var spans: [KeptSpan] = []
        guard let cursor = try transaction.cursor(table) else { return [] }
        var row = try cursor.first()
        while let found = row {
            if let head = PastSpan(key: found.key, value: found.value) {
                spans.append(KeptSpan(head: head, images: []))
            } else {
                spans[spans.count - 1].images.append((Array(found.key), Array(found.value)))
            }
            row = try cursor.next()
        }
        return spans
    }

    private func changePast(
        _ body: (inout WriteTransaction, Table) throws(StorageError) -> Void
    ) throws {
        let environment = try Environment.open(directory: path, EnvironmentOptions())
        let table = try environment.openTables([TableName(Layout.pastTable)])[0]
        try environment.createTables { transaction throws(StorageError) in try body(&transaction, table) }
        environment.close()
    }

    private func write(_ spans: [KeptSpan], _ transaction: inout WriteTransaction, _ table: Table) throws(StorageError)
    {
        let sha = SHA256()
        try transaction.clear(table)
        for span in spans {
            var head = span.head
            head.imageCount = 0
            head.images = Fingerprint()
            for (key, value) in span.images {
                try transaction.put(table, key, value)
                key.withUnsafeBytes { key in value.withUnsafeBytes { head.add(key, $0, sha) } }
            }
            try transaction.put(table, head.key, head.value)
        }
    }

    @Test func `verify finds rows of the past that were changed together with their sums`() throws {
        try makeStore()
        var log = try open()
        var life = try RandomLife(try Sequencer(log: log, addresses: { [] }), seed: 3)
        for _ in 0..<6 {
            for _ in 0..<40 { try life.step() }
            try life.sequencer.beginFlush()?.wait()
            life.sequencer.endFlush()
        }
        let truth = try truth(log)
        log.closeAndWait()
        var spans: [KeptSpan] = []
        try changePast { transaction, table throws(StorageError) in spans = try keptSpans(transaction, table) }
        #expect(spans.count > 3)
        var (foundCount, triedCount) = (0, 0)
        for span in spans.indices {
            for image in stride(from: span % 4, to: spans[span].images.count, by: Self.isLong ? 1 : 4) {
                for isRemoved in [true, false] {
                    triedCount += 1
                    var changed = spans
                    if isRemoved {
                        changed[span].images.remove(at: image)
                    } else {
                        let isAbsent = spans[span].images[image].value == [0]
                        changed[span].images[image].value = isAbsent ? [1] : [0]
                    }
                    try changePast { transaction, table throws(StorageError) in try write(changed, &transaction, table)
                    }
                    log = try open(.readOnly)
                    let problems = try store(log).verify().problems
                    if problems.isEmpty {
                        // A row that came back to what it was may be left out.
                        for start in spans.map(\.head.start) {
                            #expect(try rows(log, after: start) == truth[Int(start)], "span \(span), image \(image)")
                        }
                    } else {
                        foundCount += 1
                        #expect(problems.map(\.kind) == [.derived])
                    }
                    log.closeAndWait()
                }
            }
        }
        #expect(triedCount > 40 && foundCount > triedCount * 9 / 10, "\(foundCount) of \(triedCount)")
        try changePast { transaction, table throws(StorageError) in try write(spans, &transaction, table) }
        log = try open(.readOnly)
        #expect(try store(log).verify().problems == [])
        log.closeAndWait()
    }
}
