import HoldfastLMDB

/// What the log knows beyond the disk. Held under one lock, under which nothing is read from the disk: a reader inside
/// a snapshot may wait for this lock, and the disk may wait for that reader.
struct LogState: Sendable {
    /// Records on disk.
    var storedCount: UInt64
    /// Records on disk or queued.
    var nextPosition: UInt64
    /// Covered by the caller's tables, and by the log's own, on disk.
    var coveredCount: UInt64
    var ownCoveredCount: UInt64
    /// The same, counting queued flushes.
    var queuedCoveredCount: UInt64
    var queuedOwnCoveredCount: UInt64
    var tail: Tail
    var inFlight: [UInt64: Submission] = [:]
    /// Subjects that were looked up, so that most submits read nothing: each in the one place that its number gives it.
    private var knownSubjects: [UInt64] = []
    /// The first write that failed; nothing is taken until the state was read from the disk again.
    var failure: StorageError?
    var isBroken: Bool { failure != nil }
    var isClosed = false
    var followers: [Int: AsyncStream<UInt64>.Continuation] = [:]
    var followerNumber = 0
    var checkedBlocks: Set<UInt64> = []
    /// The records of the last, partial block were right when the log held this many.
    var checkedTailCount: UInt64 = 0

    init(_ header: SnapshotHeader, tail: Tail) {
        storedCount = header.count
        nextPosition = header.count
        coveredCount = header.coveredCount
        ownCoveredCount = header.ownCoveredCount
        queuedCoveredCount = header.coveredCount
        queuedOwnCoveredCount = header.ownCoveredCount
        self.tail = tail
    }

    /// Everything that may be forgotten is; followers stay.
    mutating func reset(_ header: SnapshotHeader, tail: Tail) {
        var fresh = LogState(header, tail: tail)
        fresh.followers = followers
        fresh.followerNumber = followerNumber
        fresh.isClosed = isClosed
        self = fresh
    }

    func isKnown(subject: UInt64) -> Bool {
        subject != .max && !knownSubjects.isEmpty && knownSubjects[place(of: subject)] == subject
    }

    mutating func remember(subject: UInt64) {
        if knownSubjects.isEmpty {
            knownSubjects = [UInt64](repeating: .max, count: LogLimits.rememberedSubjectsMax)
        }
        knownSubjects[place(of: subject)] = subject
    }

    private func place(of subject: UInt64) -> Int { Int(subject % UInt64(LogLimits.rememberedSubjectsMax)) }

    mutating func remember(block: UInt64) {
        if checkedBlocks.count >= LogLimits.rememberedBlocksMax { checkedBlocks.removeAll(keepingCapacity: true) }
        checkedBlocks.insert(block)
    }
}
