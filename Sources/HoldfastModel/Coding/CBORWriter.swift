/// Writes deterministic CBOR (RFC 8949 §4.2.1): shortest heads, definite lengths. The caller writes map keys in ascending order.
///
/// Pass it on by `inout`: a copy writes to the same memory.
struct CBORWriter {
    // A pointer and no array: an array asks before every byte whether it is shared, which costs more than the byte.
    // `base` points into `owner`, or into the stack while `bytes(_:)` runs.
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0
    private var count = 0
    private var owner: ManagedBuffer<Void, UInt8>?

    /// A head has at most this many bytes.
    private static let headByteCountMax = 9

    /// Reserves nothing until something is written.
    init() {}

    init(reserving capacity: Int) {
        reserve(capacity)
    }

    /// What `body` writes, without memory of its own where it is short.
    static func bytes(_ body: (inout CBORWriter) -> Void) -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
            var writer = CBORWriter()
            writer.base = buffer.baseAddress
            writer.capacity = buffer.count
            body(&writer)
            return writer.bytes
        }
    }

    /// What has been written so far.
    var bytes: [UInt8] {
        defer { withExtendedLifetime(owner) {} }
        return [UInt8](UnsafeRawBufferPointer(start: base, count: count))
    }

    @inline(__always)
    mutating func unsigned(_ value: UInt64) { head(.unsigned, value) }

    mutating func integer(_ value: Int64) {
        if value >= 0 {
            head(.unsigned, UInt64(value))
        } else {
            // RFC 8949 §3.1: major type 1 holds -1 minus the value, which for two's complement is the value with all bits turned.
            head(.negative, UInt64(bitPattern: ~value))
        }
    }

    mutating func boolean(_ value: Bool) {
        reserve(1)
        store(value ? 0xf5 : 0xf4 as UInt8)
    }

    mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            head(.text, UInt64(utf8.count))
            append(UnsafeRawBufferPointer(utf8))
        }
    }

    mutating func byteString(_ value: [UInt8]) { value.withUnsafeBytes { byteString($0) } }

    mutating func byteString(_ value: UnsafeRawBufferPointer) {
        head(.bytes, UInt64(value.count))
        append(value)
    }

    mutating func arrayHead(count: Int) { head(.array, UInt64(count)) }

    mutating func mapHead(count: Int) { head(.map, UInt64(count)) }

    /// Begins a map whose size is not known yet; `endMap` takes what this returns.
    @inline(__always)
    mutating func beginMap() -> Int {
        reserve(1)
        store(0 as UInt8)
        return count - 1
    }

    /// Writes the head of the map that began at `start`.
    @inline(__always)
    mutating func endMap(_ start: Int, count entries: Int) {
        // The place that was kept free is one byte; the head grows only with many unknown fields.
        if entries < 24 {
            base?.storeBytes(of: Self.shortMapHead | UInt8(entries), toByteOffset: start, as: UInt8.self)
        } else {
            endLongMap(start, count: entries)
        }
    }

    private static let shortMapHead = CBORKind.map.rawValue << 5

    @inline(never)
    private mutating func endLongMap(_ start: Int, count entries: Int) {
        let width = entries <= 0xff ? 1 : entries <= 0xffff ? 2 : 4
        let end = count
        reserve(Self.headByteCountMax)
        guard let base else { return }
        (base + start + 1 + width).copyMemory(from: base + start + 1, byteCount: end - start - 1)
        count = start
        mapHead(count: entries)
        count = end + width
    }

    /// Bytes that are deterministic CBOR already.
    mutating func raw(_ value: [UInt8]) { value.withUnsafeBytes { append($0) } }

    @inline(__always)
    private mutating func head(_ kind: CBORKind, _ value: UInt64) {
        reserve(Self.headByteCountMax)
        if value < 24 {
            store(kind.rawValue << 5 | UInt8(truncatingIfNeeded: value))
        } else {
            longHead(kind.rawValue << 5, value)
        }
    }

    private mutating func longHead(_ major: UInt8, _ value: UInt64) {
        if value <= 0xff {
            store(major | 24)
            store(UInt8(truncatingIfNeeded: value))
        } else if value <= 0xffff {
            store(major | 25)
            store(UInt16(truncatingIfNeeded: value).bigEndian)
        } else if value <= 0xffff_ffff {
            store(major | 26)
            store(UInt32(truncatingIfNeeded: value).bigEndian)
        } else {
            store(major | 27)
            store(value.bigEndian)
        }
    }

    private mutating func append(_ value: UnsafeRawBufferPointer) {
        guard let source = value.baseAddress, !value.isEmpty else { return }
        reserve(value.count)
        base?.advanced(by: count).copyMemory(from: source, byteCount: value.count)
        count += value.count
    }

    /// There must be room.
    @inline(__always)
    private mutating func store<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word) {
        base?.storeBytes(of: word, toByteOffset: count, as: Word.self)
        count += MemoryLayout<Word>.size
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let larger = ManagedBuffer<Void, UInt8>.create(minimumCapacity: max(128, 2 * capacity, count + more)) { _ in }
        larger.withUnsafeMutablePointerToElements { elements in
            let target = UnsafeMutableRawPointer(elements)
            if let base { target.copyMemory(from: base, byteCount: count) }
            base = target
        }
        capacity = max(128, 2 * capacity, count + more)
        owner = larger
    }
}

/// RFC 8949 §3.1: the major types, by number.
enum CBORKind: UInt8 {
    case unsigned = 0
    case negative, bytes, text, array, map, tag, simple

    /// The kind in the upper three bits of a head's first byte.
    @inline(__always)
    init(major first: UInt8) {
        switch first >> 5 {
        case 0: self = .unsigned
        case 1: self = .negative
        case 2: self = .bytes
        case 3: self = .text
        case 4: self = .array
        case 5: self = .map
        case 6: self = .tag
        default: self = .simple
        }
    }
}
