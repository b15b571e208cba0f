import HoldfastTestSupport
import Testing

@testable import Holdfast

struct SafeNameTests {
    @Test(arguments: [
        ("report.pdf", "report.pdf"), ("../../out.txt", "out.txt"), ("/abs", "abs"), ("a/../../b", "b"), ("C:\\x", "x"),
        ("..\\..\\y.txt", "y.txt"), ("a\u{0}b", "a_b"), ("a\nb\u{7f}", "a_b_"),
        ("what? <now>:*|\".txt", "what_ _now_____.txt"),
        ("name. . ", "name"), ("  name", "name"), (".hidden", ".hidden"), ("Bücher/ü.txt", "ü.txt"),
        ("exe.\u{202e}gpj", "exe._gpj"), ("dir/", "dir"), ("%2e%2e%2fx", "%2e%2e%2fx"), ("a-b-c", "a-b-c"),
        ("../\u{301}x", "\u{301}x"),
    ])
    func `a suggested name is reduced to one harmless component`(suggested: String, safe: String) {
        #expect(SafeName(suggested: suggested, url: nil).text == safe)
    }

    @Test(arguments: ["", ".", "..", "...", "/", "\\", "../..", " ", " . "])
    func `nothing that is left falls back`(suggested: String) {
        #expect(SafeName(suggested: suggested, url: nil) == .fallback)
    }

    @Test(arguments: [
        ("https://host/a/file.zip", "file.zip"), ("https://host/a/file.zip?x=/y#/z", "file.zip"),
        ("https://host/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "passwd"), ("https://host/a%20b", "a b"),
        ("https://host/%zz", "%zz"),
        ("https://host/", "content"), ("https://host", "content"), ("https://host/..", "content"),
        ("host/x", "content"),
        ("https://user:secret@host", "content"), ("https://host/a%00b", "a_b"), ("https://host/%ff", "\u{fffd}"),
    ])
    func `the address gives its last component, decoded`(url: String, safe: String) {
        #expect(SafeName(suggested: nil, url: url).text == safe)
    }

    @Test func `a suggested name is preferred, a useless one is not`() {
        #expect(SafeName(suggested: "a.txt", url: "https://host/b.txt").text == "a.txt")
        #expect(SafeName(suggested: "..", url: "https://host/b.txt").text == "b.txt")
    }

    @Test func `a long name is cut between characters and keeps its ending`() {
        let name = SafeName(suggested: String(repeating: "ü", count: 300) + ".tar", url: nil).text
        #expect(name.utf8.count <= SafeName.byteCountMax)
        #expect(name.hasSuffix("ü.tar"))
        let path = ContentPath(number: .max, verifiedPosition: .max, name: SafeName(suggested: name, url: nil))
        #expect(path.fileName.utf8.count <= 255)
    }

    @Test func `every name is safe as it stands, whatever it came from`() {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "/", "\\", ".", "..", " ", "\u{0}", "a", "ü", "-", ":", "%2f", "\u{202e}", "\u{301}", "x.y", "\n",
        ]
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...300, using: &generator) % Int.random(in: 1...300, using: &generator)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            let safe = SafeName(suggested: text, url: nil)
            #expect(SafeName(exactly: safe.text) == safe, "from \(text.debugDescription)")
            #expect(!safe.text.utf8.contains(UInt8(ascii: "/")) && !safe.text.utf8.contains(0))
            #expect((1...SafeName.byteCountMax).contains(safe.text.utf8.count))
        }
    }

    @Test func `a content path reads back as written`() throws {
        let path = ContentPath(number: 0x1234, verifiedPosition: 55, name: SafeName(suggested: "a-b ü.txt", url: nil))
        #expect(path.description == "content/34/4660-55-a-b ü.txt")
        #expect(ContentPath(parsing: path.description) == path)
    }

    @Test(arguments: [
        "content/35/4660-55-a", "content/34/4660-55", "content/34/4660-55-", "content/34/04660-55-a",
        "content/34/+4660-55-a",
        "content/34/4660-55-a/b", "content/34/4660-55-..", "content/34/../34/4660-55-a", "/content/34/4660-55-a", "",
        "content/34/4660-55-a\n", "partial/34/4660-55-a", "content/34/99999999999999999999-1-a",
    ])
    func `a path that was never ours is refused`(text: String) {
        #expect(ContentPath(parsing: text) == nil)
    }
}
