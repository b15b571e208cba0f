import Foundation
import HoldfastPage
import HoldfastTestSupport
import Testing

@testable import HoldfastCLI
@testable import HoldfastModel

/// What stands in the file.
@Suite struct PageTests {
    @Test func `a redacted page has no private word in it`() throws {
        let open = try MadeReport(of: BrowsedHistory.write)
        let told = try text(of: open)
        for word in ["Field guide of secrets", "content.example.net"] { #expect(told.contains(word)) }
        #expect(told.contains(open.folder.path))
        try open.make(["--redact"])
        let redacted = try text(of: open)
        for word in BrowsedHistory.privateWords + ["document.title=", open.folder.path] {
            let count = redacted.components(separatedBy: word).count - 1
            // The malicious id stays, as ids do.
            #expect(count == (word == "document.title=" ? idCount(redacted) : 0), "\(word) stands there \(count) times")
        }
        #expect(redacted.contains("host 1") && redacted.contains("guide"))
    }

    /// How often the id with that word in it stands there.
    private func idCount(_ text: String) -> Int { text.components(separatedBy: "onerror=").count - 1 }

    @Test func `nothing that the store holds can begin or end an element`() throws {
        let html = try MadeReport(of: BrowsedHistory.write).text()
        #expect(html.components(separatedBy: "</script>").count == 3)
        #expect(html.components(separatedBy: "<script").count == 3)
        let start = try #require(html.range(of: "id=\"data\">"))
        let end = try #require(html.range(of: "</script>"))
        let data = html[start.upperBound..<end.lowerBound]
        #expect(!data.contains("<"))
        let object = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
        let titles = try #require(object?["titles"] as? [Any])
        #expect(titles.contains { ($0 as? String) == BrowsedHistory.maliciousTitle })
    }

    @Test func `the policy allows the page's own script and style, and nothing else`() throws {
        let html = try MadeReport(of: BrowsedHistory.write).text()
        let policy = try #require(html.range(of: #"content="default-src 'none'; [^"]+""#, options: .regularExpression))
        let words = html[policy]
        #expect(words.components(separatedBy: "'sha256-").count == 3)
        #expect(!words.contains("unsafe") && !words.contains("http") && !words.contains("*"))
    }

    @Test func `the page's source asks for nothing and makes no markup of text`() {
        let script = String(decoding: Page.script, as: UTF8.self)
        for word in [
            "innerHTML", "outerHTML =", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(",
            "XMLHttpRequest", "import(", "WebSocket", "</script", "<!--", "navigator.sendBeacon",
        ] {
            #expect(!script.contains(word), "\(word) stands in the script")
        }
        let style = String(decoding: Page.style, as: UTF8.self)
        for word in ["url(", "@import", "</style"] { #expect(!style.contains(word), "\(word) stands in the style") }
        #expect(Page.parts.count == 9)
    }

    @Test func `the store stays as it is, and nothing is left beside the page`() throws {
        let report = try MadeReport(of: BrowsedHistory.write)
        let before = try Data(contentsOf: URL(filePath: report.store + "/log.mdb"))
        try report.make()
        #expect(try Data(contentsOf: URL(filePath: report.store + "/log.mdb")) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: report.folder.path).sorted()
        #expect(names == ["report.html", "store"])
    }

    @Test func `a store that somebody has open is read beside them, and what they write then is not in the page`()
        throws
    {
        var writer: StoreScribe?
        let report = try MadeReport { path in
            let scribe = try StoreScribe(at: path)
            try scribe.add(.storeCreated(StoreCreated()), about: "session")
            try scribe.add(.sessionOpened(SessionOpened()), about: "session")
            try scribe.flush()
            writer = scribe
        }
        defer { writer?.close() }
        try writer?.add(.sessionClosed(SessionClosed()), about: "session")
        #expect(try report.text().contains(#""count":2"#))
        try writer?.flush()
        try report.make()
        #expect(try report.text().contains(#""count":3"#))
    }

    private func text(of report: MadeReport) throws -> String { try report.text() }
}
