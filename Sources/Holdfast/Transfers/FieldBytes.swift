/// A view of foreign header bytes with the few operations that parsing them needs; valid as long as the bytes are.
struct FieldBytes {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.isEmpty }

    func byte(at index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

    func prefix(_ length: Int) -> FieldBytes { slice(0, min(length, count)) }
    func suffix(_ length: Int) -> FieldBytes { slice(max(0, count - length), count) }
    func dropFirst(_ length: Int) -> FieldBytes { slice(min(length, count), count) }

    func hasPrefix(_ text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[$0] == text.utf8Start[$0] }
    }

    /// Equal to a lower-case ASCII word, ignoring case.
    func isToken(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount
            && (0..<count).allSatisfy { Self.lowercased(bytes[$0]) == word.utf8Start[$0] }
    }

    /// What stands before and after the first separator; all and nothing where there is none.
    func split(at separator: UInt8) -> (first: FieldBytes, rest: FieldBytes) {
        guard let index = bytes.firstIndex(of: separator) else { return (self, slice(count, count)) }
        return (slice(0, index), slice(index + 1, count))
    }

    func count(of byte: UInt8) -> Int { bytes.reduce(0) { $0 + ($1 == byte ? 1 : 0) } }

    func trimmingLineEnd() -> FieldBytes {
        var end = count
        while end > 0, bytes[end - 1] == 0x0a || bytes[end - 1] == 0x0d { end -= 1 }
        return slice(0, end)
    }

    func trimmingSpace() -> FieldBytes {
        var start = 0
        var end = count
        while start < end, Self.isSpace(bytes[start]) { start += 1 }
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return slice(start, end)
    }

    /// Digits only, within Int64.
    func decimal() -> Int64? {
        guard !isEmpty else { return nil }
        var value: Int64 = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, stillTooLarge) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            guard !tooLarge && !stillTooLarge else { return nil }
            value = sum
        }
        return value
    }

    /// No control byte and no space.
    var isPrintable: Bool { bytes.allSatisfy { $0 > 0x20 && $0 != 0x7f } }

    /// Decoded with repair of what is not UTF-8; `nil` when empty or longer than the limit.
    func text(byteCountMax: Int) -> String? {
        guard !isEmpty, count <= byteCountMax else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// ASCII in lower case; `nil` when empty, too long or not plain printable ASCII.
    func lowercasedText(byteCountMax: Int) -> String? {
        guard !isEmpty, count <= byteCountMax, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
        return String(decoding: bytes.map(Self.lowercased), as: UTF8.self)
    }

    private func slice(_ start: Int, _ end: Int) -> FieldBytes {
        FieldBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
