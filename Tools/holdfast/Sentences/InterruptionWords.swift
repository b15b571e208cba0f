import HoldfastModel

/// Why an attempt ended without a fault of its own, for people. Without a full stop.
enum InterruptionWords {
    /// - Parameter blocker: what stood in its way, for the cause `blocked`.
    static func text(_ cause: Open<InterruptCause>, _ blocker: Open<BlockerCode>?) -> String {
        switch cause.known {
        case .connectivityLost: "the connection was lost"
        case .blocked: blocker.map { "held up by \($0)" } ?? "held up"
        case .paused: "paused"
        case .cancelled: "cancelled"
        case .preempted: "another item went first"
        case .processDied: "the program ended without closing"
        case .sessionEnded: "the program was closed"
        case .volumeLost: "the storage was disconnected"
        case nil: "\(cause)"
        }
    }
}
