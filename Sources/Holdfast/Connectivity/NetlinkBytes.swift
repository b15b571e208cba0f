/// Bounds-checked, host-order reads from a message; valid as long as the message is.
struct NetlinkBytes {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var count: Int { bytes.count }
    var array: [UInt8] { Array(bytes) }

    func slice(_ start: Int, _ end: Int) -> NetlinkBytes {
        guard start >= 0, start <= end, end <= count else {
            return NetlinkBytes(UnsafeRawBufferPointer(rebasing: bytes[0..<0]))
        }
        return NetlinkBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }

    func uint8(_ offset: Int) -> UInt8? { load(offset) }
    func uint16(_ offset: Int) -> UInt16? { load(offset) }
    func uint32(_ offset: Int) -> UInt32? { load(offset) }
    func int32(_ offset: Int) -> Int32? { load(offset) }

    /// Up to the first zero byte.
    var text: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }

    /// `rtattr`: length (2), type (2), payload, padded to four bytes.
    func attribute(_ wanted: UInt16, after headerLength: Int) -> NetlinkBytes? {
        guard headerLength <= count else { return nil }
        var rest = slice((headerLength + 3) & ~3, count)
        while let length = rest.uint16(0).map(Int.init), length >= 4, length <= rest.count, let type = rest.uint16(2) {
            // The two highest bits are marks, not type.
            if type & 0x3fff == wanted { return rest.slice(4, length) }
            rest = rest.slice(min((length + 3) & ~3, rest.count), rest.count)
        }
        return nil
    }

    private func load<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Value? {
        guard offset >= 0, offset <= count - MemoryLayout<Value>.size else { return nil }
        return bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }
}
