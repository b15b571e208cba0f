extension Digest: LosslessStringConvertible {
    private static let prefix = "sha256:"

    /// `sha256:` and 64 lower-case hexadecimal digits.
    public var description: String { Self.prefix + TextForm.hex(bytes) }

    /// Reads 64 hexadecimal digits of either case, with or without `sha256:` before them.
    public init?(_ description: String) {
        let digits = description.hasPrefix(Self.prefix) ? description.dropFirst(Self.prefix.count) : description[...]
        guard digits.utf8.count == 2 * Self.byteCount, let bytes = TextForm.bytes(hex: digits) else { return nil }
        self.init(sha256: bytes)
    }
}
