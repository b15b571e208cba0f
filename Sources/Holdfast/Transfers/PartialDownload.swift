internal import Glibc
internal import Synchronization

/// One attempt of one item: brings a source's bytes into the item's partial file.
///
/// Judges each response by `ResumeRule`, hashes what is staged and what arrives, makes bytes durable before it reports
/// them, and restarts once from zero inside the attempt where the rule says so. It neither verifies nor publishes.
package struct PartialDownload: Sendable {
    package var url: String
    package var fields: [HeaderField]
    /// `stagedBytes` is the count that may be trusted: the file's size under the same boot, else the last checkpoint.
    /// Bytes of the file beyond it are cut once a response is accepted; a file with fewer is discarded as `lost`.
    package var rule: ResumeRule
    package var digestAlgorithm: DigestAlgorithm
    package var connectTimeout: Duration = .seconds(10)
    package var idleTimeout: Duration = .seconds(30)
    package var bandwidth: BandwidthLimit?

    package init(
        url: String, fields: [HeaderField] = [], rule: ResumeRule, digestAlgorithm: DigestAlgorithm = .sha256
    ) {
        self.url = url
        self.fields = fields
        self.rule = rule
        self.digestAlgorithm = digestAlgorithm
    }

    /// Runs to the end of the body. Cancel the task to stop; the stop is still made durable before this throws.
    ///
    /// - Parameters:
    ///   - number: the item's subject number, which names the partial file.
    ///   - progress: readable from anywhere while this runs.
    ///   - observe: called in order, from threads of the transport and the pool; must be cheap.
    package func run(
        number: UInt64, in root: ContentRoot, over transport: any Transport, finishing pool: FinishingPool,
        progress: TransferProgress, now: @escaping MonotonicClock = monotonicNow,
        observe: @escaping @Sendable (DownloadObservation) -> Void
    ) async throws(DownloadStop) -> ReceivedContent {
        let startedAt = now()
        let context = DownloadContext(
            number: number, root: root, pool: pool, progress: progress, now: now, observe: observe)
        let writer = try await prepare(context)
        do throws(TransferFailure) {
            let head = try await receive(into: writer, over: transport)
            return ReceivedContent(
                bytes: writer.position, digest: writer.finishDigest(), wireBytes: writer.receivedBytes,
                elapsed: now() - startedAt, head: head)
        } catch {
            throw await stopped(by: error, writer, pool)
        }
    }

    private func prepare(_ context: DownloadContext) async throws(DownloadStop) -> PartialWriter {
        let isCancelled = CancellationFlag()
        let (rule, algorithm) = (rule, digestAlgorithm)
        let result: Result<PartialWriter, StorageFailure> = await withTaskCancellationHandler {
            await context.pool.run {
                Result { () throws(StorageFailure) in
                    try PartialWriter(
                        rule: rule, algorithm: algorithm, context: context, isCancelled: { isCancelled.isSet })
                }
            }
        } onCancel: {
            isCancelled.set()
        }
        switch result {
        case .success(let writer) where !isCancelled.isSet: return writer
        case .success: throw DownloadStop(failure: .cancelled, durableBytes: rule.stagedBytes, wireBytes: 0)
        case .failure(let failure):
            let osCode = failure.osCode == 0 ? EINVAL : failure.osCode
            throw DownloadStop(failure: .sink(osCode: osCode), durableBytes: rule.stagedBytes, wireBytes: 0)
        }
    }

    /// The head of the response whose body was taken; `nil` where the staged bytes are all there is.
    private func receive(
        into writer: PartialWriter, over transport: any Transport
    ) async throws(TransferFailure) -> ResponseHead? {
        var mayRestart = true
        while true {
            let request = TransferRequest(
                url: url, fields: fields, range: writer.rule.range, connectTimeout: connectTimeout,
                idleTimeout: idleTimeout, bandwidth: bandwidth)
            do throws(TransferFailure) {
                let summary = try await transport.transfer(request, into: writer)
                try Self.requireWhole(summary.head, writer.position)
                return summary.head
            } catch {
                switch writer.judgement {
                case .alreadyComplete:
                    try writer.keepStaged()
                    return nil
                case .discard(let reason) where mayRestart && error != .cancelled:
                    mayRestart = false
                    try writer.discard(reason)
                default: throw error
                }
            }
        }
    }

    /// A part may rightly end before the content does; then the rest is asked for by the next attempt.
    private static func requireWhole(_ head: ResponseHead, _ position: Int64) throws(TransferFailure) {
        guard let total = head.status == 206 ? head.rangeTotal : head.contentLength, position != total else { return }
        throw .truncated(received: position, expected: total)
    }

    private func stopped(
        by failure: TransferFailure, _ writer: PartialWriter, _ pool: FinishingPool
    ) async -> DownloadStop {
        do throws(TransferFailure) {
            let durableBytes = try await pool.run { () throws(TransferFailure) in try writer.stop() }
            return DownloadStop(failure: failure, durableBytes: durableBytes, wireBytes: writer.receivedBytes)
        } catch {
            return DownloadStop(failure: error, durableBytes: writer.durableBytes, wireBytes: writer.receivedBytes)
        }
    }
}

/// What happened during one attempt, in order.
package enum DownloadObservation: Sendable, Equatable {
    /// A final response, accepted or not.
    case responseReceived(ResponseHead)
    /// Staged bytes were given up.
    case partialDiscarded(bytes: Int64, reason: DiscardReason)
    /// So many bytes of the partial file survive a power loss.
    case checkpointed(durableBytes: Int64)
}

/// The whole body in the partial file, neither judged nor synced: `ContentRoot.publish` syncs before it renames.
package struct ReceivedContent: Sendable, Equatable {
    package var bytes: Int64
    /// `algorithm:hex` of the partial file.
    package var digest: String
    /// Body bytes that travelled in this attempt.
    package var wireBytes: Int64
    package var elapsed: Duration
    /// Absent where the staged bytes proved complete without a body.
    package var head: ResponseHead?
}

/// An attempt that ended early.
package struct DownloadStop: Error, Sendable, Equatable {
    package var failure: TransferFailure
    /// Bytes of the partial file that survive a power loss; what was trusted where the attempt ended before it looked.
    package var durableBytes: Int64
    package var wireBytes: Int64
}
