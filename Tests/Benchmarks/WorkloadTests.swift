import Holdfast
import HoldfastLog
import HoldfastModel
import HoldfastTestSupport
import Testing

@testable import HoldfastBenchmarks

/// What is measured has to be what a store would hold.
@Suite struct WorkloadTests {
    private static let count = 40_000

    @Test func `every record of the workload is read back as it was written`() throws {
        let directory = try TemporaryDirectory()
        let keeper = try StateKeeper(directory: directory.file("store"))
        defer { keeper.log.closeAndWait() }
        var workload = Workload(seed: 1)
        for _ in 0..<5_000 {
            var draft = workload.next()
            let new = keeper.encode(&draft)
            let decoded = try new.bytes.withUnsafeBytes { try Record(decoding: $0, at: draft.record.position) }
            #expect(decoded == draft.record)
        }
    }

    @Test func `the stored state is the state of a fold in memory, and the store is sound`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("store")
        var workload = Workload(seed: 2)
        let keeper = try StateKeeper(directory: path)
        var memory = MemoryState()
        var appended = 0
        while appended < Self.count {
            var drafts = workload.next(1_000)
            try keeper.append(&drafts, drafts.indices).wait()
            try keeper.flushIfDue()
            for draft in drafts { memory.apply(draft.record) }
            appended += drafts.count
        }
        try keeper.close()

        let store = try OfflineStore.open(at: path)
        defer { store.close() }
        #expect(try store.recordCount() == UInt64(Self.count))
        #expect(try store.verify().problems == [])
        let stored = try store.read { try $0.totals() }
        #expect(stored == memory.totals())
        #expect(try store.read(at: .position(UInt64(Self.count - 1))) { try $0.totals() } == stored)
    }

    @Test func `every step of an item applies: what began has ended or is on its way`() {
        var workload = Workload(seed: 3)
        var memory = MemoryState()
        var published: Int64 = 0
        var deleted: Int64 = 0
        var replaced: Int64 = 0
        for _ in 0..<Self.count {
            let draft = workload.next()
            memory.apply(draft.record)
            switch draft.record.event {
            case .contentPublished(let payload):
                published += 1
                if payload.replaced != nil { replaced += 1 }
            case .contentDeleted: deleted += 1
            default: break
            }
        }
        let totals = memory.totals()
        #expect(totals.items == Int64(workload.itemCount))
        #expect(totals.completed == published)
        #expect(totals.installed == published - replaced - deleted)
        #expect(totals.requested == totals.completed + totals.wanted)
        #expect(deleted > 0 && replaced > 0 && totals.running > 0)
    }

    @Test func `the same seed makes the same events`() {
        var left = Workload(seed: 4)
        var right = Workload(seed: 4)
        for _ in 0..<2_000 { #expect(left.next().record == right.next().record) }
    }
}
