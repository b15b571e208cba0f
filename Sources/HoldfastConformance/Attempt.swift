internal import Holdfast
internal import Synchronization

/// One transfer of a case, and how it ended.
final class Attempt: Sendable {
    let sink: CheckingSink
    private let request: TransferRequest
    private let end = Mutex<End>(End())

    private struct End {
        var result: Result<TransferSummary, TransferFailure>?
        var endedAt: ContinuousClock.Instant?
        var stoppedAt: ContinuousClock.Instant?
    }

    init(sink: CheckingSink, request: TransferRequest) {
        self.sink = sink
        self.request = request
    }

    var summary: TransferSummary? { try? end.withLock { $0.result }?.get() }

    var failure: TransferFailure? {
        if case .failure(let failure) = end.withLock({ $0.result }) { failure } else { nil }
    }

    /// From the stop to the end.
    var stopDelay: Duration? {
        end.withLock { end in
            guard let endedAt = end.endedAt, let stoppedAt = end.stoppedAt else { return nil }
            return endedAt - stoppedAt
        }
    }

    func stoppedAt(_ moment: ContinuousClock.Instant) { end.withLock { $0.stoppedAt = moment } }

    func transfer(over transport: any Transport) async {
        let result: Result<TransferSummary, TransferFailure>
        do throws(TransferFailure) {
            result = .success(try await transport.transfer(request, into: sink))
        } catch {
            result = .failure(error)
        }
        sink.close()
        end.withLock { end in
            end.result = result
            end.endedAt = .now
        }
    }
}

/// Counts down to nothing, from several tasks.
final class Counter: Sendable {
    private let value: Mutex<Int>

    init(_ count: Int) { value = Mutex(count) }

    /// Whether this was the last one.
    func countDown() -> Bool {
        value.withLock { value in
            value -= 1
            return value == 0
        }
    }
}
