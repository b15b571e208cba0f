internal import Holdfast

/// Bodies that come whole.
extension ConformanceCase {
    static let bodies: [ConformanceCase] = [
        ConformanceCase(
            "a body with a length arrives byte for byte, with its head",
            OriginReply(
                fields: [
                    HeaderField(name: "Content-Type", value: "Text/Plain; charset=utf-8"),
                    HeaderField(name: "ETag", value: "\"a\""),
                ], body: content),
            expect: .finishes(
                content,
                head: [
                    HeadFact("status", 200, \.status), HeadFact("content length", 100_000, \.contentLength),
                    HeadFact("framing", BodyFraming.length, \.framing),
                    HeadFact("media type", "text/plain", \.mediaType),
                    HeadFact("strong validator", "\"a\"", \.strongValidator),
                    HeadFact("redirects", 0, \.redirects), HeadFact("another host", false, \.finalHostDiffers),
                ])),
        ConformanceCase(
            "an empty body is whole", OriginReply(),
            expect: .finishes(OriginBody(), head: [HeadFact("content length", 0, \.contentLength)])),
        ConformanceCase(
            "a body of one byte is whole", OriginReply(body: OriginBody("a")), expect: .finishes(OriginBody("a"))),
        ConformanceCase(
            "a chunked body is framed and has no length", OriginReply(body: content, framing: .chunked),
            expect: .finishes(
                content,
                head: [
                    HeadFact("framing", BodyFraming.framed, \.framing),
                    HeadFact("content length", Int64?.none, \.contentLength),
                ])),
        ConformanceCase(
            "an empty chunked body is whole", OriginReply(framing: .chunked), expect: .finishes(OriginBody())),
        ConformanceCase(
            "a body that ends with its connection is told from one with a length",
            OriginReply(body: content, framing: .untilClose),
            expect: .finishes(content, head: [HeadFact("framing", BodyFraming.untilClose, \.framing)])),
        ConformanceCase(
            "a body of many megabytes arrives byte for byte", OriginReply(body: OriginBody(count: 8_000_000)),
            expect: .finishes(OriginBody(count: 8_000_000))),
        ConformanceCase(
            "a weak entity tag is no validator for resuming",
            OriginReply(fields: [HeaderField(name: "ETag", value: "W/\"a\"")], body: content),
            expect: .finishes(
                content,
                head: [
                    HeadFact("weak tag", true, { $0.entityTag?.isWeak }),
                    HeadFact("strong validator", String?.none, \.strongValidator),
                ])),
        ConformanceCase(
            "an old Last-Modified is a validator where there is no entity tag",
            OriginReply(
                fields: [
                    HeaderField(name: "Date", value: "Sun, 06 Nov 1994 08:50:37 GMT"),
                    HeaderField(name: "Last-Modified", value: "Sun, 06 Nov 1994 08:49:37 GMT"),
                ], body: content),
            expect: .finishes(
                content,
                head: [HeadFact("strong validator", "Sun, 06 Nov 1994 08:49:37 GMT", \.strongValidator)])),
        ConformanceCase(
            "a Last-Modified of the same minute is no validator",
            OriginReply(
                fields: [
                    HeaderField(name: "Date", value: "Sun, 06 Nov 1994 08:50:36 GMT"),
                    HeaderField(name: "Last-Modified", value: "Sun, 06 Nov 1994 08:49:37 GMT"),
                ], body: content),
            expect: .finishes(content, head: [HeadFact("strong validator", String?.none, \.strongValidator)])),
        ConformanceCase(
            "64 transfers at once each get their whole body", OriginReply(body: content), expect: .finishes(content)
        ).with { $0.count = 64 },
    ]
}
