internal import CHoldfastCurl

/// An http or https address taken apart: what a request needs, with the credentials kept away from every text.
package struct RequestAddress: Sendable, Equatable {
    package var scheme: String
    /// Lower case; IPv6 in brackets, as it stands in the address.
    package var host: String
    /// Given or implied.
    package var port: Int
    /// The address without credentials and fragment.
    package var requestText: String
    var credentials: Credentials?

    struct Credentials: Sendable, Equatable {
        var user: String
        var password: String
    }

    package static let byteCountMax = 32 << 10

    /// - Throws: `malformedAddress`, `unsupportedScheme`.
    package init(parsing text: String) throws(TransferFailure) {
        try self.init(text, relativeTo: nil)
    }

    /// The target of a redirect; credentials in it are dropped.
    func resolving(_ location: String) throws(TransferFailure) -> RequestAddress {
        var target = try RequestAddress(location, relativeTo: requestText)
        target.credentials = nil
        return target
    }

    /// `host:port`, the key of per-host limits and waits.
    package var hostKey: String { "\(host):\(port)" }

    /// Scheme, host and port agree: credentials may be sent to both.
    func hasSameOrigin(as other: RequestAddress) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    private init(_ text: String, relativeTo base: String?) throws(TransferFailure) {
        guard text.utf8.count <= Self.byteCountMax, !text.utf8.contains(0), let parts = curl_url() else {
            throw .malformedAddress
        }
        defer { curl_url_cleanup(parts) }
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
        if let base, curl_url_set(parts, CURLUPART_URL, base, flags) != CURLUE_OK { throw .malformedAddress }
        guard curl_url_set(parts, CURLUPART_URL, text, flags) == CURLUE_OK else { throw .malformedAddress }
        guard let scheme = Self.part(parts, CURLUPART_SCHEME)?.lowercased() else { throw .malformedAddress }
        guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme }
        guard let host = Self.part(parts, CURLUPART_HOST)?.lowercased(), !host.isEmpty,
            let port = Self.part(parts, CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap({ Int($0) })
        else { throw .malformedAddress }
        self.scheme = scheme
        self.host = host
        self.port = port
        if let user = Self.part(parts, CURLUPART_USER, CURLU_URLDECODE) {
            let password = Self.part(parts, CURLUPART_PASSWORD, CURLU_URLDECODE) ?? ""
            credentials = Credentials(user: user, password: password)
        }
        for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT] {
            curl_url_set(parts, part, nil, 0)
        }
        guard let requestText = Self.part(parts, CURLUPART_URL) else { throw .malformedAddress }
        self.requestText = requestText
    }

    private static func part(_ parts: OpaquePointer, _ part: CURLUPart, _ flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
