/// `Retry-After`: seconds or a date (RFC 9110 §10.2.3).
enum RetryAfter: Equatable {
    case seconds(Int64)
    case date(Int64)

    /// 1 s ... 24 h, the bounds of the retry rule.
    static let millisecondBounds: ClosedRange<Int64> = 1_000...86_400_000

    init?(_ value: FieldBytes) {
        if let seconds = value.decimal() {
            self = .seconds(seconds)
        } else if let seconds = HTTPDate.seconds(value) {
            self = .date(seconds)
        } else {
            return nil
        }
    }

    func milliseconds(wallSeconds: Int64) -> Int64 {
        let wait: Int64 =
            switch self {
            case .seconds(let seconds): seconds
            case .date(let seconds): Self.difference(seconds, wallSeconds)
            }
        let bounds = Self.millisecondBounds
        return min(max(wait, bounds.lowerBound / 1_000), bounds.upperBound / 1_000) * 1_000
    }

    /// The nearest there is, where the clock is so wrong that there is none.
    private static func difference(_ left: Int64, _ right: Int64) -> Int64 {
        let (difference, overflows) = left.subtractingReportingOverflow(right)
        return overflows ? (right > 0 ? .min : .max) : difference
    }
}
