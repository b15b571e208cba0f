internal import Glibc

/// How good the internet is, from what transfers saw: a weighted median of rates and waits, believed when two looks ten seconds apart
/// agree.
///
/// Pure: the clock is an argument. The weight of a sample is the root of its bytes, halved every 60 s (after ExoPlayer's bandwidth meter
/// and Chromium's network quality estimator); samples below 32 kB tell more of the server than of the link and are left out.
struct QualityEstimator: Sendable {
    private struct Sample: Sendable {
        var value: Double
        var weight: Double
        var at: Duration
    }

    private(set) var quality: Quality?
    /// Bytes a second.
    private var rates: [Sample] = []
    /// Seconds from a request to the first byte of its answer.
    private var waits: [Sample] = []
    private var bytes: Int64 = 0
    private var time = Duration.zero
    private var candidate: Quality?
    private var evaluatedAt: Duration?
    private var hasNews = false

    private static let sampleBytesMin: Int64 = 32_000
    private static let sampleCountMax = 50
    private static let bytesMin: Int64 = 512 << 10
    private static let timeMin = Duration.seconds(2)
    private static let halfLife = Duration.seconds(60)
    static let interval = Duration.seconds(10)

    /// Takes what came in over a time, of all transfers together.
    mutating func add(bytes count: Int64, over duration: Duration, now: Duration) {
        let seconds = duration / .seconds(1)
        guard count >= Self.sampleBytesMin, seconds > 0 else { return }
        bytes += count
        time += duration
        Self.append(Sample(value: Double(count) / seconds, weight: Double(count).squareRoot(), at: now), to: &rates)
        hasNews = true
    }

    mutating func add(firstByteAfter wait: Duration, now: Duration) {
        Self.append(Sample(value: wait / .seconds(1), weight: 1, at: now), to: &waits)
        hasNews = true
    }

    /// Another path: nothing that was seen is true of it.
    mutating func reset() { self = QualityEstimator() }

    /// When `evaluate` next has something to look at.
    var due: Duration? { hasNews ? evaluatedAt.map { $0 + Self.interval } ?? .zero : nil }

    mutating func evaluate(now: Duration) {
        guard let due, now >= due else { return }
        evaluatedAt = now
        hasNews = false
        guard bytes >= Self.bytesMin || time >= Self.timeMin || waits.count > 1, let level = level(now) else { return }
        if level == candidate { quality = level }
        candidate = level
    }

    private func level(_ now: Duration) -> Quality? {
        let isSlow = (quality?.rawValue ?? .max) <= Quality.slow.rawValue
        let wait = Self.median(waits, now)
        let byWait: Quality? = wait.map { $0 >= (isSlow ? Self.waitToRise : Self.waitToFall) ? .slow : .good }
        guard let rate = Self.median(rates, now) else { return byWait == .slow ? .slow : nil }
        let byRate =
            Self.steps.first { step in
                // To rise takes more than to stay.
                let isAtMost = (quality?.rawValue ?? .max) <= step.quality.rawValue
                return rate < (isAtMost ? step.rise : step.fall)
            }?.quality ?? .good
        return byWait == .slow && byRate.rawValue > Quality.slow.rawValue ? .slow : byRate
    }

    /// Rates in bytes a second. Network Information API: 50 and 700 kbit/s are the ends of `slow-2g` and `3g`.
    private static let steps: [(quality: Quality, fall: Double, rise: Double)] = [
        (.unusable, 6_250, 8_750), (.slow, 87_500, 125_000), (.moderate, 875_000, 1_250_000),
    ]
    /// Seconds to the first byte. Chromium's boundary of `2g` and `3g`, and one well below it.
    private static let (waitToFall, waitToRise) = (1.4, 1.0)

    private static func append(_ sample: Sample, to samples: inout [Sample]) {
        if samples.count >= sampleCountMax { samples.removeFirst() }
        samples.append(sample)
    }

    private static func median(_ samples: [Sample], _ now: Duration) -> Double? {
        let weighed = samples.map { (value: $0.value, weight: $0.weight * exp2(-((now - $0.at) / halfLife))) }
            .sorted { $0.value < $1.value }
        let half = weighed.reduce(0) { $0 + $1.weight } / 2
        var sum = 0.0
        return weighed.first { sample in
            sum += sample.weight
            return sum >= half
        }?.value
    }
}
