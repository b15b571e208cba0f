/// A SHA-256 value: a leaf, a node or a root of the tree.
package struct Hash: Sendable, Hashable {
    package static let sizeInBytes = 32
    package let value: SIMD32<UInt8>

    package init(_ value: SIMD32<UInt8>) {
        self.value = value
    }

    /// - Returns: nil unless there are exactly 32 bytes.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.sizeInBytes else { return nil }
        value = bytes.loadUnaligned(as: SIMD32<UInt8>.self)
    }

    package init?(_ bytes: [UInt8]) {
        guard let hash = bytes.withUnsafeBytes({ Hash($0) }) else { return nil }
        self = hash
    }

    package var bytes: [UInt8] {
        withUnsafeBytes { Array($0) }
    }

    package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        Swift.withUnsafeBytes(of: value, body)
    }
}

extension Hash: CustomStringConvertible {
    /// Lower-case hexadecimal.
    package var description: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
