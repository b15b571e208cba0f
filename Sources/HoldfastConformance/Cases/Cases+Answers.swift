internal import Holdfast

/// Answers that bring no content.
extension ConformanceCase {
    static let answers: [ConformanceCase] =
        [204, 304, 400, 401, 403, 404, 410, 500, 511].map { status in
            ConformanceCase(
                "status \(status) is handed over",
                OriginReply(status: status, body: OriginBody(status == 204 || status == 304 ? "" : "a page")),
                expect: .fails(
                    .http(status: status, retryAfterMilliseconds: nil), head: [HeadFact("status", status, \.status)]))
        } + [
            waiting("429", "120", 120_000), waiting("503", "0", 1_000),
            waiting("503", "999999999", 86_400_000), waiting("429", "soon", nil), waiting("429", "-5", nil),
            waiting("503", "Sun, 06 Nov 1994 08:51:37 GMT", 120_000),
            ConformanceCase(
                "no byte follows a rejected head", OriginReply(status: 404, body: OriginBody(count: 1_000_000)),
                expect: .fails(.sink(osCode: 1))
            ).with { $0.sink.decide = { _ in .reject(.sink(osCode: 1)) } },
            ConformanceCase(
                "a redirect without a target is the answer", OriginReply(status: 302),
                expect: .fails(.http(status: 302, retryAfterMilliseconds: nil))),
            ConformanceCase(
                "a coded body is refused even where the sink would take it",
                OriginReply(fields: [HeaderField(name: "Content-Encoding", value: "gzip")], body: content),
                expect: .fails(.encoded("gzip"), begins: 0...1)),
            ConformanceCase(
                "a body coded as itself is taken",
                OriginReply(fields: [HeaderField(name: "Content-Encoding", value: "identity")], body: content),
                expect: .finishes(content)),
            ConformanceCase(
                "a length that is no number breaks the protocol",
                OriginReply(
                    fields: [HeaderField(name: "Content-Length", value: "many")], body: content, framing: .untilClose),
                expect: .failsAs("malformed-response", begins: 0...0)),
        ]

    private static func waiting(_ status: String, _ value: String, _ milliseconds: Int64?) -> ConformanceCase {
        let number = Int(status) ?? 0
        return ConformanceCase(
            "status \(status) with Retry-After \(value) is handed over with its wait",
            OriginReply(
                status: number,
                fields: [
                    HeaderField(name: "Date", value: "Sun, 06 Nov 1994 08:49:37 GMT"),
                    HeaderField(name: "Retry-After", value: value),
                ]),
            expect: .fails(
                .http(status: number, retryAfterMilliseconds: milliseconds),
                head: [HeadFact("wait", milliseconds, \.retryAfterMilliseconds)]))
    }
}
