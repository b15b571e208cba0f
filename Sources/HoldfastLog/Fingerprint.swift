/// The sum, modulo 2^256, of one hash a row: equal for equal tables, in whatever order they were filled.
///
/// The hash of a row is SHA-256(stored table name ‖ key length, 2 bytes ‖ key ‖ row).
package struct Fingerprint: Sendable, Equatable {
    /// Least significant word first.
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    package init() {}

    package mutating func add(_ hash: Hash) { add(Fingerprint(hash)) }

    mutating func add(_ fingerprint: Fingerprint) {
        let other = fingerprint.words
        var carry = false
        words.0 = Self.sum(words.0, other.0, &carry)
        words.1 = Self.sum(words.1, other.1, &carry)
        words.2 = Self.sum(words.2, other.2, &carry)
        words.3 = Self.sum(words.3, other.3, &carry)
    }

    package mutating func subtract(_ hash: Hash) {
        // -x is (not x) + 1.
        let other = Fingerprint(hash).words
        var carry = true
        words.0 = Self.sum(words.0, ~other.0, &carry)
        words.1 = Self.sum(words.1, ~other.1, &carry)
        words.2 = Self.sum(words.2, ~other.2, &carry)
        words.3 = Self.sum(words.3, ~other.3, &carry)
    }

    private static func sum(_ left: UInt64, _ right: UInt64, _ carry: inout Bool) -> UInt64 {
        let (partial, first) = left.addingReportingOverflow(right)
        let (result, second) = partial.addingReportingOverflow(carry ? 1 : 0)
        carry = first || second
        return result
    }

    /// 32 bytes, most significant first.
    package var bytes: [UInt8] {
        [UInt8](number: words.3) + [UInt8](number: words.2) + [UInt8](number: words.1) + [UInt8](number: words.0)
    }

    init(_ hash: Hash) {
        words = hash.withUnsafeBytes {
            ($0.number(at: 24) ?? 0, $0.number(at: 16) ?? 0, $0.number(at: 8) ?? 0, $0.number(at: 0) ?? 0)
        }
    }

    package static func == (left: Fingerprint, right: Fingerprint) -> Bool {
        left.words == right.words
    }

    static func rowHash(
        _ table: String, _ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer, _ sha: borrowing SHA256
    ) -> Hash {
        sha.begin()
        var name = table
        name.withUTF8 { sha.add(UnsafeRawBufferPointer($0)) }
        withUnsafeBytes(of: UInt16(truncatingIfNeeded: key.count).bigEndian) { sha.add($0) }
        sha.add(key)
        sha.add(row)
        return sha.finish()
    }
}

/// What `meta` says of one of the caller's tables.
package struct TableState: Sendable, Equatable {
    package var coveredCount: UInt64 = 0
    package var rowCount: UInt64 = 0
    package var fingerprint = Fingerprint()

    package init() {}

    var bytes: [UInt8] {
        [UInt8](number: coveredCount) + [UInt8](number: rowCount) + fingerprint.bytes
    }

    /// - Returns: nil when the bytes are not such a row.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 48, let covered = bytes.number(at: 0), let rows = bytes.number(at: 8),
            let sum = Hash(UnsafeRawBufferPointer(rebasing: bytes[16...]))
        else { return nil }
        coveredCount = covered
        rowCount = rows
        fingerprint = Fingerprint(sum)
    }
}
