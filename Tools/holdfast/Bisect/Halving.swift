/// The search for the first new position between one that is old and one that is new, by asking about positions between them.
struct Halving: Sendable, Equatable {
    enum Answer: String, Sendable {
        case old, new
        /// It cannot be told there.
        case skip
    }

    /// The last position that is known to be old; -1 is the empty state.
    private(set) var old: Int64
    /// The first that is known to be new.
    private(set) var new: Int64
    private var skipped: Set<Int64> = []

    /// - Parameter old: a position before `new`.
    init(old: Int64, new: Int64) {
        (self.old, self.new) = (old, new)
    }

    /// Positions between the two that were not skipped.
    var left: Int64 { new - (old + 1) - Int64(skipped.count) }

    /// About how many questions are left.
    var steps: Int { left <= 0 ? 0 : Int64.bitWidth - left.leadingZeroBitCount }

    /// What was skipped keeps the answer from being exact.
    var isDoubtful: Bool { left <= 0 && new > old + 1 }

    /// The position to ask about; `nil` when none is left.
    ///
    /// Near the middle; where that was skipped, at the quarters, then the eighths, so that a stretch that cannot be told is soon left.
    var next: Int64? {
        guard left > 0 else { return nil }
        let room = new - (old + 1)
        for attempt in 1...Self.attemptsMax {
            let candidate = old + 1 + Self.part(attempt, of: room)
            if !skipped.contains(candidate) { return candidate }
        }
        return (old + 1..<new).first { !skipped.contains($0) }
    }

    mutating func take(_ answer: Answer, at position: Int64) {
        guard position > old, position < new else { return }
        switch answer {
        case .old: old = position
        case .new: new = position
        case .skip: skipped.insert(position)
        }
        skipped = skipped.filter { $0 > old && $0 < new }
    }

    private static let attemptsMax = 64

    /// 1/2, 1/4, 3/4, 1/8, 5/8, 3/8, 7/8...: the number's digits in base two, turned round behind the point.
    private static func part(_ number: Int, of room: Int64) -> Int64 {
        var (digits, numerator, bits) = (number, Int64(0), 0)
        while digits > 0 {
            numerator = numerator << 1 | Int64(digits & 1)
            digits >>= 1
            bits += 1
        }
        // At most 64 attempts: seven digits. The room's two parts keep the product small.
        return (room >> bits) * numerator + ((room & (1 << bits - 1)) * numerator) >> bits
    }
}
