import HoldfastLog
import HoldfastModel
import HoldfastSimulation
import Testing

/// The checks of a whole store and of a moment find what they are there for.
@Suite struct StoreCheckTests {
    @Test func `7 and 8: states that differ in an item, the device or a sum are told apart`() throws {
        let state = try HandMade.wantedItem()
        #expect(try StateComparison.difference(state, state) == nil)
        #expect(try StateComparison.difference(state, MemoryState()) != nil)
        #expect(try StateComparison.difference(state, HandMade.wantedItem(isConnected: false)) != nil)
        var later = state
        later.apply(HandMade.record(4, .downloadCancelled(DownloadCancelled()), item: 2))
        #expect(try StateComparison.difference(state, later) != nil)
    }

    @Test func `9: a root of other records, another count and another order are found`() {
        let records = (0..<11).map { [UInt8](repeating: $0, count: Int($0) + 1) }
        var tree = MerkleTree()
        for record in records { tree.append(record) }
        let root = tree.root
        #expect(RootCheck.problem(records, root: root, count: 11) == nil)
        #expect(RootCheck.problem(records, root: root, count: 12) != nil)
        #expect(RootCheck.problem(records.dropLast(), root: root, count: 10) != nil)
        #expect(RootCheck.problem(records.reversed(), root: root, count: 11) != nil)
    }

    @Test func `9: a position too many is found`() {
        var checker = InvariantChecker()
        checker.take(HandMade.record(1, HandMade.checkpoint(0)), privatePart: nil)
        #expect(checker.violations.map(\.invariant) == [.contiguousAndRooted])
    }

    @Test func `10: an acknowledged command that is gone, elsewhere or there twice is found`() {
        func log(_ ids: [String]) -> [Record] {
            ids.enumerated().map { index, id in
                var record = HandMade.record(UInt64(index), .downloadRequested(DownloadRequested()))
                record.command = .init(id: id, count: 1)
                return record
            }
        }
        var acknowledged = Acknowledgements()
        acknowledged.add("c2", 1..<2)
        acknowledged.add("nothing to do", 0..<0)
        #expect(acknowledged.problems(in: log(["c1", "c2"])) == [])
        #expect(acknowledged.problems(in: log(["c1"])).count == 1)
        #expect(acknowledged.problems(in: log(["c2", "c1"])).count == 1)
        #expect(acknowledged.problems(in: log(["c1", "c2", "c1"])).count == 1)
    }

    @Test func `10: bytes that nobody offered, or other ones than the log says, are found`() {
        let (good, bad) = (HandMade.zero, HandMade.other)
        #expect(ContentPromise.problem("map", digest: good, installed: good, offered: [good]) == nil)
        #expect(ContentPromise.problem("map", digest: bad, installed: good, offered: [good, bad]) != nil)
        #expect(ContentPromise.problem("map", digest: bad, installed: bad, offered: [good]) != nil)
    }

    @Test func `11: an item that nothing keeps from starting is found`() throws {
        #expect(try MomentCheck.unstarted(in: HandMade.wantedItem(), at: HandMade.now) == ["map"])
        #expect(try MomentCheck.unstarted(in: HandMade.wantedItem(isConnected: false), at: HandMade.now) == [])
    }

    @Test func `an origin that is asked again and again without a pause is noticed`() {
        func problems(every time: Int64) -> Int {
            var manners = RequestManners()
            return (0..<100 as Range<Int64>).count { manners.problem(requesting: "map", at: $0 * time) != nil }
        }
        #expect(problems(every: 1_000_000) == 0)
        #expect(problems(every: 100_000) > 0)
    }

    @Test func `15: an item that offers no way on, or no removal, is found`() throws {
        let failed = HandMade.made(Item(number: 0, id: "map")) {
            $0.transfer = .failed(Failure(.integrity, "digest"), needs: .known(.user))
        }
        #expect(MomentCheck.problem(failed, offers: []) != nil)
        #expect(MomentCheck.problem(failed, offers: [.retry]) == nil)
        let installed = HandMade.made(Item(number: 0, id: "map")) { $0.installed = HandMade.installed }
        #expect(MomentCheck.problem(installed, offers: [.open]) != nil)
        #expect(MomentCheck.problem(installed, offers: [.open, .remove]) == nil)
        #expect(try MomentCheck.deadEnds(in: HandMade.wantedItem(), at: HandMade.now, next: 9) == [])
    }
}

/// A tree built leaf by leaf, as certificates' logs do: the other way round than the check.
private struct MerkleTree: ~Copyable {
    private var peaks: [(size: Int, hash: Hash)] = []
    private let sha = SHA256()

    mutating func append(_ record: [UInt8]) {
        peaks.append((1, record.withUnsafeBytes { sha.leaf($0) }))
        while peaks.count > 1, peaks[peaks.count - 2].size == peaks[peaks.count - 1].size {
            let (right, left) = (peaks.removeLast(), peaks.removeLast())
            peaks.append((left.size * 2, sha.node(left.hash, right.hash)))
        }
    }

    var root: [UInt8] {
        guard var root = peaks.last?.hash else { return sha.empty().bytes }
        for peak in peaks.dropLast().reversed() { root = sha.node(peak.hash, root) }
        return root.bytes
    }
}
