internal import Glibc

/// Time since an arbitrary fixed moment, never falling; a parameter wherever waiting is decided, so tests own it.
package typealias MonotonicClock = @Sendable () -> Duration

/// The system's monotonic clock.
@Sendable package func monotonicNow() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

extension Duration {
    /// Rounded towards zero; the largest number there is for anything longer.
    var wholeMilliseconds: Int64 { whole(perSecond: 1_000) }
    var wholeMicroseconds: Int64 { whole(perSecond: 1_000_000) }

    private func whole(perSecond count: Int64) -> Int64 {
        let (seconds, isTooLong) = components.seconds.multipliedReportingOverflow(by: count)
        let rest = components.attoseconds / (1_000_000_000_000_000_000 / count)
        let (sum, isStillTooLong) = seconds.addingReportingOverflow(rest)
        return isTooLong || isStillTooLong ? .max : sum
    }
}
