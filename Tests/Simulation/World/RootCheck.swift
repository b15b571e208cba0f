import HoldfastLog

/// 9: the root that a log tells is that of its records (RFC 6962 §2.1), by the definition and from the bytes.
package enum RootCheck {
    package static func problem(_ records: [[UInt8]], root: [UInt8], count: UInt64) -> String? {
        if UInt64(records.count) != count { return "the root covers \(count) records, there are \(records.count)" }
        let found = hash(records[...]).bytes
        return found == root ? nil : "the root of \(count) records is not \(root)"
    }

    private static func hash(_ records: ArraySlice<[UInt8]>) -> Hash {
        let sha = SHA256()
        switch records.count {
        case 0: return sha.empty()
        case 1: return records[records.startIndex].withUnsafeBytes { sha.leaf($0) }
        default:
            // The largest power of two below the count.
            let half = 1 << (Int.bitWidth - 1 - (records.count - 1).leadingZeroBitCount)
            return sha.node(hash(records.prefix(half)), hash(records.dropFirst(half)))
        }
    }
}
