extension Digest: LosslessStringConvertible {
    private static let prefix = "sha256:"

    /// `sha256:` and 64 lower-case hexadecimal digits.
    public var description: String {
        var text: [UInt8] = []
        appendText(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    func appendText(to text: inout [UInt8]) {
        text.append(contentsOf: Self.prefix.utf8)
        withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { bytes in
            store(into: bytes)
            for byte in bytes {
                text.append(TextForm.hexDigit(byte >> 4))
                text.append(TextForm.hexDigit(byte & 15))
            }
        }
    }

    /// Reads 64 hexadecimal digits of either case, with or without `sha256:` before them.
    public init?(_ description: String) {
        let digits = description.hasPrefix(Self.prefix) ? description.dropFirst(Self.prefix.count) : description[...]
        guard digits.utf8.count == 2 * Self.byteCount, let bytes = TextForm.bytes(hex: digits) else { return nil }
        self.init(sha256: bytes)
    }
}
