extension IndexKey {
    /// Bytes of a key: index, order, place, number.
    package static let byteCount = 25

    /// Big-endian, with the sign bit of signed numbers turned, so that bytes order as keys do.
    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            target[0] = index.rawValue
            target.storeBytes(of: Self.turned(order).bigEndian, toByteOffset: 1, as: UInt64.self)
            target.storeBytes(of: Self.turned(place).bigEndian, toByteOffset: 9, as: UInt64.self)
            target.storeBytes(of: number.bigEndian, toByteOffset: 17, as: UInt64.self)
            count = Self.byteCount
        }
    }

    /// `nil` when these are not the bytes of a key. Walked over for each item of a queue, so without generics that another module could
    /// not specialise.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, let index = ItemIndex(rawValue: bytes[0]) else { return nil }
        let numbers = bytes.withUnsafeBytes { bytes in
            (
                order: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self)),
                place: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 9, as: UInt64.self)),
                number: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 17, as: UInt64.self))
            )
        }
        self.init(
            index: index, order: Int64(bitPattern: numbers.order ^ 1 << 63),
            place: Int64(bitPattern: numbers.place ^ 1 << 63), number: numbers.number)
    }

    /// What all keys of an index begin with.
    package static func prefix(of index: ItemIndex) -> [UInt8] { [index.rawValue] }

    private static func turned(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ 1 << 63 }
}
