internal import Holdfast

/// Connections that end before the body does.
extension ConformanceCase {
    static let cuts: [ConformanceCase] = [
        ConformanceCase(
            "a body shorter than its length is truncated",
            OriginReply(body: content, ending: .closed(afterBytes: 95_000)),
            expect: .fails(.truncated(received: 95_000, expected: 100_000), body: .first(95_000, content))),
        ConformanceCase(
            "a head without its body is truncated", OriginReply(body: content, ending: .closed(afterBytes: 0)),
            expect: .fails(.truncated(received: 0, expected: 100_000))),
        ConformanceCase(
            "chunks without the last one are truncated",
            OriginReply(body: content, framing: .chunked, ending: .closed(afterBytes: 100_000)),
            expect: .fails(.truncated(received: 100_000, expected: nil), body: .whole(content))),
        ConformanceCase(
            "chunks that end in the midst are truncated",
            OriginReply(body: content, framing: .chunked, ending: .closed(afterBytes: 30_000)),
            expect: .fails(.truncated(received: 30_000, expected: nil), body: .first(30_000, content))),
        ConformanceCase(
            "a connection that ends within the head is broken", OriginReply(body: content, ending: .closedInHead),
            expect: .failsAs("reset", begins: 0...0)),
        ConformanceCase(
            "a reset within the body is broken", OriginReply(body: content, ending: .reset(afterBytes: 50_000)),
            expect: .failsAs("reset", "truncated", body: .beginning(content), begins: 0...1)),
    ]
}
