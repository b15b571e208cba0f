import Glibc

/// The only place where the tool reads the wall clock.
enum WallClock {
    /// Microseconds since 1970 UTC.
    static func microseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
