internal import Holdfast

/// What a redirect may carry along.
extension ConformanceCase {
    static let credentials: [ConformanceCase] = [
        redirected("credentials are kept within the origin", 1) { address in
            ["a": [.redirect(to: address("b", .plain))], "b": [OriginReply(body: content)]]
        }.carrying([RequestFact("a", fields: secrets), RequestFact("b", fields: secrets)]),
        redirected("credentials never cross origins, and what says nothing secret does", 1, sites: [.elsewhere]) {
            address in
            ["a": [.redirect(to: address("b", .elsewhere))], "b": [OriginReply(body: content)]]
        }.carrying([RequestFact("a", fields: secrets), RequestFact("b", fields: harmless)]),
        redirected("credentials that were dropped do not come back", 2, sites: [.elsewhere]) { address in
            [
                "a": [.redirect(to: address("b", .elsewhere))], "b": [.redirect(to: address("c", .plain))],
                "c": [OriginReply(body: content)],
            ]
        }.carrying([RequestFact("b", fields: harmless), RequestFact("c", fields: harmless)]),
        redirected("a range travels along with a redirect", 1, sites: [.elsewhere]) { address in
            ["a": [.redirect(to: address("b", .elsewhere))], "b": [OriginReply(body: content)]]
        }.with {
            $0.request.range = RangeRequest(firstByte: 40_000, ifRange: "\"a\"")
            $0.expected.requests = [
                RequestFact("b", fields: ["range": "bytes=40000-", "if-range": "\"a\""])
            ]
        },
    ]

    private static let secrets: [String: String?] = [
        "authorization": "Bearer T", "cookie": "a=b", "x-api-key": "K", "accept": "x/y",
    ]
    private static let harmless: [String: String?] = [
        "authorization": nil, "cookie": nil, "x-api-key": nil, "accept": "x/y",
    ]

    private func carrying(_ facts: [RequestFact]) -> ConformanceCase {
        with {
            $0.request.fields = [
                HeaderField(name: "Authorization", value: "Bearer T"), HeaderField(name: "Cookie", value: "a=b"),
                HeaderField(name: "X-Api-Key", value: "K"), HeaderField(name: "Accept", value: "x/y"),
            ]
            $0.expected.requests = facts
        }
    }
}
