internal import HoldfastLog

extension EventLog {
    /// As `read`, for bodies that throw anything.
    func lend<Value>(_ body: (borrowing LogSnapshot) throws -> Value) throws -> Value {
        try read(
            mapping: { $0 as any Error },
            { snapshot throws(any Error) in try body(snapshot) })
    }
}
