import Testing

@testable import HoldfastModel

@Suite struct CatalogueTests {
    static let source = "https://a.example/file"

    @Test func `registering names the item and keeps its sources apart`() throws {
        var log = try ModelLog.online()
        var registration = Registration(id: "a", sources: [Self.source])
        registration.title = "A guide"
        registration.expectedBytes = 5
        let decision = try log.run(.register(registration))
        #expect(decision.events.map(\.subject) == [.newItem("a")])
        #expect(decision.events.first?.privatePart?.title == "A guide")
        #expect(log.item("a").catalogue.size == 5 && log.item("a").catalogue.isSizeExact)
        #expect(try log.state.details(of: log.item("a"))?.sources == [Self.source])
        #expect(log.state.totals().items == 1)
    }

    @Test func `registering the same again is a note, something else is refused`() throws {
        var log = try ModelLog.online()
        let registration = Registration(id: "a", sources: [Self.source])
        try log.run(.register(registration))
        #expect(try log.note(.register(registration)) == .alreadyRegistered)
        #expect(log.refusal(.register(filled(registration) { $0.title = "other" })) == .idInUse)
        #expect(log.refusal(.register(filled(registration) { $0.sources = ["https://b.example"] })) == .idInUse)
        #expect(log.refusal(.register(filled(registration) { $0.expectedBytes = 1 })) == .idInUse)
    }

    @Test(arguments: ["", String(repeating: "a", count: 256), "a\u{0}b", "line\nbreak", "a\u{7f}", "a\u{2028}"])
    func `an id that cannot be one is refused`(id: String) throws {
        let log = try ModelLog.online()
        #expect(log.refusal(.register(Registration(id: id, sources: [Self.source]))) == .invalidIdentifier)
    }

    @Test(arguments: [String(repeating: "a", count: 255), "é", "a b", "𝄞"])
    func `any other text is an id`(id: String) throws {
        let log = try ModelLog.online()
        #expect(log.refusal(.register(Registration(id: id, sources: [Self.source]))) == nil)
    }

    @Test(arguments: [
        "ftp://a.example/x", "a.example/x", "https://", "https://user:secret@a.example/", "https://a b/", "",
    ])
    func `a source that cannot be downloaded is refused`(source: String) throws {
        let log = try ModelLog.online()
        #expect(log.refusal(.register(Registration(id: "a", sources: [source]))) == .invalidSource)
    }

    @Test func `the refusal of a source does not repeat it`() throws {
        let log = try ModelLog.online()
        let refusal = #expect(throws: Refusal.self) {
            try decide(
                .register(Registration(id: "a", sources: ["https://user:secret@a.example/"])), in: log.state,
                context: DecisionContext(now: log.now, next: 9))
        }
        #expect(refusal?.message.contains("secret") == false)
    }

    @Test func `an item without a source must not be downloadable`() throws {
        var log = try ModelLog.online()
        #expect(log.refusal(.register(Registration(id: "a"))) == .invalidSource)
        try log.run(.register(filled(Registration(id: "a")) { $0.isDownloadable = false }))
        #expect(log.refusal(.request(item: "a", RequestOptions())) == .notDownloadable)
    }

    @Test func `senseless sizes, too long texts and too many sources are refused`() throws {
        let log = try ModelLog.online()
        let registration = Registration(id: "a", sources: [Self.source])
        #expect(log.refusal(.register(filled(registration) { $0.expectedBytes = -1 })) == .valueOutOfRange)
        let long = String(repeating: "a", count: 1_025)
        #expect(log.refusal(.register(filled(registration) { $0.title = long })) == .valueOutOfRange)
        let sources = [String](repeating: Self.source, count: 17)
        #expect(log.refusal(.register(filled(registration) { $0.sources = sources })) == .valueOutOfRange)
    }

    @Test func `amending replaces what it names and keeps the rest`() throws {
        var log = try ModelLog.online()
        try log.run(.register(filled(Registration(id: "a", sources: [Self.source])) { $0.title = "old" }))
        let amended = Registration(id: "a", sources: ["https://b.example/"])
        let decision = try log.run(.amend(item: "a", amended))
        #expect(decision.events.first?.privatePart?.title == "old")
        #expect(try log.state.details(of: log.item("a"))?.sources == ["https://b.example/"])
        #expect(try log.note(.amend(item: "a", amended)) == .unchanged)
        let sized = filled(Registration(id: "a")) { $0.expectedBytes = 7 }
        #expect(try log.run(.amend(item: "a", sized)).events.first?.privatePart == nil)
        #expect(log.item("a").catalogue.expectedBytes == 7)
        #expect(try log.state.details(of: log.item("a"))?.sources == ["https://b.example/"])
        #expect(log.refusal(.amend(item: "b", amended)) == .unknownItem)
    }

    @Test func `a new source retries a download that failed for its source`() throws {
        var log = try ModelLog.online()
        try log.receive("a")
        #expect(try log.fail("a", .notFound) == ["transferFailed", "downloadFailed"])
        let amended = Registration(id: "a", sources: ["https://b.example/"])
        #expect(try log.events(.amend(item: "a", amended)) == ["itemAmended", "retryRequested"])
        #expect(log.item("a").transfer == .ready)
    }
}

@Suite struct SourceAddressTests {
    @Test(arguments: [
        ("https://A.Example/x?y#z", "https://a.example", SourceFacts.Reach.internet),
        ("HTTP://a.example:8080", "http://a.example:8080", .internet),
        ("http://a.example:/x", "http://a.example", .internet),
        ("http://localhost:1/", "http://localhost:1", .loopback), ("http://127.9.9.9/", "http://127.9.9.9", .loopback),
        ("http://[::1]:80/", "http://[::1]:80", .loopback), ("http://10.0.0.1/", "http://10.0.0.1", .link),
        ("http://172.31.0.1/", "http://172.31.0.1", .link), ("http://172.32.0.1/", "http://172.32.0.1", .internet),
        ("http://nas.local/", "http://nas.local", .link), ("http://[fe80::1]/", "http://[fe80::1]", .link),
        ("http://192.168.1.300/", "http://192.168.1.300", .internet),
    ])
    func `an address is taken apart`(text: String, origin: String, reach: SourceFacts.Reach) throws {
        let address = try SourceAddress(text)
        #expect(address.origin == origin)
        #expect(address.reach == reach)
    }

    @Test(arguments: [
        ("file:///etc/passwd", SourceAddress.Failure.unsupportedScheme), ("https:/a", .unsupportedScheme),
        ("https://?x", .missingHost), ("https://:80/", .missingHost), ("http://a:0/", .invalidPort),
        ("http://a:70000/", .invalidPort), ("http://a:+1/", .invalidPort), ("http://[::1/", .invalidHost),
        ("http://[]/", .invalidHost), ("http://[::1]x/", .invalidPort), ("http://a%41/", .invalidHost),
        ("http://me@a/", .credentials), ("http://a/\u{e9}", .illegalCharacter), ("http://a\\b/", .illegalCharacter),
        (" http://a/", .illegalCharacter), ("http://a/" + String(repeating: "x", count: 8_200), .tooLong),
    ])
    func `an address that is none is refused`(text: String, failure: SourceAddress.Failure) {
        #expect(throws: failure) { try SourceAddress(text) }
    }
}
