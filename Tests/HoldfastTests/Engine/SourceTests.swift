import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Where the bytes of an item may come from, and that those of two versions never end up in one file.
@Suite(.timeLimit(.minutes(10))) struct SourceTests {
    static let right: [String: any Sendable] = ["random": 100_000, "seed": 3]
    static let wrong: [String: any Sendable] = ["random": 100_000, "seed": 4]
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    /// Runs one item to its end, in no time; the digest of what is installed then.
    private func fetch(_ item: Registration) async throws -> String? {
        let engine = try await scene.open { $0.clock = VirtualClock(isLeaping: true) }
        try await engine.fetch(item)
        let installed = try await engine.item(item.id)?.installed
        try await engine.close()
        #expect(try scene.verify().problems == [])
        return installed.map { "\($0.digest)" }
    }

    private func digest(of body: [String: any Sendable]) throws -> String {
        try scene.origin.page(["body": body]).digest()
    }

    @Test func `two sources that name different files alike are never mixed`() async throws {
        let first = try scene.origin.page(
            ["body": Self.right, "etag": "\"1\"", "cut_at": 40_000], ["status": 503])
        let second = try scene.origin.page(["body": Self.wrong, "etag": "\"1\""])
        let item = Registration(id: "f", sources: [first.url, second.urlOfOtherOrigin])
        #expect(try await fetch(item) == digest(of: Self.wrong))
        #expect(try second.requests().map(\.range) == [nil])
    }

    @Test func `with several sources a download still goes on where the same one left off`() async throws {
        let first = try scene.origin.page(
            ["body": Self.right, "etag": "\"1\"", "cut_at": 40_000], ["body": Self.right, "etag": "\"1\""])
        let second = try scene.origin.page(["status": 503])
        let item = Registration(id: "f", sources: [first.url, second.urlOfOtherOrigin])
        #expect(try await fetch(item) == digest(of: Self.right))
        #expect(try first.requests().map(\.range) == [nil, "bytes=40000-"])
        #expect(try second.requests().count == 1)
    }

    @Test func `with a digest bytes of one source are continued from another`() async throws {
        let first = try scene.origin.page(["body": Self.right, "etag": "\"1\"", "cut_at": 40_000], ["status": 503])
        let second = try scene.origin.page(["body": Self.right])
        var item = Registration(id: "f", sources: [first.url, second.urlOfOtherOrigin])
        item.expectedDigest = Digest(try digest(of: Self.right))
        #expect(try await fetch(item) == digest(of: Self.right))
        #expect(try second.requests().map(\.range) == ["bytes=40000-"])
    }

    @Test func `a partial that was poisoned is found out by the digest and fetched anew`() async throws {
        let page = try scene.origin.page(
            ["body": Self.wrong, "etag": "\"1\"", "cut_at": 40_000], ["body": Self.right, "etag": "\"1\""])
        var item = Registration(id: "f", sources: [page.url])
        item.expectedDigest = Digest(try digest(of: Self.right))
        #expect(try await fetch(item) == digest(of: Self.right))
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-", nil])
        #expect(try scene.events(of: "item:f").filter { $0 == .verificationFailed }.count == 1)
    }

    // C25 (b)
    @Test func `a download goes on at its own address, however lasting a redirect was`() async throws {
        let target = try scene.origin.page(
            ["body": Self.right, "etag": "\"1\"", "cut_at": 40_000], ["body": Self.right, "etag": "\"1\""])
        let page = try scene.origin.page(["redirect": target.url, "status": 301])
        #expect(try await fetch(scene.registration("f", page, digest: false)) == digest(of: Self.right))
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
        #expect(try target.requests().map(\.range) == [nil, "bytes=40000-"])
    }

    // C25 (a)
    @Test func `what the authorizer gives never reaches another origin`() async throws {
        struct Bearer: RequestAuthorizer {
            func fields(for address: String, item: String) -> [HeaderField] {
                [HeaderField(name: "Authorization", value: "Bearer T")]
            }
        }
        let target = try scene.origin.page(["body": Self.right])
        let page = try scene.origin.page(["redirect": target.urlOfOtherOrigin])
        let engine = try await scene.open { $0.authorizer = Bearer() }
        try await engine.fetch(scene.registration("f", page, digest: false))
        #expect(try await engine.item("f")?.installed != nil)
        try await engine.close()
        #expect(try page.requests().first?.headers["authorization"] == "Bearer T")
        #expect(try target.requests().first?.headers["authorization"] == nil)
    }

    @Test func `the page of an error is never part of the file`() async throws {
        let whole: Reply = ["body": Self.right, "etag": "\"1\""]
        let error: Reply = ["status": 503, "body": ["random": 60_000, "seed": 9], "etag": "\"1\""]
        let page = try scene.origin.page(error, whole.merging(["cut_at": 40_000]) { $1 }, error, whole)
        #expect(try await fetch(scene.registration("f", page, digest: false)) == digest(of: Self.right))
        #expect(try page.requests().map(\.range) == [nil, nil, "bytes=40000-", "bytes=40000-"])
    }

    @Test func `an empty file is content as any other`() async throws {
        let page = try scene.origin.page([:])
        var item = try scene.registration("f", page)
        item.expectedBytes = 0
        #expect(try await fetch(item) == page.digest())
        #expect(scene.contents.count == 1)
    }

    @Test func `a file of unknown size is taken where its end is told`() async throws {
        let page = try scene.origin.page(["body": Self.right, "chunked": true])
        #expect(try await fetch(scene.registration("f", page, digest: false)) == digest(of: Self.right))
    }

    // C19
    @Test(arguments: ["digest", "type", "type and size, and no redirect"])
    func `a sign-in page is never the file, and the file comes once it is gone`(known: String) async throws {
        let portal = try scene.origin.page(["portal": true])
        let isInPlace = known.contains("no redirect")
        let page = try scene.origin.page(
            isInPlace ? ["portal": true] : ["redirect": portal.urlOfOtherOrigin], ["body": Self.right])
        var item = Registration(id: "f", sources: [page.url])
        if known == "digest" {
            item.expectedDigest = Digest(try digest(of: Self.right))
        } else {
            item.mediaType = "application/zip"
        }
        if isInPlace { item.expectedBytes = 100_000 }
        #expect(try await fetch(item) == digest(of: Self.right))
        #expect(scene.contents.count == 1)
    }

    // C19
    @Test func `a sign-in page of another size than promised is not taken`() async throws {
        let portal = try scene.origin.page(["portal": true])
        let page = try scene.origin.page(["redirect": portal.urlOfOtherOrigin])
        var item = Registration(id: "f", sources: [page.url])
        item.expectedBytes = 100_000
        #expect(try await fetch(item) == nil)
        #expect(scene.contents == [] && scene.partials == [])
    }
}
