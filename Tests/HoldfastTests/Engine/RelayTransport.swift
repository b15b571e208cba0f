import Holdfast
import HoldfastTestSupport
import Synchronization

@testable import Holdfast

/// Reaches the scripted origin under the name of a host in the internet, and knows how many body bytes have come from an address.
final class RelayTransport: Transport {
    private struct State {
        var received: [String: Int64] = [:]
        var waiters: [(url: String, bytes: Int64, continuation: CheckedContinuation<Void, Never>)] = []
        var requests: [String] = []
    }

    static let host = "http://far.test"
    private let base: CurlTransport
    private let origin: String
    private let state = Mutex(State())

    init(_ origin: Origin) throws {
        base = try CurlTransport()
        self.origin = "http://127.0.0.1:\(origin.port)"
    }

    /// Addresses of all requests, in order.
    var requests: [String] { state.withLock { $0.requests } }

    func transfer(
        _ request: TransferRequest, into sink: any TransferSink
    ) async throws(TransferFailure) -> TransferSummary {
        let url = request.url
        state.withLock { $0.requests.append(url) }
        var request = request
        if url.hasPrefix(Self.host) { request.url = origin + url.dropFirst(Self.host.count) }
        return try await base.transfer(request, into: CountingSink(sink) { self.count($0, from: url) })
    }

    func shutdown() async { await base.shutdown() }

    /// Returns when so many bytes have come from the address since the relay was made.
    func wait(for bytes: Int64, from url: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.received[url] ?? 0 >= bytes { return true }
                state.waiters.append((url, bytes, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func count(_ bytes: Int, from url: String) {
        let ready = state.withLock { state in
            let count = (state.received[url] ?? 0) + Int64(bytes)
            state.received[url] = count
            defer { state.waiters.removeAll { $0.url == url && $0.bytes <= count } }
            return state.waiters.filter { $0.url == url && $0.bytes <= count }
        }
        for waiter in ready { waiter.continuation.resume() }
    }
}

private final class CountingSink: TransferSink {
    private let sink: any TransferSink
    private let count: @Sendable (Int) -> Void

    init(_ sink: any TransferSink, _ count: @escaping @Sendable (Int) -> Void) {
        self.sink = sink
        self.count = count
    }

    func begin(_ head: ResponseHead) -> SinkDecision { sink.begin(head) }

    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        try sink.write(bytes)
        count(bytes.count)
    }
}

extension OriginPage {
    /// The page under the relay's host name.
    var farURL: String { RelayTransport.host + path }
}
