/// What usage can be told apart by.
@nonexhaustive
public enum UsageAxis: CaseIterable, Sendable, Hashable {
    /// UTC day of the attempt's end.
    case day
    /// Kind of the network that the attempt started over.
    case network
    case host
    /// Whether that network was metered.
    case metered
}

/// What was transferred, for one value of each axis that was asked for.
public struct UsageLine: Sendable, Equatable {
    /// Days since 1970-01-01 UTC; `nil` where that was not asked for.
    public var day: Int64?
    /// `nil` where it is not known, or was not asked for; so are the next two.
    public var network: InterfaceKind?
    /// Scheme, host and port.
    public var host: String?
    public var isMetered: Bool?
    public var counts = UsageCounts()

    fileprivate struct Key: Hashable, Comparable {
        var usage: UsageKey
        var host: String?

        init(_ usage: UsageKey, host: String?, by axes: Set<UsageAxis>) {
            let network = UsedNetwork(
                kind: axes.contains(.network) ? usage.network.kind : nil,
                isMetered: axes.contains(.metered) ? usage.network.isMetered : nil)
            self.usage = UsageKey(day: axes.contains(.day) ? usage.day : 0, network: network)
            self.host = host
        }

        static func < (left: Key, right: Key) -> Bool {
            if left.usage != right.usage { return left.usage < right.usage }
            guard let first = left.host else { return false }
            return right.host.map { first < $0 } ?? true
        }
    }

    fileprivate init(_ key: Key, _ counts: UsageCounts, hasDay: Bool) {
        day = hasDay ? key.usage.day : nil
        network = key.usage.network.kind
        host = key.host
        isMetered = key.usage.network.isMetered
        self.counts = counts
    }
}

extension StateView {
    /// In order of day, network, whether metered, and host; what is not known comes last. Without an axis at most one line.
    ///
    /// Hosts cost a walk over all attempts; the rest is linear in days.
    package func usage(by axes: Set<UsageAxis>) throws -> [UsageLine] {
        var sums: [UsageLine.Key: UsageCounts] = [:]
        if axes.contains(.host) {
            var hosts = AttemptHosts()
            try walkLedger(EndedAttempt.self, from: nil) { ended in
                let host = try hosts.host(of: ended, in: self)
                sums[UsageLine.Key(UsageKey(ended), host: host, by: axes), default: UsageCounts()].add(ended)
                return true
            }
        } else {
            try walkLedger(UsageSum.self, from: nil) { sum in
                sums[UsageLine.Key(sum.key, host: nil, by: axes), default: UsageCounts()].add(sum.counts)
                return true
            }
        }
        return sums.sorted { $0.key < $1.key }.map { UsageLine($0.key, $0.value, hasDay: axes.contains(.day)) }
    }
}
