internal import Synchronization

/// A transfer in flight: how far it is, and how to end it.
final class RunningAttempt: Sendable {
    let item: UInt64
    /// Position of the `transferStarted`.
    let id: UInt64
    /// Place of the address among the item's sources.
    let source: Int
    let progress = TransferProgress()
    /// What the source needs from the links; a gate below it ends the attempt.
    let reach: SourceFacts.Reach

    private let state = Mutex<(reason: StopReason?, task: Task<Void, Never>?)>((nil, nil))
    private let meter: Mutex<Meter>

    /// Received bytes by what their connection costs.
    private struct Meter {
        var isMetered: Bool
        /// Bytes received when that was last looked at, and the metered ones among them.
        var mark: Int64 = 0
        var meteredBytes: Int64 = 0
        /// Bytes received when the rate was last measured.
        var sampled: Int64 = 0

        mutating func count(upTo received: Int64) {
            if isMetered { meteredBytes += received - mark }
            mark = received
        }
    }

    /// Why the engine ended it.
    struct StopReason: Sendable, Equatable {
        var cause: InterruptCause
        var blocker: BlockerCode?
    }

    init(item: UInt64, id: UInt64, source: Int, reach: SourceFacts.Reach, isMetered: Bool) {
        self.item = item
        self.id = id
        self.source = source
        self.reach = reach
        meter = Mutex(Meter(isMetered: isMetered && reach == .internet))
    }

    var traffic: Traffic {
        meter.withLock { meter in
            meter.count(upTo: progress.bytesReceived)
            return Traffic(wireBytes: meter.mark, meteredBytes: meter.meteredBytes)
        }
    }

    /// What the bytes from now on cost. Those of hosts on the same link cost nothing.
    func setMetered(_ isMetered: Bool) {
        meter.withLock { meter in
            meter.count(upTo: progress.bytesReceived)
            meter.isMetered = isMetered && reach == .internet
        }
    }

    /// Bytes received since the last sample.
    func takeSample() -> Int64 {
        meter.withLock { meter in
            let received = progress.bytesReceived
            defer { meter.sampled = received }
            return received - meter.sampled
        }
    }

    var task: Task<Void, Never>? { state.withLock { $0.task } }
    var stopReason: StopReason? { state.withLock { $0.reason } }

    func run(_ task: Task<Void, Never>) {
        let isStopped = state.withLock { state in
            state.task = task
            return state.reason != nil
        }
        if isStopped { task.cancel() }
    }

    /// Ends the attempt; the first reason stands.
    func stop(_ cause: InterruptCause, blocker: BlockerCode? = nil) {
        let task = state.withLock { state in
            if state.reason == nil { state.reason = StopReason(cause: cause, blocker: blocker) }
            return state.task
        }
        task?.cancel()
    }
}
