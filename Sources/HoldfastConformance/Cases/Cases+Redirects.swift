internal import Holdfast

/// Redirects, which the transport follows by itself and the sink never sees.
extension ConformanceCase {
    static let redirects: [ConformanceCase] =
        [301, 302, 303, 307, 308].map { status in
            redirected("a redirect of status \(status) is followed and counted", 1) { address in
                [
                    "a": [.redirect(status, to: address("b", .plain))],
                    "b": [OriginReply(body: content)],
                ]
            }
        } + [
            redirected("a relative redirect counts from the folder of the address", 1) { _ in
                ["a": [.redirect(to: "b")], "b": [OriginReply(body: content)]]
            },
            redirected("a redirect may name a path alone", 1) { address in
                ["a": [.redirect(to: path(of: address("b", .plain)))], "b": [OriginReply(body: content)]]
            },
            redirected("as many redirects as are allowed are followed", 3) { address in
                let again = OriginReply.redirect(to: address("a", .plain))
                return ["a": [again, again, again, OriginReply(body: content)]]
            }.with { $0.request.redirectCountMax = 3 },
            refused("one redirect more than is allowed is refused", .tooManyRedirects) { address in
                ["a": [.redirect(to: address("a", .plain))]]
            }.with {
                $0.request.redirectCountMax = 3
                $0.expected.requests = [RequestFact("a", count: 4)]
            },
            refused("a redirect to another scheme is refused", .unsupportedScheme) { _ in
                ["a": [.redirect(to: "ftp://127.0.0.1/b")]]
            },
            refused("a redirect from https to http is refused", sites: [.secure], .insecureRedirect) { address in
                ["a": [.redirect(to: address("b", .plain))], "b": [OriginReply(body: content)]]
            }.with {
                $0.site = .secure
                $0.expected.requests = [RequestFact("b", count: 0)]
            },
            redirected("a redirect from http to https is followed", 1, sites: [.secure]) { address in
                ["a": [.redirect(to: address("b", .secure))], "b": [OriginReply(body: content)]]
            },
            redirected("another host at the end is told", 1, sites: [.elsewhere]) { address in
                ["a": [.redirect(to: address("b", .elsewhere))], "b": [OriginReply(body: content)]]
            }.with { $0.expected.head.append(HeadFact("another host", true, \.finalHostDiffers)) },
            redirected("the next transfer begins at its own address, however lasting the redirect was", 1) { address in
                ["a": [.redirect(301, to: address("b", .plain))], "b": [OriginReply(body: content)]]
            }.with {
                $0.isRepeated = true
                $0.expected.requests = [RequestFact("a", count: 2), RequestFact("b", count: 2)]
            },
        ]

    static func redirected(
        _ name: String, _ count: Int, sites: Set<OriginSite> = [],
        serve: @escaping @Sendable (Address) -> [String: [OriginReply]]
    ) -> ConformanceCase {
        ConformanceCase(
            name, needs: sites.contains(.secure) ? [.redirects, .tls] : [.redirects], sites: sites,
            expect: .finishes(content, head: [HeadFact("redirects", count, \.redirects)]), serve: serve)
    }

    private static func refused(
        _ name: String, sites: Set<OriginSite> = [], _ failure: TransferFailure,
        serve: @escaping @Sendable (Address) -> [String: [OriginReply]]
    ) -> ConformanceCase {
        ConformanceCase(
            name, needs: sites.contains(.secure) ? [.redirects, .tls] : [.redirects], sites: sites,
            expect: .fails(failure, begins: 0...0), serve: serve)
    }

    private static func path(of address: String) -> String {
        "/" + address.split(separator: "/").dropFirst(2).joined(separator: "/")
    }
}

extension OriginReply {
    static func redirect(_ status: Int = 302, to location: String) -> OriginReply {
        OriginReply(
            status: status, fields: [HeaderField(name: "Location", value: location)], body: OriginBody("moved"))
    }
}
