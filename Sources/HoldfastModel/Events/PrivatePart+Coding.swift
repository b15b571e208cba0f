extension PrivatePart {
    package static let saltByteCount = 16

    /// The stored row: the salt, then the part as a map.
    ///
    /// The record's `privateDigest` is SHA-256 over the byte 0x02 and this row.
    /// - Precondition: the salt has 16 bytes.
    package func row(salt: [UInt8]) -> [UInt8] {
        precondition(salt.count == Self.saltByteCount, "A private row begins with 16 bytes of salt.")
        return CBORWriter.bytes { writer in
            writer.raw(salt)
            encode(into: &writer)
        }
    }

    /// Reads a stored row; the salt is not kept.
    package init(row: UnsafeRawBufferPointer) throws(CodingFailure) {
        guard row.count > Self.saltByteCount else { throw .truncated(offset: row.count) }
        var reader = CBORReader(row, offset: Self.saltByteCount)
        self = try PrivatePart(from: &reader)
        guard reader.isAtEnd else { throw .trailingBytes(offset: reader.offset) }
    }
}
