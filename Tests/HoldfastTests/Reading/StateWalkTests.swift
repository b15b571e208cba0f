import HoldfastTestSupport
import Testing

@testable import Holdfast
@testable import HoldfastModel

/// A walk must read the state that a fold from the first record on gives, whichever way one goes.
@Suite struct StateWalkTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Items that come, are asked for and fail.
    ///
    /// - Parameter flushes: the stored tables reach to the head; else there are none.
    private func makeStore(_ count: Int, flushes: Bool) throws -> OfflineStore {
        let scribe = try StoreScribe(at: directory.file("store"))
        try scribe.add(.storeCreated(StoreCreated()), about: "session")
        var random = SeededGenerator(seed: 17)
        var known: Set<Int> = []
        while scribe.count < count {
            let item = Int.random(in: 0..<count / 8, using: &random)
            let subject = "item:i\(item)"
            if known.insert(item).inserted {
                try scribe.add(.itemRegistered(filled(ItemRegistered()) { $0.expectedBytes = 5 }), about: subject)
            } else if Bool.random(using: &random) {
                try scribe.add(.downloadRequested(DownloadRequested()), about: subject)
            } else {
                try scribe.add(.downloadCancelled(DownloadCancelled()), about: subject)
            }
        }
        if flushes { try scribe.flush() }
        scribe.close()
        return try OfflineStore.open(at: directory.file("store"))
    }

    private func state(_ reader: StateReader) throws -> ([Item], Device, Totals, [UInt64]) {
        (try reader.items(), reader.environment(), try reader.totals(), try reader.queue().map(\.number))
    }

    private func check(_ counts: [UInt64], _ store: OfflineStore, _ walk: StateWalk) throws {
        for count in counts {
            let expected = try store.readFolded(after: count) { try state($0) }
            let found = try walk.read(after: count) { try state($0) }
            #expect(found == expected, "after \(count)")
        }
    }

    @Test(arguments: [true, false])
    func `steps forward and back, pages and jumps read what a fold from the beginning reads`(flushes: Bool) throws {
        let store = try makeStore(400, flushes: flushes)
        defer { store.close() }
        let walk = StateWalk(store, foldedMax: 60)
        var random = SeededGenerator(seed: 23)
        try check([0, 1, 2, 3, 2, 1, 0, 400, 399, 398], store, walk)
        try check((0..<40).map { 300 - $0 }, store, walk)
        try check((0..<40).map { 100 + $0 }, store, walk)
        try check((0..<60).map { _ in UInt64.random(in: 0...400, using: &random) }, store, walk)
    }

    @Test func `few states are kept, however long the walk`() throws {
        let store = try makeStore(3_000, flushes: false)
        defer { store.close() }
        let walk = StateWalk(store)
        for count in (0...3_000 as ClosedRange<UInt64>).reversed() where count > 2_800 || count % 50 == 0 {
            _ = try walk.read(after: count) { $0.recordCount }
            #expect(walk.keptCount <= 2 * 12 + 1)
        }
    }

    @Test func `a step back folds few records, once the way there was folded`() throws {
        let store = try makeStore(2_000, flushes: false)
        defer { store.close() }
        let walk = StateWalk(store)
        _ = try walk.read(after: 1_500) { $0.recordCount }
        let before = walk.foldedCount
        for count in (1_000..<1_500 as Range<UInt64>).reversed() { _ = try walk.read(after: count) { $0.recordCount } }
        // Half a logarithm a step; from the beginning it would be a thousand.
        #expect((walk.foldedCount - before) / 500 <= 8)
    }

    @Test func `records are folded one by one, from any state on, until that is enough`() throws {
        let store = try makeStore(200, flushes: true)
        defer { store.close() }
        let walk = StateWalk(store)
        var seen: [UInt64] = []
        try walk.fold(120..<180) { record, state in
            let expected = try store.readFolded(after: record.position + 1) { try $0.totals() }
            #expect(state.totals() == expected)
            seen.append(record.position)
            return seen.count < 30
        }
        #expect(seen == Array(120..<150))
    }
}
