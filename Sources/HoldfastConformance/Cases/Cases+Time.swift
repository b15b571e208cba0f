internal import Holdfast

/// Silence, and people who do not want to wait.
extension ConformanceCase {
    static let silences: [ConformanceCase] = [
        ConformanceCase(
            "silence before the head is a stall", OriginReply(body: content, ending: .heldBeforeHead),
            expect: .fails(.stalled(received: 0), begins: 0...0)
        ).with { $0.isImpatient = true },
        ConformanceCase(
            "silence within the body is a stall after the bytes that came",
            OriginReply(body: content, ending: .held(afterBytes: 40_000)),
            expect: .fails(.stalled(received: 40_000), body: .first(40_000, content))
        ).with { $0.isImpatient = true },
    ]

    static let cancels: [ConformanceCase] =
        [1, 64].flatMap { count in
            [
                cancelled("a transfer cancelled before it starts makes no request", count, .cancelBeforeStart)
                    .with { $0.expected.requests = [RequestFact("a", count: 0)] },
                cancelled("a transfer cancelled before the head ends at once", count, .cancelWhenRequested),
                cancelled(
                    "a transfer cancelled within the body ends at once", count, .cancelAfterBytes(30_000),
                    .held(afterBytes: 40_000), .beginning(content), begins: 1...1),
            ]
        } + [
            cancelled("a shutdown ends what waits for a head", 4, .shutDownWhenRequested),
            cancelled(
                "a shutdown ends what is within a body", 4, .shutDownAfterBytes(30_000), .held(afterBytes: 40_000),
                .beginning(content), begins: 1...1),
        ]

    private static func cancelled(
        _ name: String, _ count: Int, _ act: Act, _ ending: OriginReply.Ending = .heldBeforeHead,
        _ body: Expectation.Body = .whole(OriginBody()), begins: ClosedRange<Int> = 0...0
    ) -> ConformanceCase {
        ConformanceCase(
            count == 1 ? name : "\(count) at once: \(name)", OriginReply(body: content, ending: ending),
            expect: .fails(.cancelled, body: body, begins: begins)
        ).with {
            $0.act = act
            $0.count = count
            // Far beyond the case's own limit, so that it is not what ends the transfer.
            $0.request.idleTimeout = .seconds(600)
        }
    }
}
