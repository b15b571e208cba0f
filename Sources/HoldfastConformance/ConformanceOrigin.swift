/// Serves what the cases ask for: over real HTTP by a host's own server, or in memory by a simulation.
///
/// Each site is one origin in the sense of HTTP, and all of them have the same pages.
public protocol ConformanceOrigin: Sendable {
    /// An address of a page; `nil` where there is no such site, and cases that need one are left out.
    ///
    /// - Parameter path: begins with a slash, and holds letters, digits, dots and hyphens besides.
    func address(of path: String, at site: OriginSite) -> String?

    /// Answers requests for the page from now on: in this order, and the last one again and again.
    func serve(_ replies: [OriginReply], at path: String) async throws

    /// Lets held answers of the page go on, those of later requests too.
    func release(_ path: String) async throws

    /// Requests for the page so far, at all sites, in order of arrival.
    func requests(for path: String) async throws -> [ReceivedRequest]
}

public enum OriginSite: Sendable, Hashable, CaseIterable {
    /// Where cases begin: plain http.
    case plain
    /// Plain http under another host name.
    case elsewhere
    /// https with a certificate that the transport trusts.
    case secure
}

/// A request as the origin got it.
public struct ReceivedRequest: Sendable, Equatable {
    /// By name in lower case.
    public var fields: [String: String]
    /// The answer has gone out as far as it goes.
    public var hasEnded: Bool

    public init(fields: [String: String], hasEnded: Bool) {
        self.fields = fields
        self.hasEnded = hasEnded
    }
}
