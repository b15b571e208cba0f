/// A SHA-256 digest. Written `sha256:` and 64 hexadecimal digits for people, an algorithm byte and 32 bytes on disk.
public struct Digest: Sendable, Equatable, Hashable {
    // Four words and no array: a digest in an event costs no allocation.
    private var word0: UInt64 = 0
    private var word1: UInt64 = 0
    private var word2: UInt64 = 0
    private var word3: UInt64 = 0

    static let byteCount = 32

    /// All zeros; stands in fields until decoding fills them in.
    init() {}

    /// - Precondition: exactly 32 bytes.
    public init(sha256 bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "A SHA-256 digest has 32 bytes, these are \(bytes.count).")
        self = bytes.withUnsafeBytes { Digest(loading: $0) }
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
            store(into: UnsafeMutableRawBufferPointer(buffer))
            count = Self.byteCount
        }
    }

    /// `source` holds at least 32 bytes.
    init(loading source: UnsafeRawBufferPointer) {
        word0 = UInt64(bigEndian: source.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        word1 = UInt64(bigEndian: source.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        word2 = UInt64(bigEndian: source.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
        word3 = UInt64(bigEndian: source.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
    }

    func store(into target: UnsafeMutableRawBufferPointer) {
        target.storeBytes(of: word0.bigEndian, toByteOffset: 0, as: UInt64.self)
        target.storeBytes(of: word1.bigEndian, toByteOffset: 8, as: UInt64.self)
        target.storeBytes(of: word2.bigEndian, toByteOffset: 16, as: UInt64.self)
        target.storeBytes(of: word3.bigEndian, toByteOffset: 24, as: UInt64.self)
    }
}

extension Digest: FieldValue {
    /// One byte names the algorithm, so that another one can come later, together with a newer version of the events that use it.
    private static let sha256: UInt8 = 1

    static var shape: FieldShape { .digest }
    var described: DescribedValue { .digest(self) }

    func encode(into writer: inout CBORWriter) {
        withUnsafeTemporaryAllocation(byteCount: 1 + Self.byteCount, alignment: 8) { buffer in
            buffer[0] = Self.sha256
            store(into: UnsafeMutableRawBufferPointer(rebasing: buffer[1...]))
            writer.byteString(UnsafeRawBufferPointer(buffer))
        }
    }

    init(from reader: inout CBORReader) throws(CodingFailure) {
        let start = reader.offset
        let encoded = try reader.byteSlice()
        guard encoded.count == 1 + Self.byteCount, encoded[0] == Self.sha256 else { throw .outOfRange(offset: start) }
        self.init(loading: UnsafeRawBufferPointer(rebasing: encoded[1...]))
    }
}
