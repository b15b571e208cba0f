/// Whether the item would start if nothing blocked it: wanted, not held, not failed, its waits passed.
///
/// Not starting before a time is a blocker (`notBefore`), so such an item is ready.
package func isReady(_ item: Item, at now: Now, device: Device) -> Bool {
    guard item.intent != nil else { return false }
    switch item.transfer {
    case .ready: return true
    case .held, .backoff: return waitEnd(of: item, at: now, device: device).map { $0 <= now.wall } ?? false
    case .idle, .connecting, .receiving, .verifying, .publishing, .failed: return false
    }
}

/// Whether a removal may start: it is pending, and its undo window has passed or it has none.
///
/// A window that ends later than the longest there can be was opened before the clock was set back, and has passed.
package func isRemovalDue(_ removal: Removal, at now: Now) -> Bool {
    guard case .pending(_, _, let undoUntil) = removal else { return false }
    guard let undoUntil else { return true }
    return undoUntil <= now.wall || undoUntil > now.wall.clampedSum(RetryRule.waitMaxInMicroseconds)
}

/// When the item's own wait ends, in microseconds since 1970 UTC: the end of a hold or a backoff. `nil` when it waits for no time.
///
/// A backoff after a failure of the network ends within two seconds of the internet's return. A wall clock that stands before the time
/// when the wait began was set back: the wait has ended then, for it must never be longer than what was drawn.
package func waitEnd(of item: Item, at now: Now, device: Device) -> Int64? {
    switch item.transfer {
    case .held(_, let until): return until
    case .backoff(let notBefore, let delay, let failure, let scheduled):
        let began = notBefore.clampedDifference(delay.microseconds)
        if now.wall < began.clampedDifference(RetryRule.clockSlackInMicroseconds) { return now.wall }
        guard failure.class.known?.isNetwork ?? false, let since = device.internetSince, since > scheduled,
            let sinceAt = device.internetSinceAt
        else { return notBefore }
        let jitter = RetryRule.reconnectJitter(item: item.number, since: since)
        return min(notBefore, sinceAt.clampedSum(jitter))
    case .idle, .ready, .connecting, .receiving, .verifying, .publishing, .failed: return nil
    }
}
