import Holdfast
import HoldfastConformance
import Synchronization

/// Takes content from memory: a transport without a network, for an app that brings its content along.
final class ShelfTransport: Transport {
    private let shelf: Shelf
    private let isShut = Atomic<Bool>(false)

    init(_ shelf: Shelf) { self.shelf = shelf }

    func shutdown() async { isShut.store(true, ordering: .relaxed) }

    func transfer(
        _ request: TransferRequest, into sink: any TransferSink
    ) async throws(TransferFailure) -> TransferSummary {
        guard !isStopped else { throw .cancelled }
        let start = ContinuousClock.now
        guard let reply = shelf.take(request) else { throw .connect(osCode: nil) }
        if reply.ending == .closedInHead { throw .reset(osCode: nil) }
        if reply.ending == .heldBeforeHead { throw await silence(request, after: 0) }
        guard let head = ResponseHead(status: reply.status, fields: reply.allFields) else { throw .malformedResponse }
        // The sink judges before the first byte; what it rejects is not read.
        let first: Int64
        switch sink.begin(head) {
        case .reject(let failure): throw failure
        case .accept(let writeFrom): first = writeFrom
        }
        if let coding = head.encoding { throw .encoded(coding) }
        let sent = Int64(try send(reply, to: sink))
        switch reply.ending {
        case .held: throw await silence(request, after: first + sent)
        case .reset: throw .reset(osCode: nil)
        case .closed: throw .truncated(received: first + sent, expected: head.contentLength.map { first + $0 })
        default:
            return TransferSummary(
                head: head, bodyBytes: sent, wireBytes: sent, elapsed: ContinuousClock.now - start)
        }
    }

    private var isStopped: Bool { Task.isCancelled || isShut.load(ordering: .relaxed) }

    /// In pieces, so that a cancel is heard between two of them. A sink that is busy blocks here, and that is meant.
    private func send(_ reply: OriginReply, to sink: any TransferSink) throws(TransferFailure) -> Int {
        var rest = reply.body.bytes.prefix(reply.sentCount)
        while !rest.isEmpty {
            guard !isStopped else { throw .cancelled }
            let result = rest.prefix(16_384).withUnsafeBytes { piece in
                Result { () throws(TransferFailure) in try sink.write(piece) }
            }
            try result.get()
            rest = rest.dropFirst(16_384)
        }
        return reply.sentCount
    }

    /// Nothing comes any more: a stall after the request's idle limit, unless somebody stops it before.
    private func silence(_ request: TransferRequest, after bytes: Int64) async -> TransferFailure {
        let end = ContinuousClock.now + request.idleTimeout
        while ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(1))
            if isStopped { return .cancelled }
        }
        return .stalled(received: bytes)
    }
}

/// What there is, by path. Also serves the cases of the conformance suite.
final class Shelf: ConformanceOrigin {
    private let state = Mutex((replies: [String: [OriginReply]](), requests: [String: [ReceivedRequest]]()))

    func address(of path: String, at site: OriginSite) -> String? { site == .plain ? "http://shelf" + path : nil }

    func serve(_ replies: [OriginReply], at path: String) { state.withLock { $0.replies[path] = replies } }

    func release(_ path: String) {}

    func requests(for path: String) -> [ReceivedRequest] { state.withLock { $0.requests[path] ?? [] } }

    func take(_ request: TransferRequest) -> OriginReply? {
        let path = String(request.url.dropFirst("http://shelf".count))
        var fields: [String: String] = [:]
        fields["range"] = request.range.map { "bytes=\($0.firstByte)-" }
        fields["if-range"] = request.range?.ifRange
        let received = ReceivedRequest(fields: fields, hasEnded: true)
        return state.withLock { state in
            state.requests[path, default: []].append(received)
            guard let replies = state.replies[path] else { return nil }
            if replies.count > 1 { state.replies[path]?.removeFirst() }
            return replies.first
        }
    }
}

extension OriginReply {
    fileprivate var allFields: [HeaderField] {
        switch framing {
        case .length: fields + [HeaderField(name: "Content-Length", value: "\(body.count)")]
        case .chunked: fields + [HeaderField(name: "Transfer-Encoding", value: "chunked")]
        case .untilClose: fields
        }
    }

    fileprivate var sentCount: Int {
        switch ending {
        case .closed(let count), .reset(let count), .held(let count): count
        default: body.count
        }
    }
}
