internal import Glibc
internal import Synchronization

/// Puts a transfer's body into the partial file and into its digest, and asks for checkpoints.
///
/// Its calls come from the transport's thread, so it only writes and hashes; whatever waits for the disk goes to the
/// pool. One transfer uses it at a time.
final class PartialWriter: TransferSink {
    private struct State {
        var rule: ResumeRule
        var file: OpenFile?
        var digest: StreamingDigest
        var position: Int64
        var receivedBytes: Int64 = 0
        var checkpoints: CheckpointRule
        var judgement: ResponseJudgement?
        var syncFailure: TransferFailure?
    }

    private let state: Mutex<State>
    /// Bytes known durable, and whether this attempt has said so.
    private let reported: Mutex<(bytes: Int64, isObserved: Bool)>
    private let number: UInt64
    private let root: ContentRoot
    private let pool: FinishingPool
    private let progress: TransferProgress
    private let now: MonotonicClock
    private let observe: @Sendable (DownloadObservation) -> Void

    /// Opens the partial file where there is one and hashes its trusted bytes: slow, so call it on the pool.
    init(
        rule: ResumeRule, algorithm: DigestAlgorithm, context: DownloadContext, isCancelled: @Sendable () -> Bool
    ) throws(StorageFailure) {
        number = context.number
        root = context.root
        pool = context.pool
        progress = context.progress
        now = context.now
        observe = context.observe
        let file = try root.openPartial(number, creating: false)
        let digest = try StreamingDigest(algorithm)
        var rule = rule
        let path = ContentRoot.partialPath(number)
        // A file that lost bytes which were made durable is not the file we wrote.
        if rule.stagedBytes > (try file?.requireRegular("open", path) ?? 0) {
            observe(.partialDiscarded(bytes: rule.stagedBytes, reason: .lost))
            rule.stagedBytes = 0
        }
        if let file {
            _ = try digest.update(file: file, limit: rule.stagedBytes, path: path, isCancelled: isCancelled)
        }
        progress.setBytesWritten(rule.stagedBytes)
        progress.setDurableBytes(rule.stagedBytes)
        reported = Mutex((rule.stagedBytes, false))
        let checkpoints = CheckpointRule(bytes: rule.stagedBytes, now: now())
        state = Mutex(
            State(
                rule: rule, file: file, digest: digest, position: rule.stagedBytes, checkpoints: checkpoints))
    }

    var rule: ResumeRule { state.withLock { $0.rule } }
    var judgement: ResponseJudgement? { state.withLock { $0.judgement } }
    var position: Int64 { state.withLock { $0.position } }
    /// Body bytes that came, those of a discarded start included.
    var receivedBytes: Int64 { state.withLock { $0.receivedBytes } }

