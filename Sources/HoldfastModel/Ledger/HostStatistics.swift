/// How the attempts to reach one host went.
public struct HostStatistics: Sendable, Equatable {
    /// Scheme, host and port; `nil` for all attempts whose host is not known any more.
    public let host: String?
    public var counts = UsageCounts()
    /// Failed attempts by class; a wrong file counts as `integrity`.
    public var failures: [Open<FailureClass>: Int64] = [:]
    /// How long attempts ran, together, in microseconds.
    public var duration: Int64 = 0
    public var lastFailure: Failure?
    /// Microseconds since 1970 UTC.
    public var lastFailureAt: Int64?
    /// The host asked for quiet until then, in microseconds since 1970 UTC; `nil` when it did not, or when that is over.
    public var holdUntil: Int64?

    init(host: String?) { self.host = host }

    /// Bytes of content in a second of an attempt; `nil` without a moment to measure.
    public var meanBytesPerSecond: Double? { duration > 0 ? Double(counts.bytes) / (Double(duration) / 1e6) : nil }

    fileprivate mutating func add(_ ended: EndedAttempt) {
        counts.add(ended)
        duration = duration.clampedSum(max(0, ended.endedAt.clampedDifference(ended.startedAt)))
        guard let failure = ended.failure else { return }
        failures[failure.class, default: 0] &+= 1
        lastFailure = failure
        lastFailureAt = ended.endedAt
    }
}

extension StateView {
    /// One for each host that was ever tried, in order of their names; the unknown one last. Linear in the attempts.
    package func hostStatistics(at now: Now) throws -> [HostStatistics] {
        var attempts: [EndedAttempt] = []
        try walkLedger(EndedAttempt.self, from: nil) {
            attempts.append($0)
            return true
        }
        // The last failure is the one that ended last.
        attempts.sort { ($0.endedAt, $0.id) < ($1.endedAt, $1.id) }
        var hosts = AttemptHosts()
        var found: [String?: HostStatistics] = [:]
        for ended in attempts {
            let host = try hosts.host(of: ended, in: self)
            found[host, default: HostStatistics(host: host)].add(ended)
        }
        for (host, until) in try heldHosts(of: device(), at: now) { found[host]?.holdUntil = until }
        return found.values.sorted { left, right in
            guard let first = left.host else { return false }
            return right.host.map { first < $0 } ?? true
        }
    }
}
