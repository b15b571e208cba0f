/// Where stored rows are read: one snapshot of the log, or a fresh one for each row.
protocol RowSource {
    /// `nil` where there is no such row. The bytes are valid only during the call.
    func row<Value>(_ table: StateTable, key: [UInt8], _ decode: (UnsafeRawBufferPointer) throws -> Value) throws
        -> Value?
    /// Rows from the first key that is not below `bound` on, in key order, until `body` returns false.
    func walk(
        _ table: StateTable, from bound: [UInt8],
        _ body: (_ key: [UInt8], _ value: UnsafeRawBufferPointer) throws -> Bool) throws
    func subjectNumber(_ text: String) throws -> UInt64?
    /// What is kept beside the record at `position`; `nil` when there are none, or when they were erased.
    func privatePart(at position: UInt64) throws -> PrivatePart?
}

extension RowSource {
    /// Rows whose key begins with `prefix`, in key order, until `body` returns false.
    func walk(
        _ table: StateTable, prefix: [UInt8], _ body: (_ key: [UInt8], _ value: UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        try walk(table, from: prefix) { key, value in
            guard key.starts(with: prefix) else { return false }
            return try body(key, value)
        }
    }
}
