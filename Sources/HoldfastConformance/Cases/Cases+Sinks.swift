internal import Holdfast

/// Sinks that cannot take what comes, or not so fast.
extension ConformanceCase {
    static let sinks: [ConformanceCase] = [
        ConformanceCase(
            "a full disk ends the transfer with its own failure", OriginReply(body: OriginBody(count: 1_000_000)),
            expect: .fails(.sink(osCode: 28))
        ).with { $0.sink.failure = (0, .sink(osCode: 28)) },
        ConformanceCase(
            "a disk that fills up within the body keeps what it took",
            OriginReply(body: OriginBody(count: 1_000_000)),
            expect: .fails(.sink(osCode: 28), body: .beginning(OriginBody(count: 1_000_000)))
        ).with { $0.sink.failure = (300_000, .sink(osCode: 28)) },
        ConformanceCase(
            "a busy sink holds the origin back", needs: [.backpressure],
            expect: .finishes(OriginBody(count: 64 << 20))
        ) { _ in ["a": [OriginReply(body: OriginBody(count: 64 << 20))]] }.with { $0.act = .blockSink },
        // More than a second's worth, so that some of it is still owed when the transfer is over.
        ConformanceCase(
            "bytes are counted against the limit for all transfers", needs: [.bandwidth],
            expect: .finishes(OriginBody(count: 1_500))
        ) { _ in ["a": [OriginReply(body: OriginBody(count: 1_500))]] }.with { $0.bytesPerSecond = 1_000 },
    ]

    /// Requests that must not be sent, and what every request says.
    static let requests: [ConformanceCase] =
        [
            HeaderField(name: "X-Note", value: "a\r\nX-Forged: b"), HeaderField(name: "X-Note", value: "a\nb"),
            HeaderField(name: "X-Note", value: "a\u{0}b"), HeaderField(name: "X Note", value: "a"),
            HeaderField(name: "", value: "a"), HeaderField(name: "X-Note: a\r\nX-Forged", value: "b"),
            HeaderField(name: "Range", value: "bytes=0-1"), HeaderField(name: "Accept-Encoding", value: "gzip"),
            HeaderField(name: "Host", value: "other.test"),
        ].map { field in
            forged("a field \(field.name.debugDescription) of \(field.value.debugDescription) is not sent") {
                $0.request.fields = [field]
            }
        } + [
            forged("a condition that forges a field is not sent") {
                $0.request.range = RangeRequest(firstByte: 1, ifRange: "\"a\"\r\nX-Forged: b")
            },
            ConformanceCase(
                "fields are sent as given, and no coding is asked for", needs: [.headerFields],
                expect: .finishes(
                    content,
                    requests: [
                        RequestFact(
                            "a", fields: ["x-note": "a b", "accept": "x/y", "accept-encoding": "identity"])
                    ])
            ) { _ in ["a": [OriginReply(body: content)]] }.with {
                $0.request.fields = [
                    HeaderField(name: "X-Note", value: "a b"), HeaderField(name: "Accept", value: "x/y"),
                ]
            },
        ]

    private static func forged(_ name: String, _ change: (inout ConformanceCase) -> Void) -> ConformanceCase {
        ConformanceCase(
            name, needs: [.headerFields],
            expect: .fails(.malformedRequest, begins: 0...0, requests: [RequestFact("a", count: 0)])
        ) { _ in ["a": [OriginReply(body: content)]] }.with(change)
    }
}
