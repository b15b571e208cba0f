import HoldfastTestSupport
import Testing

@testable import Holdfast

struct HeadParserTests {
    /// Feeds lines as they come off the wire; 784111777 is 06 Nov 1994 08:49:37 UTC.
    private func parse(_ lines: String..., wallSeconds: Int64 = 784_111_777) -> (
        parser: HeadParser, last: HeadParser.Step
    ) {
        var parser = HeadParser()
        var step = HeadParser.Step.more
        for line in lines + [""] where step == .more {
            step = Array((line + "\r\n").utf8).withUnsafeBytes { parser.take($0, wallSeconds: wallSeconds) }
        }
        return (parser, step)
    }

    private func head(_ fields: String...) -> ResponseHead? {
        var parser = HeadParser()
        var step = HeadParser.Step.more
        for line in ["HTTP/1.1 200 OK"] + fields + [""] where step == .more {
            step = Array((line + "\r\n").utf8).withUnsafeBytes { parser.take($0, wallSeconds: 784_111_777) }
        }
        return step == .complete ? parser.head : nil
    }

    @Test(arguments: ["HTTP/1.1 200 OK", "HTTP/1.1 200 ", "HTTP/1.1 200", "HTTP/2 200", "HTTP/1.0 200 a b"])
    func `a status line needs no reason`(line: String) {
        #expect(parse(line).parser.head.status == 200)
        #expect(parse(line).last == .complete)
    }

    @Test(arguments: ["HTTP/1.1 20", "HTTP/1.1 2000 x", "HTTP/1.1 099 x", "HTTP/1.1", "HTTP/1.1 abc", "Nonsense"])
    func `a broken status line is malformed`(line: String) {
        #expect(parse(line).last == .malformed)
    }

    @Test func `interim heads are skipped`() {
        let result = parse("HTTP/1.1 103 Early Hints", "ETag: \"early\"", "", "HTTP/1.1 200 OK")
        #expect(result.last == .complete)
        #expect(result.parser.head.status == 200)
        #expect(result.parser.head.entityTag == nil)
    }

    @Test func `trailers after the head are ignored`() {
        var parser = parse("HTTP/1.1 200 OK", "ETag: \"a\"").parser
        let step = Array("ETag: \"b\"\r\n".utf8).withUnsafeBytes { parser.take($0, wallSeconds: 0) }
        #expect(step == .more)
        #expect(parser.head.entityTag?.text == "\"a\"")
    }

    @Test func `a head without end is malformed`() {
        let line = "X: " + String(repeating: "a", count: 1_000)
        var parser = parse("HTTP/1.1 100 Continue").parser
        var count = 0
        var step = HeadParser.Step.more
        while step == .more, count < 1_000 {
            count += 1
            let text = count == 1 ? "HTTP/1.1 200 OK" : line
            step = Array((text + "\r\n").utf8).withUnsafeBytes { parser.take($0, wallSeconds: 0) }
        }
        #expect(step == .malformed)
        #expect(count < 70)
    }

    @Test(
        arguments: [
            ("bytes 0-99/100", 0, 99, 100), ("bytes 40000-99999/*", 40_000, 99_999, nil),
            ("BYTES */100", nil, nil, 100),
            ("bytes 5-5/6", 5, 5, 6),
        ] as [(String, Int64?, Int64?, Int64?)])
    func `a content range is read`(text: String, start: Int64?, end: Int64?, total: Int64?) {
        let head = head("Content-Range: \(text)")
        #expect(head?.rangeStart == start && head?.rangeEnd == end && head?.rangeTotal == total)
    }

    @Test(arguments: [
        "bytes 10-5/100", "bytes 0-100/100", "bytes */*", "items 0-1/2", "bytes 0-99", "bytes -1-5/9", "bytes a-b/c",
        "",
        "bytes 0-99999999999999999999/999999999999999999999", "bytes 0-9223372036854775807/*",
    ])
    func `a broken content range counts as absent`(text: String) {
        let head = head("Content-Range: \(text)")
        #expect(head != nil)
        #expect(head?.rangeStart == nil && head?.rangeTotal == nil)
    }

    @Test func `lengths that disagree or overflow are malformed`() {
        #expect(head("Content-Length: 5", "Content-Length: 5")?.contentLength == 5)
        #expect(head("Content-Length: 5", "Content-Length: 6") == nil)
        #expect(head("Content-Length: 99999999999999999999") == nil)
        #expect(head("Content-Length: -5") == nil)
    }

    @Test func `chunks win over a length`() {
        let head = head("Content-Length: 5", "Transfer-Encoding: chunked")
        #expect(head?.framing == .framed)
        #expect(head?.contentLength == nil)
    }

