/// Why a transfer did not bring its body. Carries no address, name or credential.
@nonexhaustive
public enum TransferFailure: Error, Sendable, Equatable {
    case cancelled
    case dns
    /// The connection could not be made; the operating system's error number where there is one.
    case connect(osCode: Int32?)
    /// Connecting took longer than the request allows.
    case timeout
    /// Nothing arrived for as long as the request allows, after this position in the content.
    case stalled(received: Int64)
    case tls(code: Int32)
    /// The body ended early; positions in the whole content.
    case truncated(received: Int64, expected: Int64?)
    /// The connection broke before or within the response.
    case reset(osCode: Int32?)
    /// A 206 that does not hold the bytes that were asked for.
    case rangeNotHonoured
    /// Content changed identity too often to be finished.
    case validatorUnstable
    case http(status: Int, retryAfterMilliseconds: Int64?)
    /// A sign-in page stands where the content should.
    case captivePortal
    /// The body is coded although `identity` was asked for.
    case encoded(String)
    /// The end of the body could not be proven.
    case lengthUnknown
    /// The announced size is not the expected one.
    case unexpectedSize(expected: Int64, announced: Int64)
    /// The store refused the bytes.
    case sink(osCode: Int32)
    case tooManyRedirects
    /// A redirect from https to http.
    case insecureRedirect
    /// The log does not keep the address, and the host's address book did not give it.
    case addressUnknown
    case unsupportedScheme
    case malformedAddress
    /// A header field of the caller that must not be sent: not a plain field, or one that the transport sets itself.
    case malformedRequest
    /// The response broke the protocol or a limit of ours.
    case malformedResponse
    /// The transport itself failed; its own code.
    case transport(code: Int32)
}
