/// No origin is asked for the same thing again and again without a pause: each retry waits a second at least, and restarts are few.
package struct RequestManners {
    private var times: [String: [Int64]] = [:]

    private static let requestsMax = 60
    private static let period: Int64 = 30_000_000

    package init() {}

    /// - Parameter time: of the request, in microseconds.
    package mutating func problem(requesting item: String, at time: Int64) -> Violation? {
        var last = times[item] ?? []
        last.append(time)
        if last.count > Self.requestsMax { last.removeFirst() }
        times[item] = last
        guard last.count == Self.requestsMax, time - last[0] < Self.period else { return nil }
        return Violation(nil, "\(item) is asked for \(Self.requestsMax) times in \((time - last[0]) / 1_000_000) s")
    }
}
