/// Reads deterministic CBOR and refuses everything else, so that one value has exactly one form of bytes.
///
/// The bytes must stay in place while the reader is used: readers live inside a `withUnsafeBytes` and never leave it.
struct CBORReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset: Int

    /// Bounds the recursion when skipping foreign values.
    private static let depthMax = 16

    init(_ bytes: UnsafeRawBufferPointer, offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset == bytes.count }

    @inline(__always)
    mutating func unsigned() throws(CodingFailure) -> UInt64 { try expect(.unsigned, "unsigned integer") }

    @inline(__always)
    mutating func integer() throws(CodingFailure) -> Int64 {
        let start = offset
        let first = try peek()
        guard first < 0x40 else { throw .wrongKind(offset: start, expected: "integer") }
        guard let magnitude = Int64(exactly: try argument(of: first)) else { throw .outOfRange(offset: start) }
        return first < 0x20 ? magnitude : ~magnitude
    }

    @inline(__always)
    mutating func boolean() throws(CodingFailure) -> Bool {
        switch try peek() {
        case 0xf4:
            offset += 1
            return false
        case 0xf5:
            offset += 1
            return true
        default: throw .wrongKind(offset: offset, expected: "boolean")
        }
    }

    mutating func text() throws(CodingFailure) -> String {
        let start = offset
        let utf8 = try take(try length(of: try expect(.text, "text")))
        return try utf8.withMemoryRebound(to: UInt8.self) { (bytes) throws(CodingFailure) -> String in
            if Self.isASCII(utf8) { return String(decoding: bytes, as: UTF8.self) }
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidText(offset: start) }
            return text
        }
    }

    /// Steps over a text and checks it as `text()` does.
    mutating func skipText() throws(CodingFailure) { _ = try textSlice() }

    /// A text's UTF-8 where it stands, checked; valid as long as the bytes that are read.
    mutating func textSlice() throws(CodingFailure) -> UnsafeRawBufferPointer {
        let start = offset
        let utf8 = try take(try length(of: try expect(.text, "text")))
        guard Self.isASCII(utf8) || String(validating: utf8, as: UTF8.self) != nil else {
            throw .invalidText(offset: start)
        }
        return utf8
    }

    /// ASCII is UTF-8 by itself, and most text is ASCII: looking at eight bytes at once is several times faster than validating.
    @inline(__always)
    private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var seen: UInt64 = 0
        var place = 0
        while place + 8 <= bytes.count {
            seen |= bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            place += 8
        }
        while place < bytes.count {
            seen |= UInt64(bytes[place])
            place += 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }

    mutating func byteString() throws(CodingFailure) -> [UInt8] { [UInt8](try byteSlice()) }

    /// A byte string where it stands; valid as long as the bytes that are read.
    @inline(__always)
    mutating func byteSlice() throws(CodingFailure) -> UnsafeRawBufferPointer {
        try take(try length(of: try expect(.bytes, "byte string")))
    }

    /// The number of elements; each takes one byte at least, so a count past the end is refused before anything is reserved.
    @inline(__always)
    mutating func arrayHead() throws(CodingFailure) -> Int { try length(of: try expect(.array, "array")) }

    /// The head of an array that has exactly `count` elements.
    @inline(__always)
    mutating func tupleHead(count: Int) throws(CodingFailure) {
        let start = offset
        guard try arrayHead() == count else { throw .outOfRange(offset: start) }
    }

    @inline(__always)
    mutating func mapHead() throws(CodingFailure) -> Int { try length(of: try expect(.map, "map")) }

    /// The kind of the next value; the reader stays where it is.
    @inline(__always)
    func peekKind() throws(CodingFailure) -> CBORKind { CBORKind(major: try peek()) }

    /// Steps over the next value and returns its exact bytes.
    mutating func rawValue() throws(CodingFailure) -> [UInt8] {
        let start = offset
        try skip()
        return [UInt8](bytes[start..<offset])
    }

    /// Steps over the next value.
    mutating func skip() throws(CodingFailure) { try skip(depth: 0) }

    private mutating func skip(depth: Int) throws(CodingFailure) {
        guard depth < Self.depthMax else { throw .tooDeep(offset: offset) }
        let start = offset
        let first = try peek()
        switch CBORKind(major: first) {
        case .unsigned, .negative: _ = try argument(of: first)
        case .bytes: _ = try byteSlice()
        case .text: try skipText()
        case .array:
            for _ in 0..<(try arrayHead()) { try skip(depth: depth + 1) }
        case .map: try skipMap(count: try mapHead(), depth: depth)
        case .tag:
            _ = try argument(of: first)
            try skip(depth: depth + 1)
        case .simple:
            // Behind 24 stands a simple value, of which 0...31 have another form or none; behind 25...27 a float.
            let value = try argument(of: first)
            guard first < 0xf8 || first == 0xf8 && value >= 32 else { throw .notDeterministic(offset: start) }
        }
    }

    private mutating func skipMap(count: Int, depth: Int) throws(CodingFailure) {
        var previous = 0..<0
        for index in 0..<count {
            let start = offset
            try skip(depth: depth + 1)
            if index > 0, !bytes[previous].lexicographicallyPrecedes(bytes[start..<offset]) {
                throw .notDeterministic(offset: start)
            }
            previous = start..<offset
            try skip(depth: depth + 1)
        }
    }

    /// The first byte of the next value.
    @inline(__always)
    private func peek() throws(CodingFailure) -> UInt8 {
        guard offset < bytes.count else { throw .truncated(offset: offset) }
        return bytes[offset]
    }

    @inline(__always)
    private mutating func expect(_ kind: CBORKind, _ name: StaticString) throws(CodingFailure) -> UInt64 {
        let first = try peek()
        guard first >> 5 == kind.rawValue else { throw .wrongKind(offset: offset, expected: "\(name)") }
        return try argument(of: first)
    }

    /// A length is refused where it goes past the end; nothing is reserved for it before.
    @inline(__always)
    private func length(of value: UInt64) throws(CodingFailure) -> Int {
        guard let length = Int(exactly: value), length <= bytes.count - offset else { throw .truncated(offset: offset) }
        return length
    }

    @inline(__always)
    private mutating func take(_ count: Int) throws(CodingFailure) -> UnsafeRawBufferPointer {
        guard count <= bytes.count - offset else { throw .truncated(offset: offset) }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
    }

    /// The number in the head that begins with `first`, the byte at `offset`; steps behind the head.
    @inline(__always)
    private mutating func argument(of first: UInt8) throws(CodingFailure) -> UInt64 {
        let short = first & 0x1f
        guard short >= 24 else {
            offset += 1
            return UInt64(short)
        }
        guard short <= 27, bytes.count - offset > 8 else { return try longArgument(short) }
        // Eight bytes are there, so that all four widths are read in one way.
        let width = 1 << Int(short & 3)
        let value =
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt64.self)) >> (64 - 8 * width)
        guard value >= (width == 1 ? 24 : 1 << (4 * width)) else { throw .notDeterministic(offset: offset) }
        offset += 1 + width
        return value
    }

    /// Near the end of the bytes.
    @inline(never)
    private mutating func longArgument(_ short: UInt8) throws(CodingFailure) -> UInt64 {
        let start = offset + 1
        let room = bytes.count - start
        let value: UInt64
        let isShortest: Bool
        switch short {
        case 24 where room >= 1:
            value = UInt64(bytes[start])
            isShortest = value >= 24
            offset = start + 1
        case 25 where room >= 2:
            value = UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt16.self)))
            isShortest = value > 0xff
            offset = start + 2
        case 26 where room >= 4:
            value = UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
            isShortest = value > 0xffff
            offset = start + 4
        case 27 where room >= 8:
            value = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            isShortest = value > 0xffff_ffff
            offset = start + 8
        case 24...27: throw .truncated(offset: offset)
        // 28...30 are reserved and 31 is an indefinite length: §4.2.1 allows neither.
        default: throw .notDeterministic(offset: offset)
        }
        guard isShortest else { throw .notDeterministic(offset: start - 1) }
        return value
    }
}