    func begin(_ head: ResponseHead) -> SinkDecision {
        let judgement = rule.judge(head)
        var judged = head
        if case .refuse = judgement, head.status == 200 || head.status == 206 { judged.isRefused = true }
        observe(.responseReceived(judged))
        state.withLock { $0.judgement = judgement }
        progress.setTotalBytes(head.rangeTotal ?? (head.status == 200 ? head.contentLength : nil))
        do throws(TransferFailure) {
            switch judgement {
            case .accept(let offset):
                try cut(to: offset)
                return .accept(writeFrom: offset)
            case .restart(let reason):
                try discard(reason)
                return .accept(writeFrom: 0)
            case .alreadyComplete, .discard:
                return .reject(.http(status: head.status, retryAfterMilliseconds: nil))
            case .refuse(let failure):
                return .reject(failure)
            }
        } catch {
            return .reject(error)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        // An address, since the lock lets no borrowed pointer in; nothing keeps it past this call.
        let (address, byteCount) = (UInt(bitPattern: bytes.baseAddress), bytes.count)
        let checkpoint = try state.withLock { state throws(TransferFailure) -> (file: OpenFile, bytes: Int64)? in
            if let failure = state.syncFailure { throw failure }
            guard let file = state.file else { throw .sink(osCode: EBADF) }
            var rest = UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: byteCount)
            while !rest.isEmpty {
                let count = pwrite(file.descriptor, rest.baseAddress, rest.count, off_t(state.position))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { throw .sink(osCode: count == 0 ? ENOSPC : errno) }
                state.digest.update(UnsafeRawBufferPointer(rebasing: rest[..<count]))
                state.position += Int64(count)
                state.receivedBytes += Int64(count)
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            progress.setBytesWritten(state.position)
            progress.setBytesReceived(state.receivedBytes)
            return state.checkpoints.isDue(bytes: state.position, now: now) ? (file, state.position) : nil
        }
        guard let checkpoint else { return }
        pool.submit { self.makeDurable(checkpoint.file, upTo: checkpoint.bytes, isStop: false) }
    }

    /// Gives the staged bytes up; the next request asks for the whole content.
    func discard(_ reason: DiscardReason) throws(TransferFailure) {
        let lost = position
        try cut(to: 0)
        if lost > 0 { observe(.partialDiscarded(bytes: lost, reason: reason)) }
    }

    /// The staged bytes are the whole content; what the file holds beyond them goes.
    func keepStaged() throws(TransferFailure) { try cut(to: position) }

    /// Makes durable what there is, at a stop: slow, so call it on the pool.
    ///
    /// - Returns: bytes that survive a power loss.
    func stop() throws(TransferFailure) -> Int64 {
        let (file, bytes) = state.withLock { ($0.file, $0.position) }
        guard let file else { return 0 }
        makeDurable(file, upTo: bytes, isStop: true)
        if let failure = state.withLock({ $0.syncFailure }) { throw failure }
        return bytes
    }

    /// The last bytes that were reported durable, by this attempt or before it.
    var durableBytes: Int64 { reported.withLock { $0.bytes } }

    /// `algorithm:hex` of the partial file. Call once, after the transfer.
    func finishDigest() -> String { state.withLock { $0.digest.finish() } }

    /// Old bytes are cut only here, after a response was accepted or the staged bytes proved useless.
    private func cut(to offset: Int64) throws(TransferFailure) {
        do throws(StorageFailure) {
            try state.withLock { state throws(StorageFailure) in
                if state.file == nil { state.file = try root.openPartial(number, creating: true) }
                guard let file = state.file, ftruncate(file.descriptor, off_t(offset)) == 0 else {
                    throw StorageFailure.last("cut", ContentRoot.partialPath(number))
                }
                if offset != state.position { state.digest = try StreamingDigest(state.digest.algorithm) }
                state.position = offset
                state.rule.stagedBytes = offset
                progress.setBytesWritten(offset)
            }
        } catch {
            throw .sink(osCode: error.osCode == 0 ? EINVAL : error.osCode)
        }
        if offset == 0 {
            reported.withLock { $0 = (0, true) }
            progress.setDurableBytes(0)
        }
    }

    private func makeDurable(_ file: OpenFile, upTo bytes: Int64, isStop: Bool) {
        guard fdatasync(file.descriptor) == 0 else {
            let osCode = errno
            return state.withLock { $0.syncFailure = .sink(osCode: osCode) }
        }
        // Reported under the lock, so that two checkpoints on two threads cannot swap.
        reported.withLock { reported in
            let isNews = bytes > reported.bytes || (isStop && bytes == reported.bytes && !reported.isObserved)
            guard isNews else { return }
            reported = (bytes, true)
            progress.setDurableBytes(bytes)
            observe(.checkpointed(durableBytes: bytes))
        }
    }
}

/// What one attempt works with.
struct DownloadContext: Sendable {
    var number: UInt64
    var root: ContentRoot
    var pool: FinishingPool
    var progress: TransferProgress
    var now: MonotonicClock
    var observe: @Sendable (DownloadObservation) -> Void
}
