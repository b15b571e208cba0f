/// A value that one thread sets once and others wait for. For calls that are synchronous by nature, such as an open.
package final class Monitored<Value: Sendable>: Sendable {
    private let monitor = Monitor<Value?>(nil)

    package init() {}

    package func set(_ value: Value) {
        monitor.change { $0 = value }
    }

    /// Blocks this thread.
    package func wait() -> Value {
        while true {
            if let value = monitor.wait(until: { $0 != nil }, then: { $0 }) { return value }
        }
    }
}