    @Test(
        arguments: [
            ("\"a\"", EntityTag(text: "\"a\"", isWeak: false)), ("W/\"a\"", EntityTag(text: "\"a\"", isWeak: true)),
            ("\"\"", EntityTag(text: "\"\"", isWeak: false)), ("a", nil), ("\"a", nil), ("\"a\"b\"", nil),
            ("\"a b\"", nil),
        ] as [(String, EntityTag?)])
    func `an entity tag is quoted or no validator`(text: String, tag: EntityTag?) {
        #expect(head("ETag: \(text)")?.entityTag == tag)
    }

    @Test func `only a strong validator is offered for resuming`() {
        let (date, old, fresh) =
            ("Date: Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:48:37 GMT", "Sun, 06 Nov 1994 08:48:38 GMT")
        #expect(head("ETag: \"a\"", "Last-Modified: \(old)", date)?.strongValidator == "\"a\"")
        #expect(head("ETag: W/\"a\"", "Last-Modified: \(old)", date)?.strongValidator == nil)
        #expect(head("Last-Modified: \(old)", date)?.strongValidator == old)
        #expect(head("Last-Modified: \(fresh)", date)?.strongValidator == nil)
        #expect(head("Last-Modified: \(old)")?.strongValidator == nil)
        #expect(head("Last-Modified: yesterday", date)?.lastModified == nil)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `each form of a date is read`(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes { HTTPDate.seconds(FieldBytes($0)) } == 784_111_777)
    }

    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
            ("Mon, 30 Nov 2026 07:24:40 GMT", 1_796_023_480), ("Sun, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ] as [(String, Int64)])
    func `a date is counted from 1970`(text: String, seconds: Int64) {
        #expect(Array(text.utf8).withUnsafeBytes { HTTPDate.seconds(FieldBytes($0)) } == seconds)
    }

    @Test(arguments: [
        "", "now", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Xxx 1994 08:49:37 GMT",
    ])
    func `a broken date is none`(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes { HTTPDate.seconds(FieldBytes($0)) } == nil)
    }

    @Test(
        arguments: [
            ("120", 120_000), ("0", 1_000), ("99999999", 86_400_000), ("9223372036854775807", 86_400_000),
            ("Sun, 06 Nov 1994 08:49:47 GMT", 10_000), ("Sun, 06 Nov 1994 00:00:00 GMT", 1_000),
            ("Mon, 06 Nov 2094 00:00:00 GMT", 86_400_000), ("soon", nil),
        ] as [(String, Int64?)])
    func `retry-after is clamped`(text: String, milliseconds: Int64?) {
        #expect(head("Retry-After: \(text)")?.retryAfterMilliseconds == milliseconds)
    }

    @Test func `a retry date counts from the server's own clock`() {
        let head = head("Date: Sun, 06 Nov 1994 08:00:00 GMT", "Retry-After: Sun, 06 Nov 1994 08:00:30 GMT")
        #expect(head?.retryAfterMilliseconds == 30_000)
    }

    @Test func `codings other than identity are told`() {
        #expect(head("Content-Encoding: identity")?.encoding == nil)
        #expect(head("Content-Encoding: identity, GZIP")?.encoding == "gzip")
        #expect(head("Content-Encoding: \u{e9}")?.encoding == "unknown")
    }

    @Test func `a head made of fields is read by the same rules`() {
        let fields = [
            HeaderField(name: "content-range", value: "bytes 5-9/10"), HeaderField(name: "ETag", value: "W/\"a\""),
            HeaderField(name: "Content-Length", value: "5"),
        ]
        let head = ResponseHead(status: 206, fields: fields)
        #expect(head?.rangeStart == 5 && head?.rangeTotal == 10 && head?.framing == .length)
        #expect(head?.entityTag?.isWeak == true && head?.strongValidator == nil)
        #expect(ResponseHead(status: 206, fields: fields, isFramed: true)?.framing == .framed)
        let late = [HeaderField(name: "Retry-After", value: "Sun, 06 Nov 1994 08:00:30 GMT")]
        #expect(ResponseHead(status: 503, fields: late, wallSeconds: 784_108_800)?.retryAfterMilliseconds == 30_000)
    }

    @Test func `fields that make no head are told`() {
        let lengths = ["1", "2"].map { HeaderField(name: "Content-Length", value: $0) }
        #expect(ResponseHead(status: 200, fields: lengths) == nil)
        #expect(ResponseHead(status: 20, fields: []) == nil)
        #expect(ResponseHead(status: 100, fields: []) == nil)
    }

    @Test func `foreign bytes of any kind are survived`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            var parser = HeadParser()
            for _ in 0..<4 {
                let starts = [
                    "HTTP/1.1 200 OK", "Content-Range: bytes ", "ETag: ", "Retry-After: ", "Last-Modified: ", "",
                ]
                var line = Array(starts[Int.random(in: 0..<starts.count, using: &generator)].utf8)
                line += (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                _ = line.withUnsafeBytes { parser.take($0, wallSeconds: 0) }
            }
        }
    }
}
