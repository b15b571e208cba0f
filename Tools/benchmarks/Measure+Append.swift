import HoldfastLog
import HoldfastModel

extension Measure {
    func writeWorkload() throws {
        let directory = try text("folder")
        let keeper = try StateKeeper(directory: directory)
        defer { keeper.log.closeAndWait() }
        try WorkloadFile.write(try text("file"), seed: Self.seed, count: try number("count")) { keeper.encode(&$0) }
    }

    /// Brings a store to `count` records, not waiting for each commit.
    func fill() throws {
        let keeper = try StateKeeper(directory: try store())
        let count = try number("count")
        var workload = workload(from: keeper)
        let start = Counters.seconds()
        var last: Submission?
        while workload.position < UInt64(count) {
            var drafts = workload.next(min(10_000, count - Int(workload.position)))
            last = try keeper.append(&drafts, drafts.indices)
            try keeper.flushIfDue()
        }
        try last?.wait()
        try keeper.close()
        tell("seconds", Counters.seconds() - start)
        tell("items", Double(workload.itemCount))
        try tellSize(of: count)
    }

    /// `count` more records, `batch` in each commit, every commit awaited.
    func append() throws {
        let keeper = try StateKeeper(directory: try store())
        let batch = try number("batch")
        var workload = workload(from: keeper)
        var drafts = workload.next(try number("count"))
        var waits: [Double] = []
        waits.reserveCapacity(drafts.count / batch + 1)
        let meter = Meter()
        var next = 0
        while next < drafts.count {
            let begun = Counters.seconds()
            let end = min(next + batch, drafts.count)
            try keeper.append(&drafts, next..<end).wait()
            waits.append(Counters.seconds() - begun)
            try keeper.flushIfDue()
            next = end
        }
        try keeper.close()
        tell(meter, waits, drafts.count)
        try tellSize(of: Int(workload.position))
    }

    /// `count` more records by `callers` tasks, each of which waits for its record before the next.
    func appendByCallers() async throws {
        let keeper = try StateKeeper(directory: try store())
        var workload = workload(from: keeper)
        let drafts = workload.next(try number("count"))
        let sequence = CallerSequence(keeper, drafts)
        let meter = Meter()
        let waits = try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<(try number("callers")) { group.addTask { try await sequence.callUntilDone() } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        try await sequence.close()
        tell(meter, waits, drafts.count)
        try tellSize(of: Int(workload.position))
    }

    func countAllocations() throws {
        let keeper = try StateKeeper(directory: try store())
        var workload = workload(from: keeper)
        let count = try number("count")
        var drafts = workload.next(count)
        guard let before = Counters.allocations() else {
            throw MeasureFailure.usage("preload count_allocations to count allocations")
        }
        for next in stride(from: 0, to: count, by: 1_000) {
            try keeper.append(&drafts, next..<min(next + 1_000, count)).wait()
            try keeper.flushIfDue()
        }
        try keeper.close()
        tell("appended", Double((Counters.allocations() ?? 0) - before) / Double(count))
        let replayed = Counters.allocations() ?? 0
        let totals = try replayedState().totals
        tell("folded", Double((Counters.allocations() ?? 0) - replayed) / Double(workload.position))
        tell("items", Double(totals.items))
    }

    /// One record at a time, each with the time at which it was written, so that a follower can tell how late it sees it.
    func drip() throws {
        let keeper = try StateKeeper(directory: try store())
        var workload = workload(from: keeper)
        for _ in 0..<(try number("count")) {
            var drafts = workload.next(1)
            drafts[0].record.recordedAt = max(Counters.wallClock(), drafts[0].record.recordedAt)
            drafts[0].record.wallClock = Counters.wallClock()
            try keeper.append(&drafts, 0..<1).wait()
            sleepMilliseconds(83)
        }
        try keeper.close()
    }

    private func workload(from keeper: StateKeeper) -> Workload {
        var workload = Workload(seed: Self.seed)
        while workload.position < keeper.log.nextPosition { _ = workload.next() }
        return workload
    }

    private func tell(_ meter: Meter, _ waits: [Double], _ count: Int) {
        tell("events", Double(count))
        tell("seconds", Counters.seconds() - meter.seconds)
        tell("processor", Counters.processorSeconds() - meter.processor)
        tell("written", Double(Counters.writtenBytes() - meter.written))
        tell("p50", Counters.percentile(0.5, of: waits) * 1e6)
        tell("p99", Counters.percentile(0.99, of: waits) * 1e6)
    }

    private func tellSize(of count: Int) throws {
        let size = Counters.size(of: "\(try store())/log.mdb")
        tell("size", Double(size))
        tell("sizeEach", Double(size) / Double(max(1, count)))
    }
}

/// Counters at the start of a measurement.
private struct Meter {
    let written = Counters.writtenBytes()
    let processor = Counters.processorSeconds()
    let seconds = Counters.seconds()
}

/// Hands out records in the order of the log to callers that wait for the disk, as the engine's actor does.
private actor CallerSequence {
    private let keeper: StateKeeper
    private var drafts: [Draft]
    private var next = 0

    init(_ keeper: sending StateKeeper, _ drafts: sending [Draft]) {
        self.keeper = keeper
        self.drafts = drafts
    }

    /// - Returns: the seconds that each of this caller's records took.
    nonisolated func callUntilDone() async throws -> [Double] {
        var waits: [Double] = []
        while true {
            let begun = Counters.seconds()
            guard try await appendNext() else { return waits }
            waits.append(Counters.seconds() - begun)
        }
    }

    private func appendNext() async throws -> Bool {
        guard next < drafts.count else { return false }
        let submission = try keeper.append(&drafts, next..<(next + 1))
        next += 1
        try await submission.durable()
        try keeper.flushIfDue()
        return true
    }

    func close() throws { try keeper.close() }
}
