import HoldfastTestSupport
import Synchronization

@testable import Holdfast

/// A sound transport with one fault, named after the case that must find it.
final class FaultyTransport: Transport {
    enum Fault: String, CaseIterable, Sendable {
        case ignoresRange = "a range and its condition are sent as asked"
        case dropsCondition = "a range travels along with a redirect"
        case takesTruncation = "a body shorter than its length is truncated"
        case takesBrokenChunks = "chunks without the last one are truncated"
        case beginsTwice = "a body with a length arrives byte for byte, with its head"
        case swapsBytes = "a body of many megabytes arrives byte for byte"
        case goesOnAfterCancel = "a transfer cancelled within the body ends at once"
        case startsWhenCancelled = "a transfer cancelled before it starts makes no request"
        case ignoresReject = "no byte follows a rejected head"
        case swallowsFullDisk = "a disk that fills up within the body keeps what it took"
        case blamesNetwork = "a full disk ends the transfer with its own failure"
        case waitsForEver = "silence within the body is a stall after the bytes that came"
        case losesWait = "status 429 with Retry-After 120 is handed over with its wait"
        case trustsWeakTags = "a weak entity tag is no validator for resuming"
        case followsForEver = "one redirect more than is allowed is refused"
        case remembersRedirects = "the next transfer begins at its own address, however lasting the redirect was"
        case outlivesShutdown = "4 at once: a shutdown ends what waits for a head"
        case ignoresLimit = "bytes are counted against the limit for all transfers"
        case readsAhead = "a busy sink holds the origin back"
    }

    private let base: CurlTransport
    private let fault: Fault
    private let isFirst = Atomic<Bool>(true)

    init(_ base: CurlTransport, _ fault: Fault) {
        self.base = base
        self.fault = fault
    }

    func shutdown() async {
        if fault != .outlivesShutdown { await base.shutdown() }
    }

    func transfer(
        _ request: TransferRequest, into sink: any TransferSink
    ) async throws(TransferFailure) -> TransferSummary {
        var request = request
        switch fault {
        case .ignoresRange: request.range = nil
        case .ignoresLimit: request.bandwidth = nil
        case .dropsCondition: request.range?.ifRange = nil
        case .waitsForEver: request.idleTimeout = .seconds(600)
        case .followsForEver: request.redirectCountMax = 100
        case .remembersRedirects where !isFirst.exchange(false, ordering: .relaxed):
            request.url = request.url.replacing("/a", with: "/b")
        default: break
        }
        let relay = FaultySink(sink, fault)
        do throws(TransferFailure) {
            return try await run(request, relay)
        } catch {
            switch (fault, error) {
            case (.takesTruncation, .truncated), (.takesBrokenChunks, .truncated), (.swallowsFullDisk, .sink):
                let bytes = relay.byteCount
                return TransferSummary(
                    head: relay.head ?? ResponseHead(status: 200), bodyBytes: bytes, wireBytes: bytes, elapsed: .zero)
            case (.blamesNetwork, .sink): throw .reset(osCode: nil)
            default: throw error
            }
        }
    }

    private func run(_ request: TransferRequest, _ sink: FaultySink) async throws(TransferFailure) -> TransferSummary {
        switch fault {
        case .goesOnAfterCancel, .startsWhenCancelled: break
        case .readsAhead:
            let summary = try await base.transfer(request, into: sink)
            try sink.flush()
            return summary
        default: return try await base.transfer(request, into: sink)
        }
        // A task of its own, which nobody cancels.
        let base = base
        let running = Task { () async -> Result<TransferSummary, TransferFailure> in
            do throws(TransferFailure) {
                return .success(try await base.transfer(request, into: sink))
            } catch {
                return .failure(error)
            }
        }
        let (ends, end) = AsyncStream.makeStream(of: Result<TransferSummary, TransferFailure>.self)
        Task { end.yield(await running.value) }
        for await result in ends { return try result.get() }
        throw .cancelled
    }
}

/// What stands between the sound transport and the sink.
private final class FaultySink: TransferSink {
    private let sink: any TransferSink
    private let fault: FaultyTransport.Fault
    private let state = Mutex((head: ResponseHead?.none, byteCount: Int64(0), kept: [[UInt8]]()))

    init(_ sink: any TransferSink, _ fault: FaultyTransport.Fault) {
        self.sink = sink
        self.fault = fault
    }

    var head: ResponseHead? { state.withLock { $0.head } }
    var byteCount: Int64 { state.withLock { $0.byteCount } }

    func begin(_ head: ResponseHead) -> SinkDecision {
        var head = head
        if fault == .losesWait { head.retryAfterMilliseconds = nil }
        if fault == .trustsWeakTags { head.strongValidator = head.entityTag?.text }
        state.withLock { $0.head = head }
        let decision = sink.begin(head)
        if fault == .beginsTwice { return sink.begin(head) }
        return fault == .ignoresReject ? .accept(writeFrom: 0) : decision
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        var copy = Array(bytes)
        if fault == .swapsBytes, copy.count > 1 { copy.swapAt(0, 1) }
        if fault == .readsAhead { return state.withLock { $0.kept.append(copy) } }
        try pass(copy)
    }

    func flush() throws(TransferFailure) {
        for bytes in state.withLock({ $0.kept }) { try pass(bytes) }
    }

    private func pass(_ bytes: [UInt8]) throws(TransferFailure) {
        let failure: TransferFailure? = bytes.withUnsafeBytes { bytes in
            do throws(TransferFailure) {
                try sink.write(bytes)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        state.withLock { $0.byteCount += Int64(bytes.count) }
    }
}
