/// Counts the bytes of one recorded attempt, event by event.
struct AttemptMeter: Sendable {
    /// The attempt.
    let id: UInt64
    /// Bytes that it moved.
    private(set) var moved: Int64
    /// Durable bytes of the file at the last count.
    private var durable: Int64

    init(_ id: UInt64, fromByte: Int64, durable: Int64? = nil) {
        self.id = id
        self.durable = max(fromByte, durable ?? fromByte)
        moved = self.durable.clampedDifference(fromByte)
    }

    struct Count: Sendable {
        /// Since the count before.
        var bytes: Int64
        /// No byte follows.
        var isLast = false
        /// The process was gone when this was written.
        var isBelated = false
    }

    /// `nil` for an event that counts nothing of this attempt.
    mutating func count(_ event: Event) -> Count? {
        switch event {
        case .transferCheckpointed(let payload) where payload.attempt == id:
            return Count(bytes: raise(payload.durableBytes))
        case .partialDiscarded(let payload):
            let bytes = raise(payload.bytes)
            durable = 0
            return Count(bytes: bytes)
        case .transferInterrupted(let payload) where payload.attempt == id:
            return Count(
                bytes: raise(payload.durableBytes), isLast: true, isBelated: payload.cause == .known(.processDied))
        case .transferFailed(let payload) where payload.attempt == id:
            return Count(bytes: raise(payload.durableBytes), isLast: true)
        case .transferCompleted(let payload) where payload.attempt == id:
            let bytes = max(0, payload.wireBytes.clampedDifference(moved))
            moved = moved.clampedSum(bytes)
            return Count(bytes: bytes, isLast: true)
        default: return nil
        }
    }

    /// Counts bytes that an event will tell of later.
    mutating func anticipate(_ bytes: Int64) {
        moved = moved.clampedSum(bytes)
        durable = durable.clampedSum(bytes)
    }

    private mutating func raise(_ now: Int64) -> Int64 {
        let bytes = max(0, now.clampedDifference(durable))
        durable = max(durable, now)
        moved = moved.clampedSum(bytes)
        return bytes
    }
}

extension Int64 {
    /// This many, shared out: `part` of `whole`, rounded down. All of it where there is no whole.
    func share(_ part: Int64, of whole: Int64) -> Int64 {
        guard whole > 0, part < whole else { return self }
        guard self > 0, part > 0 else { return 0 }
        // part < whole, so that the quotient is smaller than this.
        return whole.dividingFullWidth(multipliedFullWidth(by: part)).quotient
    }
}
