internal import Glibc

/// Where an engine takes its time from. Tests and simulations bring their own.
public protocol EngineClock: Sendable {
    func now() -> Now
    /// Returns when the monotonic clock has reached the moment, in microseconds, or throws when the task is cancelled.
    func sleep(untilMonotonic moment: Int64) async throws
    /// Seconds that the device's local time is ahead of UTC at a time in microseconds since 1970 UTC, summer time included.
    func utcOffsetInSeconds(at wall: Int64) -> Int64
}

extension EngineClock {
    /// UTC.
    public func utcOffsetInSeconds(at wall: Int64) -> Int64 { 0 }
}

/// The system's clocks: `CLOCK_REALTIME`, and `CLOCK_BOOTTIME`, which goes on while the machine sleeps.
public struct SystemClock: EngineClock {
    public init() {}

    public func now() -> Now {
        Now(wall: Self.microseconds(CLOCK_REALTIME), monotonic: Self.microseconds(CLOCK_BOOTTIME))
    }

    public func sleep(untilMonotonic moment: Int64) async throws {
        let wait = moment - now().monotonic
        if wait > 0 { try await Task.sleep(for: .microseconds(wait)) }
    }

    public func utcOffsetInSeconds(at wall: Int64) -> Int64 {
        var seconds = time_t(wall / 1_000_000)
        var local = tm()
        // The person may have travelled: only this looks at the system's zone anew.
        tzset()
        guard localtime_r(&seconds, &local) != nil else { return 0 }
        return Int64(local.tm_gmtoff)
    }

    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
