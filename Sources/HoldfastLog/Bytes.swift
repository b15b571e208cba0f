import Glibc

/// Big-endian numbers in bytes; a read past the end is nil, never a trap.
extension [UInt8] {
    package mutating func append(number: UInt64) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    package mutating func append(number: UInt32) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    package mutating func append(number: UInt16) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    package init(number: UInt64) {
        self = []
        append(number: number)
    }

    /// The order of keys in a table: below zero when these bytes come first, zero when they are the same.
    package func order(to other: [UInt8]) -> Int {
        withUnsafeBytes { bytes in
            other.withUnsafeBytes { other in
                let count = Swift.min(bytes.count, other.count)
                if count > 0, let left = bytes.baseAddress, let right = other.baseAddress {
                    let order = memcmp(left, right, count)
                    if order != 0 { return Int(order) }
                }
                return bytes.count - other.count
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    package func number(at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= count - 8 else { return nil }
        return UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    package func number32(at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    package func number16(at offset: Int) -> UInt16? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// Whether both hold the same bytes.
    package func isEqual(to other: UnsafeRawBufferPointer) -> Bool {

        guard count == other.count else { return false }
        guard count > 0, let left = baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, count) == 0
    }
}
