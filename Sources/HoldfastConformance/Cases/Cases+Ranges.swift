internal import Holdfast

/// Parts of a content. A transport hands over what came; whether that is of use is judged by the sink.
extension ConformanceCase {
    static let ranges: [ConformanceCase] = [
        resuming(
            "a range and its condition are sent as asked", "bytes 40000-99999/100000", rest,
            ifRange: "\"a\"",
            expect: .finishes(
                rest,
                head: [
                    HeadFact("status", 206, \.status), HeadFact("range start", 40_000, \.rangeStart),
                    HeadFact("range end", 99_999, \.rangeEnd), HeadFact("range total", 100_000, \.rangeTotal),
                ], requests: [RequestFact("a", fields: ["range": "bytes=40000-", "if-range": "\"a\""])])),
        resuming(
            "a range without a condition has none", "bytes 40000-99999/100000", rest,
            expect: .finishes(
                rest, requests: [RequestFact("a", fields: ["range": "bytes=40000-", "if-range": nil])])),
        ConformanceCase(
            "a request for the whole has no range", OriginReply(body: content),
            expect: .finishes(content, requests: [RequestFact("a", fields: ["range": nil, "if-range": nil])])),
        ConformanceCase(
            "the whole instead of a part is handed over as it is", OriginReply(body: content),
            expect: .finishes(content, head: [HeadFact("status", 200, \.status)])
        ).with { $0.request.range = RangeRequest(firstByte: 40_000) },
        resuming(
            "a part that begins elsewhere is handed to begin() as it is", "bytes 36864-99999/100000",
            OriginBody(count: 63_136),
            expect: .fails(.rangeNotHonoured, head: [HeadFact("range start", 36_864, \.rangeStart)])
        ).with { $0.sink.decide = { _ in .reject(.rangeNotHonoured) } },
        resuming(
            "a part without a range names none", nil, rest,
            expect: .fails(.rangeNotHonoured, head: [HeadFact("range start", Int64?.none, \.rangeStart)])
        ).with { $0.sink.decide = { _ in .reject(.rangeNotHonoured) } },
        resuming(
            "a part that ends early is truncated at its place in the whole", "bytes 40000-99999/100000", rest,
            ending: .closed(afterBytes: 55_000),
            expect: .fails(.truncated(received: 95_000, expected: 100_000), body: .first(55_000, rest))),
        ConformanceCase(
            "a range that cannot be satisfied is handed over with the total",
            OriginReply(
                status: 416, fields: [HeaderField(name: "Content-Range", value: "bytes */100000")],
                body: OriginBody("no such range")),
            expect: .fails(
                .http(status: 416, retryAfterMilliseconds: nil),
                head: [
                    HeadFact("range total", 100_000, \.rangeTotal),
                    HeadFact("range start", Int64?.none, \.rangeStart),
                ])
        ).with { $0.request.range = RangeRequest(firstByte: 100_000) },
    ]

    private static let rest = OriginBody(count: 60_000)

    private static func resuming(
        _ name: String, _ contentRange: String?, _ body: OriginBody, ifRange: String? = nil,
        ending: OriginReply.Ending = .whole, expect: Expectation
    ) -> ConformanceCase {
        let fields = contentRange.map { [HeaderField(name: "Content-Range", value: $0)] } ?? []
        return ConformanceCase(
            name, OriginReply(status: 206, fields: fields, body: body, ending: ending), expect: expect
        ).with { $0.request.range = RangeRequest(firstByte: 40_000, ifRange: ifRange) }
    }
}
