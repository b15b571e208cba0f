import Foundation
import HoldfastTestSupport
import Synchronization
import Testing

@testable import Holdfast

/// What `privacy.logUrls` keeps out of the log stands in no file of the store, and content comes all the same.
@Suite(.timeLimit(.minutes(10))) struct AddressBookTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    /// Everything that the store's files hold, and the names of the files.
    private func everything() throws -> Data {
        var all = Data()
        let root = URL(fileURLWithPath: scene.storePath)
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
            all += Data(file.lastPathComponent.utf8)
            if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                all += try Data(contentsOf: file)
            }
        }
        return all
    }

    private func isKept(_ text: String) throws -> Bool { try everything().range(of: Data(text.utf8)) != nil }

    private func open(_ book: Book?) async throws -> OfflineEngine { try await scene.open { $0.addressBook = book } }

    @Test(arguments: ["full", "host", "none"]) func `a download leaves no more of its address than is to be kept`(
        _ kept: String
    ) async throws {
        let page = try scene.origin.page(["body": ["random": 100_000]])
        let book = Book()
        let engine = try await open(book)
        try await engine.set("privacy.logUrls", to: kept)
        let item = try scene.registration("f", page)
        book.give(item)
        try await engine.fetch(item)
        #expect(try await engine.bytes(of: "f")?.count == 100_000)
        // An app that registers its catalogue at every launch is told that nothing is new.
        #expect(try await engine.register(item).note == .alreadyRegistered)
        let shown = try await engine.read { try $0.report(on: "f")?.sources }
        try await engine.close()
        let host = try SourceAddress(page.url).origin
        #expect(shown == ["full": item.sources, "host": ["\(host)/"], "none": []][kept])
        #expect(try isKept(String(page.path.dropFirst())) == (kept == "full"))
        #expect(try isKept(host) == (kept != "none"))
        #expect(try page.requests().count == 1)
        #expect(try scene.verify().problems == [])
    }

    @Test func `a transfer that was cut off goes on after a restart with the address from the book`() async throws {
        let page = try scene.origin.page()
        let body: Reply = ["body": ["random": 100_000, "seed": 3], "etag": "\"a\""]
        try page.script([body.merging(["cut_at": 40_000]) { $1 }, body])
        let book = Book()
        let item = try scene.registration("f", page)
        let first = try await open(nil)
        try await first.set("privacy.logUrls", to: "host")
        try await first.register(item)
        try await first.request("f")
        let failed = try await first.wait(for: .downloadFailed, of: "f")
        guard case .downloadFailed(let failure) = failed.event else { return }
        #expect(failure.failure == Failure(.policy, "address-unknown"))
        #expect(try page.requests().isEmpty)
        try await first.close()
        book.give(item)
        let second = try await open(book)
        try await second.retry("f")
        try await second.wait(for: .contentPublished, of: "f")
        try await second.close()
        #expect(try page.requests().map(\.range) == [nil, "bytes=40000-"])
    }

    @Test func `an address on another host is none of the item's`() async throws {
        let page = try scene.origin.page(["body": ["random": 1_000]])
        let book = Book()
        let engine = try await open(book)
        try await engine.set("privacy.logUrls", to: "host")
        var item = try scene.registration("f", page)
        try await engine.register(item)
        item.sources = ["http://127.0.0.2:1/elsewhere"]
        book.give(item)
        try await engine.request("f")
        try await engine.wait(for: .downloadFailed, of: "f")
        #expect(try page.requests().isEmpty)
        try await engine.close()
    }

    @Test func `what the log has stays, and what is amended is kept as the setting says now`() async throws {
        let (old, new) = (try scene.origin.page(), try scene.origin.page())
        let engine = try await open(Book())
        var item = Registration(id: "f", sources: [old.url])
        try await engine.register(item)
        try await engine.set("privacy.logUrls", to: "none")
        #expect(try await engine.register(item).note == .alreadyRegistered)
        item.sources = [new.url]
        try await engine.amend(item)
        try await engine.close()
        #expect(try isKept(String(old.path.dropFirst())))
        #expect(try !isKept(String(new.path.dropFirst())))
    }
}

/// Sources by item, as an app has them.
private final class Book: AddressBook {
    private let items = Mutex<[String: [String]]>([:])

    func give(_ item: Registration) { items.withLock { $0[item.id] = item.sources } }

    func sources(of item: String) async throws -> [String] {
        guard let sources = items.withLock({ $0[item] }) else { throw CancellationError() }
        return sources
    }
}
