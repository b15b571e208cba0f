import Glibc
import Holdfast
import HoldfastLog
import HoldfastModel

extension Measure {
    /// A fold of the whole log from its first record on, as it answers for a point that the tables do not reach.
    func replay() throws {
        let (totals, count, seconds) = try replayedState()
        tell("events", Double(count))
        tell("seconds", seconds)
        tell("items", Double(totals.items))
        tell("installed", Double(totals.installed))
        tell("used", Double(totals.usedBytes))
        tell("wanted", Double(totals.wanted))
        tell("partial", Double(totals.partialBytes))
    }

    func replayedState() throws -> (totals: Totals, count: UInt64, seconds: Double) {
        let opened = try OfflineStore.open(at: try store())
        defer { opened.close() }
        let count = try opened.recordCount()
        let start = Counters.seconds()
        let totals = try opened.readFolded(after: count) { try $0.totals() }
        return (totals, count, Counters.seconds() - start)
    }

    /// Opens, reads the state of one item, closes.
    func open() throws {
        let path = try store()
        var waits: [Double] = []
        var item = 1
        for _ in 0..<(try number("rounds")) {
            let begun = Counters.seconds()
            let opened = try OfflineStore.open(at: path)
            let found = try opened.read { try $0.item("item-\(item)") }
            opened.close()
            waits.append(Counters.seconds() - begun)
            guard found != nil else { throw MeasureFailure.differs("there is no item \(item)") }
            item = item * 7 % 997
        }
        tell("p50", Counters.percentile(0.5, of: waits) * 1e6)
        tell("p99", Counters.percentile(0.99, of: waits) * 1e6)
    }

    /// Questions to an open store, about items and positions all over it.
    func lookUp() throws {
        let opened = try OfflineStore.open(at: try store())
        defer { opened.close() }
        let count = try opened.recordCount()
        let items = try opened.read { try $0.totals().items }
        var random = RandomNumbers(seed: 7)
        let rounds = try number("rounds")
        try time("item", rounds) { _ = try opened.read { try $0.item("item-\(random.below(Int(items)))") } }
        try time("record", rounds) { _ = try opened.record(at: UInt64(random.below(Int(count)))) }
        try time("history", rounds) {
            _ = try opened.positions(ofSubject: "item:item-\(random.below(Int(items)))", newestFirst: true, limit: 20)
        }
        try time("newest", rounds) {
            var seen = 0
            try opened.records(newestFirst: true) { _ in
                seen += 1
                return seen < 20
            }
        }
        let first = try opened.record(at: 0).record.recordedAt
        let last = try opened.record(at: count - 1).record.recordedAt
        try time("since", rounds) { _ = try opened.position(at: first + Int64(random.below(Int(last - first)))) }
    }

    private func time(_ name: String, _ rounds: Int, _ body: () throws -> Void) throws {
        var waits: [Double] = []
        for _ in 0..<rounds {
            let begun = Counters.seconds()
            try body()
            waits.append(Counters.seconds() - begun)
        }
        tell(name, Counters.median(waits) * 1e6)
    }

    /// In seconds of the processor, for a verify may use two of its cores. The whole store, or with `part=log` what needs no knowledge of records: pages, hashes, tree, keys and tables' fingerprints.
    func verify() throws {
        if try text("part") == "log" { return try verifyLog() }
        let opened = try OfflineStore.open(at: try store())
        defer { opened.close() }
        let start = Counters.processorSeconds()
        let result = try opened.verify()
        let seconds = Counters.processorSeconds() - start
        guard result.problems.isEmpty else { throw MeasureFailure.differs("\(result.problems[0])") }
        tell("events", Double(result.recordCount))
        tell("seconds", seconds)
    }

    private func verifyLog() throws {
        let log = try EventLog.openForState(at: try store())
        defer { log.closeAndWait() }
        let start = Counters.processorSeconds()
        let report = try log.verify()
        let seconds = Counters.processorSeconds() - start
        guard report.isSound else { throw MeasureFailure.differs("\(report.problems)") }
        tell("events", Double(report.count))
        tell("seconds", seconds)
    }

    /// How late a reader of another process sees records, beside `drip`.
    func follow() async throws {
        let opened = try OfflineStore.open(at: try store())
        defer { opened.close() }
        var next = try opened.recordCount()
        let end = next + UInt64(try number("count"))
        var waits: [Double] = []
        for await count in opened.follow(from: next) {
            let seen = Counters.wallClock()
            while next < count {
                let record = try opened.record(at: next).record
                waits.append(Double(seen - (record.wallClock ?? record.recordedAt)))
                next += 1
            }
            if next >= end { break }
        }
        tell("p50", Counters.percentile(0.5, of: waits))
        tell("p99", Counters.percentile(0.99, of: waits))
    }

    func sleepMilliseconds(_ count: Int) {
        var time = timespec(tv_sec: 0, tv_nsec: count * 1_000_000)
        nanosleep(&time, nil)
    }
}
