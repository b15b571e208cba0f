/// An address that answers a known thing from anywhere on the internet, to tell it from a sign-in page.
///
/// It is the app's own to choose: none is built in, so nobody is told of a device that did not ask for it.
public struct ProbeEndpoint: Sendable, Hashable {
    /// Plain `http` on purpose: a portal cannot answer for an `https` address, and a certificate that is not trusted proves nothing.
    public var url: String
    /// The exact answer; `nil` for status 204 or an empty body. At most 1,024 bytes.
    public var body: String?

    public init(url: String, body: String? = nil) {
        self.url = url
        self.body = body
    }
}

/// Asks the endpoints, one after the other, until one tells.
struct Prober: Sendable {
    var endpoints: [ProbeEndpoint]
    var transport: any Transport
    var clock: any EngineClock

    /// For all of one endpoint.
    private static let timeout: Int64 = 5_000_000

    func probe() async -> ProbeVerdict {
        var verdict = ProbeVerdict.inconclusive
        for endpoint in endpoints {
            verdict = await probe(endpoint)
            // One host that is down or blocked is no proof that all are.
            if verdict == .online || verdict == .captive { return verdict }
        }
        return verdict
    }

    private func probe(_ endpoint: ProbeEndpoint) async -> ProbeVerdict {
        await withTaskGroup(of: ProbeVerdict?.self) { group in
            group.addTask { await ask(endpoint) }
            group.addTask { [clock] in
                let end = clock.now().monotonic + Self.timeout
                return (try? await clock.sleep(untilMonotonic: end)) == nil ? nil : .unreachable
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .inconclusive
        }
    }

    private func ask(_ endpoint: ProbeEndpoint) async -> ProbeVerdict {
        var request = TransferRequest(
            url: endpoint.url, fields: [HeaderField(name: "Cache-Control", value: "no-cache")],
            connectTimeout: .seconds(5), idleTimeout: .seconds(5), redirectCountMax: 0)
        request.usesFreshConnection = true
        let sink = ProbeSink(expected: endpoint.body)
        do throws(TransferFailure) {
            _ = try await transport.transfer(request, into: sink)
            return sink.verdict
        } catch {
            return Self.verdict(of: error) ?? sink.verdict
        }
    }

    /// `nil` where the sink knows better.
    private static func verdict(of failure: TransferFailure) -> ProbeVerdict? {
        switch failure {
        // Whoever redirects an address that is known to answer wants to be seen first.
        case .tooManyRedirects, .insecureRedirect: .captive
        case .dns, .connect, .timeout, .stalled, .reset: .unreachable
        case .http, .captivePortal: nil
        case .truncated: nil
        default: .inconclusive
        }
    }
}

/// Judges the answer to a probe.
private final class ProbeSink: TransferSink, @unchecked Sendable {
    // Used on the transport's thread until the transfer returns, and by its caller afterwards.
    private let expected: [UInt8]?
    private var status = 0
    private var body: [UInt8] = []
    private static let bodyCountMax = 1_024

    init(expected: String?) { self.expected = expected.map { Array($0.utf8) } }

    func begin(_ head: ResponseHead) -> SinkDecision {
        status = head.status
        switch status {
        case 200, 204: return .accept(writeFrom: 0)
        default: return .reject(.http(status: status, retryAfterMilliseconds: nil))
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        body += bytes.prefix(Self.bodyCountMax + 1 - body.count)
        // Longer than any answer that is waited for: a page.
        if body.count > Self.bodyCountMax { throw .captivePortal }
    }

    var verdict: ProbeVerdict {
        switch status {
        case 204: return expected == nil ? .online : .captive
        case 200: return body == expected ?? [] ? .online : .captive
        // RFC 6585: network authentication required.
        case 511: return .captive
        case 0: return .unreachable
        default: return .inconclusive
        }
    }
}
