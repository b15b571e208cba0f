import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

@Suite(.timeLimit(.minutes(10)))
struct PartialDownloadTests {
    let origin: Origin
    let folder: TemporaryDirectory
    let root: ContentRoot
    let transport: CurlTransport
    let pool = FinishingPool()
    let progress = TransferProgress()
    let observed = Observed()

    init() throws {
        origin = try Origin.shared.get()
        folder = try TemporaryDirectory()
        root = try ContentRoot(path: folder.path, storeID: "01ab", volume: 1, creating: true)
        transport = try CurlTransport()
    }

    private func run(
        _ page: OriginPage, _ rule: ResumeRule = ResumeRule(), idle: Duration = .seconds(20)
    ) async -> Result<ReceivedContent, DownloadStop> {
        var download = PartialDownload(url: page.url, rule: rule)
        download.idleTimeout = idle
        do throws(DownloadStop) {
            return .success(
                try await download.run(
                    number: 7, in: root, over: transport, finishing: pool, progress: progress, observe: observed.add))
        } catch {
            return .failure(error)
        }
    }

    /// The state after a first attempt that was cut.
    private func stage(_ bytes: Int, of page: OriginPage, _ reply: Reply) async throws {
        try page.script([reply.merging(["cut_at": bytes]) { $1 }])
        let stop = await run(page)
        #expect(stop.failure?.durableBytes == Int64(bytes))
        observed.clear()
    }

    private static let content: Reply = ["body": ["random": 100_000, "seed": 3], "etag": "\"a\""]
    private static let staged = ResumeRule(stagedBytes: 40_000, stagedTotal: 100_000, validator: "\"a\"")

    @Test func `a whole body is staged and hashed`() async throws {
        let page = try origin.page(Self.content)
        let received = try await run(page).get()
        #expect(received.bytes == 100_000)
        #expect(received.digest == (try page.digest()))
        #expect(received.head?.strongValidator == "\"a\"")
        #expect(progress.bytesWritten == 100_000 && progress.totalBytes == 100_000)
        #expect(try root.digest(ofPartial: 7, .sha256) == received.digest)
        #expect(observed.kinds == ["response 200"])
    }

    @Test func `an empty body makes an empty file`() async throws {
        let received = try await run(try origin.page([:])).get()
        #expect(received.bytes == 0)
        #expect(received.digest == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(try root.partialSize(7) == 0)
    }

    @Test func `64 MiB arrive with the right digest`() async throws {
        let page = try origin.page(["body": ["random": 64 << 20, "seed": 9]])
        let received = try await run(page).get()
        #expect(received.bytes == 64 << 20)
        #expect(received.digest == (try page.digest()))
    }

    @Test func `a cut is durable, then continued with exactly the missing bytes`() async throws {
        let page = try origin.page([:])
        try page.script([Self.content.merging(["cut_at": 40_000]) { $1 }, Self.content])
        let stop = await run(page).failure
        #expect(stop?.failure == .truncated(received: 40_000, expected: 100_000))
        #expect(stop?.durableBytes == 40_000)
        #expect(observed.kinds == ["response 200", "checkpoint 40000"])
        let received = try await run(page, Self.staged).get()
        #expect(received.digest == (try page.digest()))
        #expect(received.wireBytes == 60_000)
        let request = try #require(try page.requests().last)
        #expect(request.range == "bytes=40000-" && request.ifRange == "\"a\"")
        #expect(request.status == 206 && request.bytesSent == 60_000)
    }

    @Test func `bytes beyond the trusted ones are cut and fetched again`() async throws {
        let page = try origin.page([:])
        try await stage(50_000, of: page, Self.content)
        try page.script([Self.content])
        let received = try await run(page, Self.staged).get()
        #expect(received.digest == (try page.digest()))
        #expect(try page.requests().last?.range == "bytes=40000-")
    }

    @Test func `a file shorter than what was durable is fetched anew`() async throws {
        let page = try origin.page([:])
        try await stage(30_000, of: page, Self.content)
        try page.script([Self.content])
        let received = try await run(page, Self.staged).get()
        #expect(received.digest == (try page.digest()))
        #expect(try page.requests().last?.range == nil)
        #expect(observed.kinds == ["discard 40000 lost", "response 200"])
    }

