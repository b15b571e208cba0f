import HoldfastTestSupport
import Testing

@testable import Holdfast

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
    let origin: Origin
    let transport: CurlTransport

    init() throws {
        origin = try Origin.shared.get()
        transport = try CurlTransport()
    }

    private func failure(_ request: TransferRequest) async -> TransferFailure? {
        do throws(TransferFailure) {
            _ = try await transport.transfer(request, into: RecordingSink())
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is followed and counted`(status: Int) async throws {
        let target = try origin.page(["body": ["text": "there"]])
        let page = try origin.page(["redirect": target.url, "status": status, "body": ["text": "moved"]])
        let sink = RecordingSink()
        let summary = try await transport.transfer(TransferRequest(url: page.url), into: sink)
        #expect(sink.bytes == Array("there".utf8))
        #expect(sink.heads.count == 1)
        #expect(summary.head.redirects == 1)
        #expect(!summary.head.finalHostDiffers)
    }

    @Test func `a relative location counts from the folder of the address`() async throws {
        let page = try origin.page(["redirect": "next.bin"], name: "first.bin")
        let folder = page.path.dropLast("first.bin".count)
        try OriginPage(origin: origin, path: folder + "next.bin").script([["body": ["text": "there"]]])
        let sink = RecordingSink()
        _ = try await transport.transfer(TransferRequest(url: page.url), into: sink)
        #expect(sink.bytes == Array("there".utf8))
    }

    @Test func `ten redirects are followed and the eleventh is refused`() async throws {
        let page = try origin.page([:])
        var replies: [Reply] = Array(repeating: ["redirect": page.url], count: 10)
        try page.script(replies + [["body": ["text": "there"]]])
        #expect(await failure(TransferRequest(url: page.url)) == nil)
        replies.append(["redirect": page.url])
        try page.script(replies)
        #expect(await failure(TransferRequest(url: page.url)) == .tooManyRedirects)
    }

    @Test func `credentials stay within the origin`() async throws {
        let target = try origin.page(["body": ["text": "there"]])
        let fields = [
            HeaderField(name: "Authorization", value: "Bearer T"), HeaderField(name: "Cookie", value: "a=b"),
            HeaderField(name: "X-Api-Key", value: "K"), HeaderField(name: "Accept", value: "x/y"),
        ]
        let within = try origin.page(["redirect": target.url])
        #expect(await failure(TransferRequest(url: within.url, fields: fields)) == nil)
        let kept = try #require(try target.requests().last?.headers)
        #expect(kept["authorization"] == "Bearer T" && kept["cookie"] == "a=b" && kept["x-api-key"] == "K")

        let across = try origin.page(["redirect": target.urlOfOtherOrigin])
        #expect(await failure(TransferRequest(url: across.url, fields: fields)) == nil)
        let dropped = try #require(try target.requests().last?.headers)
        #expect(dropped["authorization"] == nil && dropped["cookie"] == nil && dropped["x-api-key"] == nil)
        #expect(dropped["accept"] == "x/y")
    }

    @Test func `credentials of the address stay within the origin, and do not come back`() async throws {
        let target = try origin.page(["body": ["text": "there"]])
        let back = try origin.page(["redirect": target.url])
        let page = try origin.page(["redirect": back.urlOfOtherOrigin])
        let url = page.url.replacing("http://", with: "http://user:secret@")
        let sink = RecordingSink()
        let summary = try await transport.transfer(TransferRequest(url: url), into: sink)
        #expect(try page.requests().first?.headers["authorization"] != nil)
        #expect(try back.requests().first?.headers["authorization"] == nil)
        #expect(try target.requests().first?.headers["authorization"] == nil)
        #expect(summary.head.redirects == 2)
    }

    @Test func `another host at the end is told`() async throws {
        let target = try origin.page(["body": ["text": "there"]])
        let page = try origin.page(["redirect": target.urlOfOtherOrigin])
        let summary = try await transport.transfer(TransferRequest(url: page.url), into: RecordingSink())
        #expect(summary.head.finalHostDiffers)
    }

    @Test func `the range travels along`() async throws {
        let target = try origin.page(["body": ["random": 1000], "etag": "\"a\""])
        let page = try origin.page(["redirect": target.urlOfOtherOrigin])
        let request = TransferRequest(url: page.url, range: RangeRequest(firstByte: 400, ifRange: "\"a\""))
        let sink = RecordingSink(decide: { .accept(writeFrom: $0.rangeStart ?? 0) })
        let summary = try await transport.transfer(request, into: sink)
        #expect(summary.head.status == 206 && summary.head.rangeStart == 400 && summary.head.rangeTotal == 1000)
        #expect(sink.bytes.count == 600)
    }

    @Test(arguments: ["ftp://127.0.0.1/f", "file:///etc/passwd"])
    func `a redirect to another scheme is refused`(location: String) async throws {
        let page = try origin.page(["redirect": location])
        #expect(await failure(TransferRequest(url: page.url)) == .unsupportedScheme)
    }

    @Test func `a redirect with a large body costs only its head`() async throws {
        let target = try origin.page(["body": ["text": "there"]])
        let page = try origin.page(["redirect": target.url, "body": ["random": 30_000_000], "rate": 1_000_000])
        let summary = try await transport.transfer(TransferRequest(url: page.url), into: RecordingSink())
        #expect(summary.wireBytes < 1_000_000)
    }

    @Test func `a redirect without a target is the answer`() async throws {
        let page = try origin.page(["status": 302])
        #expect(await failure(TransferRequest(url: page.url)) == .http(status: 302, retryAfterMilliseconds: nil))
    }

    @Test func `https needs a certificate that is trusted`() async throws {
        let secure = try Origin.secure.get()
        let page = try secure.page(["body": ["text": "safe"]])
        #expect(await failure(TransferRequest(url: page.url)) == .tls(code: 60))
    }

    @Test func `a redirect from https to http is refused`() async throws {
        let secure = try Origin.secure.get()
        let certificate = try OriginCertificate.shared.get().certificateFile
        let trusting = try CurlTransport(options: CurlTransport.Options(certificateFile: certificate))
        let plain = try origin.page(["body": ["text": "open"]])
        let safe = try secure.page(["body": ["text": "safe"]])
        let sink = RecordingSink()
        _ = try await trusting.transfer(TransferRequest(url: safe.url), into: sink)
        #expect(sink.bytes == Array("safe".utf8))
        let page = try secure.page(["redirect": plain.url])
        await #expect(throws: TransferFailure.insecureRedirect) {
            _ = try await trusting.transfer(TransferRequest(url: page.url), into: RecordingSink())
        }
        #expect(try plain.requests().isEmpty)
        await trusting.shutdown()
    }
}
