internal import Glibc
public import HoldfastModel

extension TransferFailure {
    /// Decides what the engine does next: retry, wait, ask, or give up.
    public var failureClass: FailureClass {
        switch self {
        case .cancelled, .dns, .connect, .timeout, .stalled, .truncated, .reset, .malformedResponse: .transient
        case .tls: .tls
        case .rangeNotHonoured, .validatorUnstable, .unexpectedSize: .changed
        case .http(let status, _): Self.failureClass(ofStatus: status)
        case .captivePortal: .captive
        case .encoded, .lengthUnknown, .tooManyRedirects, .insecureRedirect: .policy
        case .addressUnknown, .unsupportedScheme, .malformedAddress, .malformedRequest: .policy
        case .sink(let osCode): Self.isOutOfSpace(osCode) ? .space : .file
        case .transport: .internal
        }
    }

    /// The seen cause in one word, stable across releases.
    public var code: String {
        switch self {
        case .cancelled: "cancelled"
        case .dns: "dns"
        case .connect: "connect"
        case .timeout: "timeout"
        case .stalled: "stalled"
        case .tls: "tls"
        case .truncated: "truncated"
        case .reset: "reset"
        case .rangeNotHonoured: "range-not-honoured"
        case .validatorUnstable: "validator-unstable"
        case .http: "http"
        case .captivePortal: "captive-portal"
        case .encoded: "encoded"
        case .lengthUnknown: "length-unknown"
        case .unexpectedSize: "unexpected-size"
        case .sink: "sink"
        case .tooManyRedirects: "too-many-redirects"
        case .insecureRedirect: "insecure-redirect"
        case .addressUnknown: "address-unknown"
        case .unsupportedScheme: "unsupported-scheme"
        case .malformedAddress: "malformed-address"
        case .malformedRequest: "malformed-request"
        case .malformedResponse: "malformed-response"
        case .transport: "transport"
        }
    }

    public var httpStatus: Int? {
        if case .http(let status, _) = self { status } else { nil }
    }

    /// The operating system's error number, or the transport's own code where it is all there is.
    public var osCode: Int32? {
        switch self {
        case .connect(let osCode), .reset(let osCode): osCode
        case .sink(let osCode): osCode
        case .tls(let code), .transport(let code): code
        default: nil
        }
    }

    /// The network, not the source or the device, is to blame: a retry is due when the network changes.
    public var isNetworkFailure: Bool {
        switch self {
        case .dns, .connect, .timeout, .stalled, .truncated, .reset: true
        default: false
        }
    }

    private static func failureClass(ofStatus status: Int) -> FailureClass {
        switch status {
        case 401, 407: .auth
        case 404, 410: .notFound
        case 511: .captive
        case 408, 425, 429, 500...599: .server
        case 412, 416: .changed
        case 400...499: .forbidden
        default: .policy
        }
    }

    private static func isOutOfSpace(_ osCode: Int32) -> Bool {
        osCode == ENOSPC || osCode == EDQUOT
    }
}