    @Test func `a failure before any response keeps what was trusted`() async throws {
        try folder.write(Array(repeating: 1, count: 50_000), to: "partial/7.part")
        let nowhere = OriginPage(origin: origin, path: "/")
        var download = PartialDownload(url: nowhere.url.replacing(":\(origin.port)", with: ":1"), rule: Self.staged)
        download.connectTimeout = .seconds(5)
        await #expect(throws: DownloadStop(failure: .connect(osCode: 111), durableBytes: 40_000, wireBytes: 0)) {
            _ = try await download.run(
                number: 7, in: root, over: transport, finishing: pool, progress: progress, observe: observed.add)
        }
        #expect(observed.kinds == ["checkpoint 40000"])
        #expect(try root.partialSize(7) == 50_000)
    }

    @Test func `a server that ignores the range restarts the file`() async throws {
        let page = try origin.page([:])
        try await stage(40_000, of: page, Self.content)
        try page.script([Self.content.merging(["ignore_range": true]) { $1 }])
        let received = try await run(page, Self.staged).get()
        #expect(received.digest == (try page.digest()))
        #expect(try root.partialSize(7) == 100_000)
        #expect(observed.kinds == ["response 200", "discard 40000 rangeIgnored"])
    }

    @Test func `content that changed is fetched anew as a whole`() async throws {
        let page = try origin.page([:])
        try await stage(40_000, of: page, Self.content)
        try page.script([["body": ["random": 100_000, "seed": 4], "etag": "\"b\""]])
        let received = try await run(page, Self.staged).get()
        #expect(received.digest == (try page.digest()))
        #expect(observed.kinds == ["response 200", "discard 40000 validatorChanged"])
    }

    @Test(
        arguments: [["wrong_range_start": 36_864], ["content_range": ""], ["range_total": 120_000]]
            as [[String: any Sendable]])
    func `a wrong part is thrown away and the whole asked for once`(fault: [String: any Sendable]) async throws {
        let page = try origin.page([:])
        try await stage(40_000, of: page, Self.content)
        try page.script([Self.content.merging(fault) { $1 }])
        let received = try await run(page, Self.staged).get()
        #expect(received.digest == (try page.digest()))
        #expect(try page.requests().suffix(2).map(\.range) == ["bytes=40000-", nil])
        #expect(observed.kinds.count == 3)
    }

    @Test func `a server that sends parts to everybody is refused`() async throws {
        let page = try origin.page([:])
        try await stage(40_000, of: page, Self.content)
        try page.script([["status": 206, "headers": ["Content-Range": "bytes 1-4/5"], "body": ["text": "abcd"]]])
        let stop = await run(page, Self.staged).failure
        #expect(stop?.failure == .rangeNotHonoured)
        #expect(stop?.durableBytes == 0)
        #expect(try page.requests().count == 3)
    }

    @Test func `416 with the staged size completes without a byte`() async throws {
        let page = try origin.page([:])
        try await stage(99_999, of: page, Self.content)
        try page.script([Self.content])
        _ = try await run(page, ResumeRule(stagedBytes: 99_999, validator: "\"a\"")).get()
        let received = try await run(page, ResumeRule(stagedBytes: 100_000, validator: "\"a\"")).get()
        #expect(received.bytes == 100_000 && received.wireBytes == 0 && received.head == nil)
        #expect(received.digest == (try page.digest()))
        #expect(try page.requests().last?.status == 416)
    }

    @Test func `416 without a size drops the file and asks once from zero`() async throws {
        let page = try origin.page([:])
        let long: Reply = ["body": ["random": 130_000, "seed": 3], "etag": "\"a\""]
        try await stage(120_000, of: page, long)
        try page.script([Self.content.merging(["content_range": ""]) { $1 }])
        let received = try await run(page, ResumeRule(stagedBytes: 120_000, validator: "\"a\"")).get()
        #expect(received.digest == (try page.digest()))
        #expect(observed.kinds == ["response 416", "discard 120000 rangeIgnored", "response 200"])
        #expect(try page.requests().suffix(2).map(\.range) == ["bytes=120000-", nil])
    }

    @Test func `a refused response leaves the staged bytes alone`() async throws {
        let page = try origin.page([:])
        try await stage(40_000, of: page, Self.content)
        try page.script([["status": 503, "retry_after": "7", "body": ["text": "later"]]])
        let stop = await run(page, Self.staged).failure
        #expect(stop?.failure == .http(status: 503, retryAfterMilliseconds: 7_000))
        #expect(stop?.durableBytes == 40_000)
        #expect(try root.partialSize(7) == 40_000)
    }

    @Test func `a refused first response leaves no file`() async throws {
        let stop = await run(try origin.page(["status": 404])).failure
        #expect(
            stop
                == DownloadStop(failure: .http(status: 404, retryAfterMilliseconds: nil), durableBytes: 0, wireBytes: 0)
        )
        #expect(try root.partialSize(7) == nil)
    }

    @Test func `a coded body writes nothing`() async throws {
        let stop = await run(try origin.page(["body": ["text": "hello"], "encoding": "gzip"])).failure
        #expect(stop?.failure == .encoded("gzip"))
        #expect(observed.kinds == ["response 200 refused"])
        #expect(try root.partialSize(7) == nil)
    }

    @Test func `cancelling makes what came durable`() async throws {
        let page = try origin.page(Self.content.merging(["hold_at": 40_000, "hold": "never"]) { $1 })
        let task = Task { await run(page) }
        while progress.bytesWritten < 40_000 { await Task.yield() }
        task.cancel()
        let stop = await task.value.failure
        #expect(stop?.failure == .cancelled)
        #expect(stop?.durableBytes == 40_000)
        #expect(progress.durableBytes == 40_000)
    }

    @Test func `a link in the partial file's place is not followed`() async throws {
        try folder.write(Array("precious".utf8), to: "victim")
        try ChildProcess.run("ln", "-s", folder.file("victim"), folder.file("partial/7.part"))
        let stop = await run(try origin.page(Self.content), ResumeRule(stagedBytes: 5, hasExpectedDigest: true)).failure
        #expect(stop?.failure.failureClass == .file)
        #expect(folder.read("victim") == Array("precious".utf8))
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

/// What a download reported, in short words.
final class Observed: Sendable {
    private let state = Mutex([String]())

    var kinds: [String] { state.withLock { $0 } }
    func clear() { state.withLock { $0 = [] } }

    @Sendable func add(_ observation: DownloadObservation) {
        let word =
            switch observation {
            case .responseReceived(let head): "response \(head.status)\(head.isRefused ? " refused" : "")"
            case .partialDiscarded(let bytes, let reason): "discard \(bytes) \(reason)"
            case .checkpointed(let bytes): "checkpoint \(bytes)"
            }
        state.withLock { $0.append(word) }
    }
}
