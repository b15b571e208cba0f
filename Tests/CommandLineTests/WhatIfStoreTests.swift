import Holdfast
import HoldfastTestSupport
import Testing

@testable import HoldfastModel

/// The same answers from a store as from records in memory, in any part of its history.
@Suite struct WhatIfStoreTests {
    private let directory: TemporaryDirectory
    private let store: OfflineStore

    init() throws {
        directory = try TemporaryDirectory()
        try RecordedHistory.write(to: directory.file("store"))
        store = try OfflineStore.open(at: directory.file("store"))
    }

    private func metered(_ value: String) -> [SettingChange] { [.init(key: "network.allowMetered", value: value)] }

    @Test func `metered off moves a download to the next Wi-Fi, metered on takes another away from it`() throws {
        defer { store.close() }
        let zero = StoreScribe.start
        let off = try store.whatIf(metered("false"))
        #expect(off.items.map(\.id) == ["guide"])
        #expect(off.items.first?.ranAfter == zero + 5_400_000_000)
        #expect(off.items.first?.wholeAfter == zero + 5_460_000_000)
        #expect(
            off.bytes == [
                NetworkBytes(network: .init(.wifi, isMetered: false), before: 300_000_000, after: 348_000_000),
                NetworkBytes(network: .init(.cellular, isMetered: true), before: 48_000_000, after: 0),
            ])
        #expect(off.waitedAfter - off.waitedBefore == 5_400_000_000)
        let on = try store.whatIf(metered("true"))
        #expect(on.items.map(\.id) == ["maps"])
        #expect(on.items.first?.ranBefore == zero + 5_400_000_000)
        #expect(on.items.first?.ranAfter == zero + 600_000_000)
        #expect(on.waitedAfter == 0)
    }

    @Test func `only the records of the part that is asked for are looked at`() throws {
        defer { store.close() }
        let count = try store.recordCount()
        let all = try store.whatIf(metered("false"))
        #expect(all.positions == 0..<count)
        let late = try store.whatIf(metered("false"), from: .position(12))
        #expect(late.positions == 13..<count && late.items.isEmpty)
        #expect(late.bytes.reduce(0) { $0 + $1.before } == 300_000_000)
        // Up to its start: what it moved later is not known there.
        let early = try store.whatIf(metered("false"), to: .position(6))
        #expect(early.positions == 0..<7)
        #expect(early.items.first?.wholeBefore == nil && early.bytes.isEmpty)
        #expect(try store.whatIf(metered("false"), to: .beginning).positions.isEmpty)
    }

    @Test func `what cannot be meant is refused`() throws {
        defer { store.close() }
        let refused = #expect(throws: HoldfastError.self) {
            try store.whatIf([.init(key: "queue.maxConcurrent", value: "99")])
        }
        #expect(refused?.refusal?.code == .valueOutOfRange)
        for (from, to) in [(LogPoint.position(5), LogPoint.position(3)), (.beginning, .position(99))] {
            let error = #expect(throws: HoldfastError.self) { try store.whatIf([], from: from, to: to) }
            #expect(error?.code == .noSuchPosition)
        }
    }
}
