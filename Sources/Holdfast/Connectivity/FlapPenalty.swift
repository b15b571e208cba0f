internal import Glibc

/// Flap damping in the manner of RFC 2439, scaled from minutes to a person's patience: a half-life of 60 s, a ceiling of 4000, on from
/// 2000, off below 750.
struct FlapPenalty: Sendable {
    /// A path was lost.
    static let perLoss = 1_000.0
    /// A transfer broke although the path stood.
    static let perBreak = 500.0
    private static let ceiling = 4_000.0
    private static let onThreshold = 2_000.0
    private static let offThreshold = 750.0
    private static let halfLife = Duration.seconds(60)

    private var value = 0.0
    private var time = Duration.zero

    mutating func add(_ points: Double, now: Duration) {
        value = min(Self.ceiling, value(at: now) + points)
        time = now
    }

    func isIntermittent(before: Bool, now: Duration) -> Bool {
        value(at: now) >= (before ? Self.offThreshold : Self.onThreshold)
    }

    /// When the penalty falls below the lower threshold, rounded up.
    var calmTime: Duration {
        time + Self.halfLife * log2(max(1, value / Self.offThreshold)) + .milliseconds(1)
    }

    private func value(at now: Duration) -> Double {
        value * exp2(-((now - time) / Self.halfLife))
    }
}
