/// Jobs that wait for the writer thread.
final class WriterQueue: Sendable {
    private struct State {
        var jobs: [WriteJob] = []
        var isStopping = false
        var isWorking = false

        mutating func takeGroup() -> [WriteJob]? {
            if jobs.isEmpty { return nil }
            var size = 0
            var count = 0
            for job in jobs.prefix(StorageLimits.groupJobCountMax) {
                size += job.sizeInBytes
                if count > 0 && size > StorageLimits.groupSizeMaxInBytes { break }
                count += 1
            }
            let group = Array(jobs.prefix(count))
            jobs.removeFirst(count)
            isWorking = true
            return group
        }
    }
    private let monitor = Monitor(State())

    func add(_ job: WriteJob) throws(StorageError) {
        try monitor.change { state throws(StorageError) in
            if state.isStopping { throw .closed }
            if state.jobs.count >= StorageLimits.queuedJobCountMax {
                throw .queueFull(jobCountMax: StorageLimits.queuedJobCountMax)
            }
            state.jobs.append(job)
        }
    }

    /// The next jobs to commit together, in order; nil when the queue is stopped and empty.
    func nextGroup() -> [WriteJob]? {
        monitor.change { $0.isWorking = false }
        return monitor.wait(
            until: { !$0.jobs.isEmpty || $0.isStopping },
            then: { $0.takeGroup() })
    }

    /// The same without waiting; nil when nothing is queued. `endGroup` follows each group.
    func queuedGroup() -> [WriteJob]? { monitor.change { $0.takeGroup() } }

    func endGroup() { monitor.change { $0.isWorking = false } }

    /// Everything queued, which a failed group takes down with it.
    func takeAll() -> [WriteJob] {
        monitor.change { state in
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    func stop() {
        monitor.change { $0.isStopping = true }
    }

    /// Blocks until nothing is queued or being written. Not for the writer thread itself.
    func waitUntilIdle() {
        monitor.wait(until: { $0.jobs.isEmpty && !$0.isWorking })
    }
}
