/// An http or https address, taken apart as far as rules need it.
package struct SourceAddress: Sendable, Equatable {
    /// `http` or `https`.
    package let scheme: String
    /// In lower case; an IPv6 address with its brackets.
    package let host: String
    package let port: UInt16?

    package static let byteCountMax = 8192

    /// Scheme, host and port as one text: what a slot by host is counted for.
    package var origin: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }

    /// Why text is no usable source.
    package enum Failure: Error, Sendable, Equatable {
        case tooLong, illegalCharacter, unsupportedScheme, missingHost, invalidHost, invalidPort
        /// A user name or a password in the address would be recorded for ever.
        case credentials
    }

    package init(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.byteCountMax else { throw .tooLong }
        // RFC 3986 §2: visible ASCII only; everything else stands percent-encoded. Some parsers read a backslash as a slash.
        guard bytes.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }) else {
            throw .illegalCharacter
        }
        guard let rest = Self.schemes.first(where: { Self.hasPrefix(bytes, $0 + "://") }) else {
            throw .unsupportedScheme
        }
        scheme = rest
        let ends: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        let authority = bytes.dropFirst(rest.utf8.count + 3).prefix { !ends.contains($0) }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .credentials }
        let hostEnd = try Self.hostEnd(authority)
        let hostBytes = authority[..<hostEnd]
        guard !hostBytes.isEmpty else { throw .missingHost }
        host = String(decoding: hostBytes, as: UTF8.self).lowercased()
        port = try Self.port(authority[hostEnd...])
    }

    private static let schemes = ["https", "http"]

    private static func hasPrefix(_ bytes: [UInt8], _ prefix: String) -> Bool {
        String(decoding: bytes.prefix(prefix.utf8.count), as: UTF8.self).lowercased() == prefix
    }

    private static func hostEnd(_ authority: ArraySlice<UInt8>) throws(Failure) -> Int {
        guard authority.first == UInt8(ascii: "[") else {
            let end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
            guard authority[..<end].allSatisfy(isNameByte), end - authority.startIndex <= 253 else {
                throw .invalidHost
            }
            return end
        }
        guard let close = authority.firstIndex(of: UInt8(ascii: "]")), close - authority.startIndex > 2,
            authority[..<close].dropFirst().allSatisfy(isAddressByte)
        else { throw .invalidHost }
        return close + 1
    }

    private static func port(_ bytes: ArraySlice<UInt8>) throws(Failure) -> UInt16? {
        guard let colon = bytes.first else { return nil }
        let digits = bytes.dropFirst()
        guard colon == UInt8(ascii: ":"), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .invalidPort }
        if digits.isEmpty { return nil }
        guard let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0 else { throw .invalidPort }
        return port
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension SourceAddress {
    /// What must be there for the host to answer. Names are taken as they stand: nothing is looked up.
    package var reach: SourceFacts.Reach {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return .loopback }
        if host.hasSuffix(".local") { return .link }
        if host.hasPrefix("[") {
            // fe80::/10 and fc00::/7.
            let isOnLink = ["[fe8", "[fe9", "[fea", "[feb", "[fc", "[fd"].contains { host.hasPrefix($0) }
            return isOnLink ? .link : .internet
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 4, let first = parts[0], let second = parts[1], parts[2] != nil, parts[3] != nil else {
            return .internet
        }
        switch (first, second) {
        case (127, _): return .loopback
        case (10, _), (192, 168), (169, 254), (172, 16...31): return .link
        default: return .internet
        }
    }
}
