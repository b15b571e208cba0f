/// Makes few, honest changes out of many: the gate falls at once, what is published has held for a while.
///
/// Pure: the clock is an argument. Thresholds: a loss is published after 1.0 s (15 s while intermittent), a link that begins to cost at
/// once, one that ceases to after 5 s, anything else after 0.5 s without change; each lost path adds 1000 to a penalty with a half-life of
/// 60 s and a ceiling of 4000, from 2000 on the link is intermittent, below 750 no more.
struct LinkReducer: Sendable {
    static let lossDelay = Duration.seconds(1)
    static let intermittentLossDelay = Duration.seconds(15)
    static let settleDelay = Duration.milliseconds(500)
    /// Android's links may stop costing for a moment only.
    static let unmeteredDelay = Duration.seconds(5)

    /// What was last published.
    private(set) var settled: LinkFacts?
    private(set) var gate = LinkLevel.none
    private(set) var isIntermittent = false
    private var raw: LinkFacts?
    private var rawChanges = 0
    /// When the facts last changed.
    private var rawSince = Duration.zero
    /// When the link fell below the published one and stayed there.
    private var lostSince: Duration?
    private var penalty = FlapPenalty()

    /// Takes what is true now.
    mutating func observe(_ facts: LinkFacts, now: Duration) -> [LinkUpdate] {
        guard let before = raw else { return observeFirst(facts, now) }
        guard facts != before else { return advance(now: now) }
        rawChanges += 1
        raw = facts
        rawSince = now
        if facts.link < before.link { penalty.add(FlapPenalty.perLoss, now: now) }
        let isLost = settled.map { facts.link < $0.link } ?? false
        lostSince = isLost ? lostSince ?? now : nil
        var updates: [LinkUpdate] = []
        if facts.link < gate {
            gate = facts.link
            updates.append(.gate(gate))
        }
        return updates + advance(now: now)
    }

    /// Publishes what is due.
    mutating func advance(now: Duration) -> [LinkUpdate] {
        guard let raw, let settled else { return [] }
        var updates: [LinkUpdate] = []
        if raw.link > gate, now >= rawSince + Self.settleDelay {
            gate = raw.link
            updates.append(.gate(gate))
        }
        let wasIntermittent = isIntermittent
        isIntermittent = penalty.isIntermittent(before: isIntermittent, now: now)
        if raw != settled, let due = changeDue, now >= due {
            updates.append(.settled(publish(raw, heldSince: lostSince ?? rawSince, now)))
        } else if isIntermittent != wasIntermittent {
            updates.append(.settled(publish(settled, heldSince: now, now)))
        }
        return updates
    }

    /// When `advance` next has something to say; `nil` while nothing is pending.
    var deadline: Duration? {
        guard let raw else { return nil }
        let gateDue = raw.link > gate ? rawSince + Self.settleDelay : nil
        let calmDue = isIntermittent ? penalty.calmTime : nil
        return [gateDue, changeDue, calmDue].compactMap { $0 }.min()
    }

    private var changeDue: Duration? {
        guard let raw, raw != settled else { return nil }
        if let lostSince { return lostSince + (isIntermittent ? Self.intermittentLossDelay : Self.lossDelay) }
        let wasMetered = settled?.isMetered == true
        guard raw.link == settled?.link, wasMetered != (raw.isMetered == true) else {
            return rawSince + Self.settleDelay
        }
        // Money is spent at once, and saved when it is sure.
        return rawSince + (wasMetered ? Self.unmeteredDelay : .zero)
    }

    /// The first look is published at once: there is nothing yet that it could be flapping from.
    private mutating func observeFirst(_ facts: LinkFacts, _ now: Duration) -> [LinkUpdate] {
        raw = facts
        rawSince = now
        rawChanges = 1
        gate = facts.link
        return [.gate(gate), .settled(publish(facts, heldSince: now, now))]
    }

    private mutating func publish(_ facts: LinkFacts, heldSince start: Duration, _ now: Duration) -> LinkChange {
        defer { rawChanges = 0 }
        settled = facts
        lostSince = raw.map { $0.link < facts.link } == true ? lostSince : nil
        return LinkChange(
            facts: facts, isIntermittent: isIntermittent, rawChanges: rawChanges,
            settledMilliseconds: (now - start).wholeMilliseconds)
    }
}
