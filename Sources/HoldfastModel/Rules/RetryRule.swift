/// When a failed attempt is tried again.
enum RetryRule {
    static let delayFloorInMilliseconds: Int64 = 1_000
    static let retryAfterRange: ClosedRange<Int64> = 1_000...86_400_000
    /// Restarts from byte 0 that a request is given because the range was ignored or the validator changed.
    static let restartCountMax: UInt64 = 3
    /// Restarts after an answer to a range request that fits nothing, or after a whole file that was wrong.
    static let cleanRestartCountMax: UInt64 = 1
    /// After the internet's return a wait goes on for no longer than this, spread over the items.
    static let reconnectJitterInMicroseconds: UInt64 = 2_000_000
    /// Falls of the wall clock up to this are not worth ending a wait for.
    static let clockSlackInMicroseconds: Int64 = 5_000_000

    /// No wait that the engine sets is longer: a day, the most that `Retry-After` and the undo window may be, and the slack.
    static let waitMaxInMicroseconds: Int64 = 86_400_000_000 + clockSlackInMicroseconds

    /// Full jitter: anything up to base x 2^(stall - 1), at most the cap, at least one second.
    /// - Parameters:
    ///   - stall: consecutive failures without progress, this one included; counts from 1.
    ///   - draw: a random number.
    static func delay(stall: UInt64, settings: Settings, draw: UInt64) -> Int64 {
        let doublings = Int64(clamping: max(1, stall) - 1)
        var ceiling = settings.retryCapMs
        if doublings < 40 {
            let grown = settings.retryBaseMs.multipliedReportingOverflow(by: 1 << doublings)
            if !grown.overflow { ceiling = min(ceiling, grown.partialValue) }
        }
        let drawn = Int64(draw % (UInt64(max(0, ceiling)) + 1))
        return max(delayFloorInMilliseconds, drawn)
    }

    static func clamped(retryAfter: Int64) -> Int64 {
        min(max(retryAfter, retryAfterRange.lowerBound), retryAfterRange.upperBound)
    }

    /// Spreads items over the time after a reconnect: the same for one item and one reconnect every time.
    static func reconnectJitter(item: UInt64, since position: UInt64) -> Int64 {
        // The finaliser of splitmix64.
        var mix = item &* 0x9e37_79b9_7f4a_7c15 &+ position
        mix = (mix ^ mix >> 30) &* 0xbf58_476d_1ce4_e5b9
        mix = (mix ^ mix >> 27) &* 0x94d0_49bb_1331_11eb
        return Int64((mix ^ mix >> 31) % (reconnectJitterInMicroseconds + 1))
    }
}

extension Int64 {
    /// The sum, or the greatest or least number when that is too small for it.
    package func clampedSum(_ other: Int64) -> Int64 {
        let sum = addingReportingOverflow(other)
        guard sum.overflow else { return sum.partialValue }
        return other > 0 ? .max : .min
    }

    /// The difference, or the greatest or least number when that is too small for it.
    package func clampedDifference(_ other: Int64) -> Int64 {
        let difference = subtractingReportingOverflow(other)
        guard difference.overflow else { return difference.partialValue }
        return other > 0 ? .min : .max
    }

    /// Milliseconds as microseconds.
    var microseconds: Int64 {
        let product = multipliedReportingOverflow(by: 1_000)
        guard product.overflow else { return product.partialValue }
        return self > 0 ? .max : .min
    }
}
