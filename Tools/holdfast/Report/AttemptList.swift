import Holdfast
import HoldfastModel

/// Every transfer that ended in the time told of, or is under way at its end, in the order in which they began.
struct AttemptList {
    /// For each: row, start, length, bytes, network, outcome, host, class of failure or cause, and its words.
    private(set) var numbers = NumberStream()
    private(set) var count = 0
    private(set) var hosts = NameList()
    private(set) var outcomes = NameList()
    private(set) var reasons = NameList()
    private(set) var networks = NameList()
    private(set) var texts = PhraseTable()
    private let isRedacted: Bool

    init(isRedacted: Bool) { self.isRedacted = isRedacted }

    mutating func gather(
        from state: FoldingState, since start: Int64, until end: Int64, _ rows: RowTable
    ) throws {
        var finder = AttemptHosts()
        for ended in try state.attempts(of: nil, after: nil, limit: .max) where ended.endedAt >= start {
            add(
                row: rows.place(of: ended.item), from: ended.startedAt, to: ended.endedAt, bytes: ended.bytes,
                ended.network, host: try finder.host(of: ended, in: state), outcome: ended.outcome.description,
                reason: reason(of: ended), words: ended.failure.map { FailureWords.text($0) })
        }
        var open: [Item] = []
        try state.walk(.running, from: nil) { key in
            if let item = state.item(key.number) { open.append(item) }
            return true
        }
        for item in open {
            guard let attempt = item.transfer.attempt else { continue }
            let received = max(0, (item.staging?.durableBytes ?? 0).subtractingClamped(attempt.fromByte))
            add(
                row: rows.place(of: item.number), from: attempt.startedAt, to: end,
                bytes: received, attempt.network, host: try state.source(of: item)?.host, outcome: "running",
                reason: nil, words: nil)
        }
    }

    private func reason(of ended: EndedAttempt) -> String? {
        if let failure = ended.failure { return failure.class.description }
        guard let cause = ended.cause else { return nil }
        return ended.blocker.map { "\(cause): \($0)" } ?? cause.description
    }

    private mutating func add(
        row: Int?, from start: Int64, to end: Int64, bytes: Int64, _ network: UsedNetwork, host: String?,
        outcome: String, reason: String?, words: String?
    ) {
        guard let row else { return }
        count += 1
        numbers.add(row)
        numbers.add(signed: start)
        numbers.add(signed: end.subtractingClamped(start))
        numbers.add(signed: bytes)
        numbers.add(network.kind.map { networks.place(of: NetworkWords.word(for: $0)) + 1 } ?? 0)
        numbers.add(network.isMetered.map { $0 ? 2 : 1 } ?? 0)
        numbers.add(outcomes.place(of: outcome))
        numbers.add(host.map { hostPlace($0) + 1 } ?? 0)
        numbers.add(reason.map { reasons.place(of: $0) + 1 } ?? 0)
        numbers.add(words.map { texts.place(of: $0) + 1 } ?? 0)
    }

    /// A redacted page tells hosts apart and names none.
    private mutating func hostPlace(_ host: String) -> Int {
        guard isRedacted else { return hosts.place(of: host) }
        if let place = redacted[host] { return place }
        let place = hosts.place(of: "host \(redacted.count + 1)")
        redacted[host] = place
        return place
    }

    private var redacted: [String: Int] = [:]
}
