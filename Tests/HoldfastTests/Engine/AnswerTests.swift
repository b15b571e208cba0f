import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// What servers answer: odd ranges, changed files, short bodies, refusals.
@Suite(.timeLimit(.minutes(10))) struct AnswerTests {
    static let body: [String: any Sendable] = ["random": 100_000, "seed": 3]
    static let cut: Reply = ["body": body, "etag": "\"a\"", "cut_at": 40_000]
    let scene: EngineScene
    let clock = VirtualClock()

    init() throws { scene = try EngineScene() }

    /// Runs one item to its end; no wait takes any time.
    private func run(_ page: OriginPage, digest: Bool = false) async throws -> Item? {
        let engine = try await scene.open { $0.clock = VirtualClock(isLeaping: true) }
        try await engine.register(scene.registration("f", page, digest: digest))
        try await engine.request("f")
        await engine.untilIdle()
        let item = try await engine.item("f")
        try await engine.close()
        #expect(try scene.verify().problems == [])
        return item
    }

    private func content() -> Data? {
        scene.contents.first.flatMap { scene.directory.read("store/content/\($0)") }.map { Data($0) }
    }

    private func original(seed: Int = 3) throws -> String {
        let page = try scene.origin.page(["body": ["random": 100_000, "seed": seed]])
        return try page.digest()
    }

    // C14
    @Test(
        arguments: [
            ["ignore_range": true], ["wrong_range_start": 36_864], ["content_range": ""], ["range_total": 120_000],
        ] as [Reply])
    func `an answer with another range than was asked for never mixes bytes`(_ odd: Reply) async throws {
        let whole: Reply = ["body": Self.body, "etag": "\"a\""]
        let page = try scene.origin.page(Self.cut, whole.merging(odd) { $1 }, whole)
        let item = try await run(page)
        #expect(item?.installed.map { "\($0.digest)" } == (try original()), "\(String(describing: item))")
        let requests = try page.requests()
        #expect(requests.prefix(2).map(\.range) == [nil, "bytes=40000-"])
    }

    // C16 (a)
    @Test func `a file that changed between attempts is downloaded anew`() async throws {
        let page = try scene.origin.page(Self.cut, ["body": ["random": 100_000, "seed": 4], "etag": "\"b\""])
        let item = try await run(page)
        #expect(item?.installed.map { "\($0.digest)" } == (try original(seed: 4)))
        let discarded = try scene.records(of: "item:f").compactMap {
            if case .partialDiscarded(let event) = $0.event { event.reason } else { nil }
        }
        #expect(discarded == [.known(.validatorChanged)])
    }

    // C16 (b)
    @Test func `a validator that never stands still ends in failure, not in a loop`() async throws {
        let replies: [Reply] = (0..<40).map {
            ["body": Self.body, "etag": "\"n\($0)\"", "cut_at": 50_000]
        }
        let page = try scene.origin.page()
        try page.script(replies)
        let item = try await run(page)
        guard case .failed(let failure, _) = item?.transfer else {
            Issue.record("\(String(describing: item))")
            return
        }
        #expect(failure.class == .known(.changed))
        #expect(try page.requests().count < 10)
        #expect(scene.contents == [])
    }

    // C16 (b)
    @Test func `with a digest a flapping validator does not stop it`() async throws {
        let page = try scene.origin.page()
        try page.script(
            (0..<3).map { ["body": Self.body, "etag": "\"n\($0)\"", "cut_at": 50_000] }
                + [["body": Self.body, "etag": "\"x\""]])
        let item = try await run(page, digest: true)
        #expect(item?.installed.map { "\($0.digest)" } == (try original()))
    }

    // C16 (c)
    @Test(arguments: ["W/\"a\"", nil] as [String?])
    func `without a strong validator it starts over instead of resuming`(_ etag: String?) async throws {
        var cut: Reply = ["body": Self.body, "cut_at": 40_000]
        var whole: Reply = ["body": Self.body]
        if let etag { (cut["etag"], whole["etag"]) = (etag, etag) }
        let page = try scene.origin.page(cut, whole)
        let item = try await run(page)
        #expect(item?.installed.map { "\($0.digest)" } == (try original()))
        #expect(try page.requests().map(\.range) == [nil, nil])
    }

    // C18
    @Test func `a body that ends early is continued, never accepted`() async throws {
        let short: Reply = ["body": Self.body, "etag": "\"a\"", "cut_at": 95_000]
        let page = try scene.origin.page(short, ["body": Self.body, "etag": "\"a\""])
        let item = try await run(page)
        #expect(item?.installed?.bytes == 100_000)
        #expect(try page.requests().map(\.range) == [nil, "bytes=95000-"])
        let failures = try scene.records(of: "item:f").compactMap {
            if case .transferFailed(let event) = $0.event { event } else { nil }
        }
        #expect(failures.map(\.failure.code) == ["truncated"])
        #expect(failures.map(\.durableBytes) == [95_000])
    }

    // C18
    @Test func `a chunked body without its last chunk is not complete`() async throws {
        let short: Reply = ["body": Self.body, "etag": "\"a\"", "chunked": true, "cut_at": 95_000]
        let page = try scene.origin.page(short, ["body": Self.body, "etag": "\"a\"", "chunked": true])
        let item = try await run(page)
        #expect(item?.installed.map { "\($0.digest)" } == (try original()))
    }

    // C18
    @Test func `a body of unknown length with nothing to prove it by is refused`() async throws {
        let page = try scene.origin.page(["body": Self.body, "no_length": true])
        let item = try await run(page)
        guard case .failed(let failure, _) = item?.transfer else {
            Issue.record("\(String(describing: item))")
            return
        }
        #expect(failure.code == "length-unknown")
        #expect(scene.contents == [] && scene.partials == [])
    }

    // C23
    @Test func `an address that is gone fails at once`() async throws {
        let page = try scene.origin.page(["status": 404])
        let item = try await run(page)
        guard case .failed(let failure, let needs) = item?.transfer else {
            Issue.record("\(String(describing: item))")
            return
        }
        #expect(failure.class == .known(.notFound) && needs == .known(.source))
        #expect(try page.requests().count == 1)
    }

    // C23
    @Test func `a server that keeps failing is tried as often as the budget says`() async throws {
        let page = try scene.origin.page(["status": 503])
        let item = try await run(page)
        guard case .failed = item?.transfer else {
            Issue.record("\(String(describing: item))")
            return
        }
        #expect(try page.requests().count == 8)
        let delays = try scene.records(of: "item:f").compactMap {
            if case .retryScheduled(let event) = $0.event { event.delayInMilliseconds } else { nil }
        }
        #expect(delays.count == 7 && delays.allSatisfy { (1_000...300_000).contains($0) })
    }

    // C22
    @Test func `a wrong file is downloaded once more, and then the item fails`() async throws {
        let page = try scene.origin.page(["body": Self.body])
        let item: Registration = {
            var item = Registration(id: "f", sources: [page.url])
            item.expectedDigest = Digest(sha256: Array(repeating: 7, count: 32))
            return item
        }()
        let clock = clock
        let engine = try await scene.open { $0.clock = clock }
        try await engine.register(item)
        try await engine.request("f")
        try await engine.wait(for: .retryScheduled, of: "f")
        clock.advance(bySeconds: 400)
        try await engine.wait(for: .downloadFailed, of: "f")
        await engine.untilIdle()
        guard case .failed(let failure, _)? = try await engine.item("f")?.transfer else {
            Issue.record("not failed")
            return
        }
        #expect(failure.class == .known(.integrity))
        #expect(try page.requests().count == 2)
        try await engine.close()
        #expect(scene.contents == [] && scene.partials == [])
    }

    // C23
    @Test func `Retry-After holds the whole host for as long as it says`() async throws {
        let busy = try scene.origin.page(["status": 429, "retry_after": "120"], ["body": Self.body])
        let other = try scene.origin.page(["body": Self.body])
        let clock = clock
        let engine = try await scene.open { $0.clock = clock }
        try await engine.set("queue.maxConcurrent", to: "1")
        try await engine.register(scene.registration("busy", busy, digest: false))
        try await engine.request("busy")
        try await engine.wait(for: .retryScheduled, of: "busy")
        try await engine.register(scene.registration("other", other))
        try await engine.request("other")
        #expect(try await engine.blockers(of: "other") == [.backoff])
        clock.advance(bySeconds: 119)
        // A command makes the engine look again.
        try await engine.set("ui.undoMs", to: "1")
        #expect(try busy.requests().count == 1)
        #expect(try other.requests().isEmpty)
        clock.advance(bySeconds: 2)
        try await engine.wait(for: .contentPublished, of: "other")
        try await engine.wait(for: .contentPublished, of: "busy")
        try await engine.close()
    }

    // C24
    @Test func `a clock set back does not lengthen a wait`() async throws {
        let page = try scene.origin.page(["status": 503], ["body": Self.body])
        let clock = clock
        let engine = try await scene.open { $0.clock = clock }
        try await engine.register(scene.registration("f", page, digest: false))
        try await engine.request("f")
        try await engine.wait(for: .retryScheduled, of: "f")
        clock.setWall(bySeconds: -63_000_000)
        clock.advance(bySeconds: 301)
        try await engine.wait(for: .contentPublished, of: "f")
        try await engine.close()
    }
}
