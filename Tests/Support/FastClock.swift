package import Holdfast

/// The system's clock at fifty times its pace, the same in every process, so that waits are short.
package struct FastClock: EngineClock {
    private static let pace: Int64 = 50
    /// Where the two clocks agree.
    private static let origin: Int64 = 1_780_000_000_000_000

    package init() {}

    package func now() -> Now {
        let now = SystemClock().now()
        return Now(
            wall: Self.origin + (now.wall - Self.origin) * Self.pace, monotonic: now.monotonic * Self.pace)
    }

    package func sleep(untilMonotonic moment: Int64) async throws {
        let wait = moment - now().monotonic
        if wait > 0 { try await Task.sleep(for: .microseconds(wait / Self.pace + 1)) }
    }
}
