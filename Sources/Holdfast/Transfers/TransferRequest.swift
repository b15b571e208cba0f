/// One GET request and its limits.
public struct TransferRequest: Sendable {
    /// An http or https address. A user name and password in it become credentials and are never shown.
    public var url: String
    /// Fields of the host application, such as `Authorization`. Dropped when a redirect leaves the origin, except
    /// `Accept`, `Accept-Language` and `User-Agent`.
    public var fields: [HeaderField]
    /// The part that is asked for; the whole content when absent.
    public var range: RangeRequest?
    /// Limit for resolving, connecting and the TLS handshake together.
    public var connectTimeout: Duration
    /// Longest silence after the request was sent, before and within the body. There is no limit on the whole.
    public var idleTimeout: Duration
    public var redirectCountMax: Int
    /// What all transfers together may receive; a transport that carries bytes itself asks it before it takes any.
    public var bandwidth: BandwidthLimit?
    /// Asks over a connection of its own, with the name looked up anew: for a question about the network itself.
    public var usesFreshConnection = false

    public init(
        url: String, fields: [HeaderField] = [], range: RangeRequest? = nil,
        connectTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(30), redirectCountMax: Int = 10,
        bandwidth: BandwidthLimit? = nil
    ) {
        self.url = url
        self.fields = fields
        self.range = range
        self.connectTimeout = connectTimeout
        self.idleTimeout = idleTimeout
        self.redirectCountMax = redirectCountMax
        self.bandwidth = bandwidth
    }
}

/// One header field of a request.
public struct HeaderField: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The open-ended range of a resumed transfer.
public struct RangeRequest: Sendable, Equatable {
    /// First byte wanted, as in `Range: bytes=N-`.
    public var firstByte: Int64
    /// A strong validator in its wire form, for `If-Range`.
    public var ifRange: String?

    public init(firstByte: Int64, ifRange: String? = nil) {
        self.firstByte = firstByte
        self.ifRange = ifRange
    }
}
