import Foundation
import HoldfastTestSupport
import Testing

@testable import HoldfastCLI

/// Where the page of `report` goes, and where it cannot.
@Suite struct ReportFileTests {
    @Test(.enabled(if: SmallVolume.canMount, "needs root, to mount a volume"))
    func `a full disk ends with its reason, and leaves no part of a page`() throws {
        let (folder, store) = try recorded()
        defer { folder.remove() }
        let volume = try SmallVolume(kibibytes: 64)
        let end = try Tool.run(["report", "-o", volume.path + "/page.html"], store: store)
        #expect(end.code == 74 && end.errors.contains("No space left on device"), "\(end.code) \(end.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: volume.path).isEmpty)
    }

    @Test func `a place that the system does not let anybody write to is told as that`() throws {
        let (folder, store) = try recorded()
        defer { folder.remove() }
        let end = try Tool.run(["report", "-o", "/sys/page.html"], store: store)
        #expect(end.code == 77 && end.errors.contains("/sys/page.html"), "\(end.code) \(end.errors)")
    }

    @Test func `a page that fails keeps the one that was there`() throws {
        let (folder, store) = try recorded()
        defer { folder.remove() }
        try folder.write(Array("old".utf8), to: "page.html")
        let page = folder.file("page.html")
        #expect(try Tool.run(["report", "-o", page], store: store).code == 1)
        #expect(try Tool.run(["report", "-o", page, "--force", "--until", "#9999"], store: store).code == 66)
        #expect(folder.read("page.html") == Array("old".utf8))
        #expect(try Tool.run(["report", "-o", page, "--force"], store: store).code == 0)
        #expect(folder.read("page.html")?.starts(with: "<!doctype html>".utf8) == true)
    }

    @Test func `it says where the page goes, once`() throws {
        #expect(try ReportVerb.request(meaning("report", "-o", "a.html")).file == "a.html")
        #expect(throws: ToolFailure.self) { try ReportVerb.request(meaning("report")) }
        #expect(throws: ToolFailure.self) { try ReportVerb.request(meaning("report", "-o", "-", "--json")) }
        #expect(throws: ToolFailure.self) { try ReportVerb.request(meaning("report", "-o", "")) }
        let part = try ReportVerb.request(meaning("report", "-o", "a", "--since", "#3", "--redact", "--force"))
        #expect(part.since == .position(3) && part.isRedacted && part.replaces && part.until == nil)
    }

    @Test func `texts come back as they were from templates and words`() {
        var table = PhraseTable()
        let texts = [
            "12 MB of 48 MB", "", " ", "13 MB of 48 MB", "no digits", "\u{fffc}", "a\u{fffc}1 2", "12 MB of 48 MB",
        ]
        let places = texts.map { table.place(of: $0) }
        #expect(places == [0, 1, 2, 3, 4, 5, 6, 0])
        #expect(table.templates.count { $0 == "\u{fffc} MB of \u{fffc} MB" } == 1)
        #expect(table.words.contains("\u{fffc}") && table.words.contains("a\u{fffc}1"))
    }

    @Test func `numbers are written as the page reads them`() {
        var numbers = NumberStream()
        for number in [0, 1, 127, 128, 300] { numbers.add(number) }
        #expect(numbers.bytes == [0, 1, 127, 0x80, 1, 0xac, 2])
        var signed = NumberStream()
        for number in [0, 31, -1, 32, .max] as [Int64] { signed.add(signed: number) }
        #expect(Array(signed.bytes.prefix(5)) == [0, 31 << 2, 1 << 2 | 2, 0x80, 1])
        var longest = NumberStream()
        longest.add(signed: NumberStream.exactMax)
        #expect(signed.bytes.suffix(longest.bytes.count) == longest.bytes[...])
    }

    @Test func `data in the page can end no element`() {
        var html: [UInt8] = []
        ReportPage.append(harmless: Array(#"["</script><!--<<"]"#.utf8), to: &html)
        #expect(String(decoding: html, as: UTF8.self) == #"["\u003c/script>\u003c!--\u003c\u003c"]"#)
    }

    private func recorded() throws -> (TemporaryDirectory, String) {
        let folder = try TemporaryDirectory()
        try RecordedHistory.write(to: folder.file("store"))
        return (folder, folder.file("store"))
    }
}
