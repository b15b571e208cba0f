import HoldfastTestSupport
import Testing

@testable import Holdfast

@Suite(.timeLimit(.minutes(10)))
struct CurlTransportTests {
    let origin: Origin
    let transport: CurlTransport

    init() throws {
        origin = try Origin.shared.get()
        transport = try CurlTransport()
    }

    private func failure(
        _ reply: Reply..., idle: Duration = .seconds(20), fields: [HeaderField] = []
    ) async throws -> TransferFailure? {
        let page = try origin.page(reply[0])
        try page.script(reply)
        let request = TransferRequest(url: page.url, fields: fields, idleTimeout: idle)
        return await outcome(request).failure
    }

    private func outcome(
        _ request: TransferRequest, into sink: RecordingSink = RecordingSink()
    ) async -> (summary: TransferSummary?, failure: TransferFailure?) {
        do throws(TransferFailure) {
            return (try await transport.transfer(request, into: sink), nil)
        } catch {
            return (nil, error)
        }
    }

    @Test func `a whole body arrives with its head`() async throws {
        let page = try origin.page([
            "body": ["text": "hello"], "etag": "\"a\"", "headers": ["Content-Type": "Text/Plain; charset=utf-8"],
        ])
        let sink = RecordingSink()
        let summary = try await transport.transfer(TransferRequest(url: page.url), into: sink)
        #expect(sink.bytes == Array("hello".utf8))
        #expect(summary.bodyBytes == 5)
        #expect(summary.wireBytes > 5)
        #expect(summary.head.contentLength == 5)
        #expect(summary.head.framing == .length)
        #expect(summary.head.strongValidator == "\"a\"")
        #expect(summary.head.mediaType == "text/plain")
        #expect(try page.requests().first?.headers["accept-encoding"] == "identity")
        await transport.shutdown()
    }

    @Test func `an empty body is whole`() async throws {
        let page = try origin.page([:])
        let result = await outcome(TransferRequest(url: page.url))
        #expect(result.summary?.bodyBytes == 0)
    }

    @Test func `a chunked body is framed and has no length`() async throws {
        let page = try origin.page(["body": ["random": 300_000], "chunked": true])
        let sink = RecordingSink()
        let result = await outcome(TransferRequest(url: page.url), into: sink)
        #expect(result.summary?.head.framing == .framed)
        #expect(result.summary?.head.contentLength == nil)
        #expect(sink.bytes.count == 300_000)
    }

    @Test func `a body without length or chunks is flagged`() async throws {
        let page = try origin.page(["body": ["text": "hello"], "no_length": true])
        let result = await outcome(TransferRequest(url: page.url))
        #expect(result.summary?.head.framing == .untilClose)
    }

    @Test func `a body shorter than its length is truncated`() async throws {
        let reply: Reply = ["body": ["random": 100_000], "cut_at": 95_000]
        #expect(try await failure(reply) == .truncated(received: 95_000, expected: 100_000))
    }

    @Test func `chunks without the last one are truncated`() async throws {
        let reply: Reply = ["body": ["random": 100_000], "chunked": true, "final_chunk": false]
        #expect(try await failure(reply) == .truncated(received: 100_000, expected: nil))
    }

    @Test func `a connection cut inside the headers is a reset`() async throws {
        #expect(try await failure(["body": ["text": "hello"], "cut_headers": true]) == .reset(osCode: nil))
        #expect(try await failure(["raw": "HTTP/1.1 200 OK\r\n"]) == .reset(osCode: nil))
        #expect(try await failure(["raw": ""]) == .reset(osCode: nil))
    }

    @Test func `a reset in the body is told`() async throws {
        let result = try await failure(["body": ["random": 100_000], "cut_at": 50_000, "reset": true])
        let expected: [TransferFailure] = [.reset(osCode: 104), .truncated(received: 50_000, expected: 100_000)]
        #expect(result.map(expected.contains) == true)
    }

    @Test func `a coded body is refused`() async throws {
        #expect(try await failure(["body": ["text": "hello"], "encoding": "gzip"]) == .encoded("gzip"))
        #expect(try await failure(["body": ["text": "hello"], "encoding": "identity"]) == nil)
    }

