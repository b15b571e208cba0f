/// A row of a table that tells what has been: it stays when what it tells of is long over. Such rows are only added or changed.
package protocol LedgerRow: Sendable, Equatable {
    /// Ordered as its bytes are.
    associatedtype Key: Comparable & Sendable
    static var table: StateTable { get }
    static func bytes(of key: Key) -> [UInt8]
    /// - Throws: `CodingFailure` where these are not the bytes of such a row under such a key.
    init(row: UnsafeRawBufferPointer, key: [UInt8]) throws
    var key: Key { get }
    var row: [UInt8] { get }

    /// Those of a ledger, in ascending order of their keys.
    static func rows(in ledger: borrowing Ledger) -> [Self]
    static func row(_ key: Key, in ledger: borrowing Ledger) -> Self?
}

extension LedgerRow where Key == UInt64 {
    package static func bytes(of key: UInt64) -> [UInt8] { StateTable.bigEndian(key) }
}

extension StateTable {
    /// The position that is a key's eight bytes.
    static func position(key: [UInt8]) throws(CodingFailure) -> UInt64 {
        guard let position = item(key: key) else { throw .outOfRange(offset: 0) }
        return position
    }
}
