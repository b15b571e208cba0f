/// When the writer looks for reader slots of killed processes, which keep freed pages from being used again.
struct ReaderCheckSchedule {
    private var commitCount = 0
    private var lastCheckInSeconds: Int

    /// - Parameter now: of a clock that never goes back.
    init(nowInSeconds now: Int) {
        lastCheckInSeconds = now
    }

    /// Notes a commit.
    /// - Returns: whether a check is due; it counts as done then.
    mutating func noteCommit(nowInSeconds now: Int) -> Bool {
        commitCount += 1
        guard
            commitCount >= StorageLimits.commitsBetweenReaderChecks
                || now - lastCheckInSeconds >= StorageLimits.secondsBetweenReaderChecks
        else { return false }
        commitCount = 0
        lastCheckInSeconds = now
        return true
    }
}
