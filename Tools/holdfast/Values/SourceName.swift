/// What to call an item of which only the address is known.
enum SourceName {
    /// The last part of the path, else the host. Query and fragment, where secrets stand, are never part of it.
    ///
    /// - Returns: `nil` when the text is no http or https address with a host.
    static func id(fromURL url: String) -> String? {
        let lower = url.lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix($0) }) else { return nil }
        let rest = url.dropFirst(scheme.count).prefix { $0 != "?" && $0 != "#" }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        // A name and a password before the host are not the host.
        let host = (parts.first ?? "").split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard !host.isEmpty else { return nil }
        let name = parts.dropFirst().last { !$0.isEmpty } ?? host
        return shortened(percentDecoded(name) ?? String(name))
    }

    /// A user name or password stands before the host.
    static func hasCredentials(_ url: String) -> Bool {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count >= 3 && parts[2].prefix { $0 != "?" && $0 != "#" }.contains("@")
    }

    /// The address without a name and password before the host, and without the values of its query: both may be secrets.
    static func masked(_ address: String) -> String {
        // Most addresses have neither, and a log has many.
        guard address.utf8.contains(where: { $0 == 0x23 || $0 == 0x3f || $0 == 0x40 }) else { return address }
        let bytes = address.utf8.prefix { $0 != UInt8(ascii: "#") }
        var parts = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)[...]
        guard parts.count >= 3, parts[1].isEmpty else { return address }
        var plain = Array(parts.removeFirst()) + Array("//".utf8)
        let host = parts[2]
        if let sign = host.lastIndex(of: UInt8(ascii: "@")) {
            plain += Array("***".utf8) + host[sign...]
        } else {
            plain += host
        }
        if let rest = parts.dropFirst(2).first { plain += Array("/".utf8) + rest }
        return String(decoding: withoutValues(plain), as: UTF8.self)
    }

    /// The values of the query give way to asterisks, and so does a query that has no names.
    private static func withoutValues(_ address: [UInt8]) -> [UInt8] {
        guard let mark = address.firstIndex(of: UInt8(ascii: "?")) else { return address }
        var masked = Array(address[...mark])
        let pairs = address[(mark + 1)...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        for (index, pair) in pairs.enumerated() {
            if index > 0 { masked.append(UInt8(ascii: "&")) }
            if let sign = pair.firstIndex(of: UInt8(ascii: "=")) { masked += pair[...sign] }
            if !pair.isEmpty { masked += Array("***".utf8) }
        }
        return masked
    }

    /// `nil` when an escape is broken or the bytes are no UTF-8 or no plain text.
    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(), let value = hex(high, low) else { return nil }
            bytes.append(value)
        }
        guard let text = String(validating: bytes, as: UTF8.self), Escaping.printable(text) == text,
            !text.contains("/")
        else { return nil }
        return text
    }

    private static func hex(_ high: UInt8, _ low: UInt8) -> UInt8? {
        let values = [high, low].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return values.count == 2 ? UInt8(values[0] * 16 + values[1]) : nil
    }

    /// At most 255 bytes, cut between characters.
    private static func shortened(_ name: String) -> String {
        var name = name
        while name.utf8.count > 255 { name.removeLast() }
        return name
    }
}
