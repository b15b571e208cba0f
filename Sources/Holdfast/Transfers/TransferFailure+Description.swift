extension TransferFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cancelled: "the transfer was cancelled"
        case .dns: "the host name could not be resolved; check the address and the network"
        case .connect(let osCode): "the host could not be reached\(Self.suffix(osCode)); it is tried again later"
        case .timeout: "connecting took too long; it is tried again later"
        case .stalled(let received): "no more bytes came after byte \(received); it is continued later"
        case .tls(let code): "the secure connection was refused (code \(code)); check the certificate and the clock"
        case .truncated(let received, let expected):
            "the body ended after \(received) bytes\(expected.map { " of \($0)" } ?? ""); it is continued later"
        case .reset(let osCode): "the connection broke\(Self.suffix(osCode)); it is continued later"
        case .rangeNotHonoured: "the server sent other bytes than were asked for; the source must be mended"
        case .validatorUnstable: "the source changed at every attempt; register a digest or another source"
        case .http(let status, _): "the server answered with status \(status)"
        case .captivePortal: "a sign-in page answered; sign in to the network first"
        case .encoded(let coding): "the server sent a \(Self.shown(coding)) coded body although none was accepted"
        case .lengthUnknown: "the server did not say how long the body is; register a size or a digest"
        case .unexpectedSize(let expected, let announced):
            "the server announced \(announced) bytes where \(expected) were expected; amend the item or its source"
        case .sink(let osCode): "the store could not take the bytes\(Self.suffix(osCode))"
        case .tooManyRedirects: "the server redirects without end; check the address"
        case .insecureRedirect: "a redirect from https to http was refused; check the address"
        case .addressUnknown:
            "the log does not keep the address (privacy.logUrls), and the app's address book did not give it"
        case .unsupportedScheme: "only http and https addresses can be fetched; amend the source"
        case .malformedAddress: "the address could not be read; amend the source"
        case .malformedRequest: "a header field of the request is not allowed; see the authorizer or header file"
        case .malformedResponse: "the response broke the protocol; it is tried again later"
        case .transport(let code): "the transport failed with code \(code)"
        }
    }

    private static func suffix(_ osCode: Int32?) -> String {
        osCode.map { " (system error \($0))" } ?? ""
    }

    /// Foreign text is cut and kept to plain letters before it reaches a message.
    private static func shown(_ text: String) -> String {
        String(text.unicodeScalars.prefix(20).map { $0.isASCII && $0.value > 32 ? Character($0) : "?" })
    }
}