    @Test func `what is not HTTP is malformed`() async throws {
        #expect(try await failure(["raw": "SSH-2.0-OpenSSH\r\n"]) == .malformedResponse)
        #expect(
            try await failure(["raw": "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"]) != nil)
    }

    @Test func `silence before the headers is a stall`() async throws {
        let result = try await failure(["hold": "never"], idle: .milliseconds(150))
        #expect(result == .stalled(received: 0))
    }

    @Test func `silence within the body is a stall after the bytes that came`() async throws {
        let reply: Reply = ["body": ["random": 100_000], "hold_at": 40_000, "hold": "never"]
        #expect(try await failure(reply, idle: .milliseconds(150)) == .stalled(received: 40_000))
    }

    @Test func `a trickle stays alive`() async throws {
        let reply: Reply = ["body": ["random": 60], "chunk_bytes": 10, "chunk_delay_ms": 60]
        #expect(try await failure(reply, idle: .milliseconds(300)) == nil)
    }

    @Test func `a refused connection names the system's error`() async throws {
        let result = await outcome(TransferRequest(url: "http://127.0.0.1:1/f"))
        #expect(result.failure == .connect(osCode: 111))
    }

    @Test func `a name that does not exist is a resolver's failure`() async throws {
        let result = await outcome(TransferRequest(url: "http://nothing.invalid/f", connectTimeout: .seconds(5)))
        #expect(result.failure == .dns)
    }

    @Test func `other schemes and broken addresses are refused`() async throws {
        #expect(await outcome(TransferRequest(url: "ftp://127.0.0.1/f")).failure == .unsupportedScheme)
        #expect(await outcome(TransferRequest(url: "file:///etc/passwd")).failure == .unsupportedScheme)
        #expect(await outcome(TransferRequest(url: "no address")).failure == .malformedAddress)
        #expect(await outcome(TransferRequest(url: "http://host:99999/")).failure == .malformedAddress)
    }

    @Test(arguments: ["A\r\nB: c", "ok\u{0}"])
    func `a header value that forges a field is refused`(value: String) async throws {
        let request = TransferRequest(url: "http://127.0.0.1:1/f", fields: [HeaderField(name: "X", value: value)])
        #expect(await outcome(request).failure == .malformedRequest)
    }

    @Test(arguments: ["Range", "accept-encoding", "Host", "a b", ""])
    func `a header name that is not the caller's is refused`(name: String) async throws {
        let request = TransferRequest(url: "http://127.0.0.1:1/f", fields: [HeaderField(name: name, value: "v")])
        #expect(await outcome(request).failure == .malformedRequest)
    }

    @Test func `a sink that refuses ends the transfer with its reason`() async throws {
        let page = try origin.page(["body": ["random": 1_000_000]])
        let sink = RecordingSink(onWrite: { _ throws(TransferFailure) in throw .sink(osCode: 28) })
        #expect(await outcome(TransferRequest(url: page.url), into: sink).failure == .sink(osCode: 28))
    }

    @Test func `a rejected body is not read`() async throws {
        let page = try origin.page(["status": 404, "body": ["random": 50_000_000]])
        let sink = RecordingSink()
        let result = await outcome(TransferRequest(url: page.url), into: sink)
        #expect(result.failure == .http(status: 404, retryAfterMilliseconds: nil))
        #expect(sink.bytes.isEmpty)
    }

    @Test func `retry-after arrives in milliseconds`() async throws {
        let page = try origin.page(["status": 503, "retry_after": "120"])
        let sink = RecordingSink()
        _ = await outcome(TransferRequest(url: page.url), into: sink)
        #expect(sink.heads.first?.retryAfterMilliseconds == 120_000)
    }

    @Test func `credentials in the address are sent and never shown`() async throws {
        let page = try origin.page(["body": ["text": "hello"]])
        let url = page.url.replacing("http://", with: "http://user:se%20cret@")
        _ = try await transport.transfer(TransferRequest(url: url), into: RecordingSink())
        // "user:se cret" in base64.
        #expect(try page.requests().first?.headers["authorization"] == "Basic dXNlcjpzZSBjcmV0")
        let address = try RequestAddress(parsing: url)
        #expect(!address.requestText.contains("cret"))
    }

    @Test func `a limit without end is no limit`() async throws {
        let page = try origin.page(["body": ["text": "hello"]])
        let request = TransferRequest(url: page.url, idleTimeout: .seconds(Int64.max))
        #expect(await outcome(request).summary?.bodyBytes == 5)
    }
}
