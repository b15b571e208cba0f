package import Holdfast

/// The network of a world: what it is now, and how it goes on.
package final class SimulatedNetwork {
    package enum Situation: String, CaseIterable {
        case good, none, local, metered, unknownCost, captive, slow, flapping

        var weight: Int {
            switch self {
            case .good: 40
            case .none, .metered: 12
            case .captive, .slow: 8
            case .local, .unknownCost: 6
            case .flapping: 8
            }
        }
    }

    private let loop: Loop
    private var chance: Chance
    package private(set) var situation = Situation.good
    package private(set) var link = LinkLevel.internet
    package private(set) var bytesPerSecond: Int64 = 1_000_000
    private var isMetered: Bool? = false
    private var flapsLeft = 0
    private var rawChanges = 0
    private var isScripted = true
    /// The engine's view, while there is an engine.
    package var monitor: SimulatedMonitor? {
        didSet { monitor?.settle(change(settledIn: 0)) }
    }

    package init(_ loop: Loop, seed: UInt64) {
        self.loop = loop
        chance = Chance(seed: seed, part: 2)
    }

    package var isCaptive: Bool { situation == .captive }

    package func reaches(_ reach: LinkLevel) -> Bool { link >= reach }

    /// Begins the script.
    package func start() { next() }

    /// A steady good network from now on.
    package func makeGood() {
        isScripted = false
        enter(.good)
        monitor?.settle(change(settledIn: 0))
    }

    /// The link goes in the midst of a transfer, and comes back after so many microseconds.
    package func loseLink(for time: Int64) {
        guard isScripted, link == .internet else { return }
        let wanted = situation
        set(link: .none)
        loop.at(loop.microseconds + time) { [self] in
            if link == .none, situation == wanted { set(link: .internet) }
        }
    }

    private func next() {
        guard isScripted else { return }
        if flapsLeft > 0 {
            flapsLeft -= 1
            set(link: link == .internet ? .none : .internet)
            return again(in: chance.time(0.2...60))
        }
        enter(chance.weighted(Situation.allCases) { $0.weight })
        again(in: situation == .good ? chance.time(60...7_200) : chance.time(5...3_600))
    }

    private func again(in time: Int64) {
        loop.at(loop.microseconds + time) { [self] in next() }
    }

    private func enter(_ new: Situation) {
        situation = new
        bytesPerSecond = new == .slow ? chance.int(500...20_000) : chance.int(50_000...5_000_000)
        isMetered =
            switch new {
            case .metered: true
            case .unknownCost: nil
            case .slow: chance.pick([true, false])
            default: false
            }
        flapsLeft = new == .flapping ? Int(chance.int(4...30)) : 0
        switch new {
        case .none: set(link: .none)
        case .local: set(link: .local)
        default: set(link: .internet)
        }
    }

    private func set(link new: LinkLevel) {
        rawChanges += 1
        if new < link { monitor?.setGate(new) }
        link = new
        let wanted = situation
        let delay: Int64 = chance.pick([0, 0, 300_000, 2_000_000])
        // Damped: what does not last is not believed.
        loop.at(loop.microseconds + delay) { [self] in
            guard link == new, situation == wanted else { return }
            monitor?.settle(change(settledIn: delay / 1_000))
            rawChanges = 0
        }
    }

    private func change(settledIn milliseconds: Int64) -> LinkChange {
        let kind: LinkInterface.Kind = isMetered == true ? .cellular : .wifi
        let interfaces = link == .none ? [] : [LinkInterface(name: "sim0", kind: kind)]
        let facts = LinkFacts(
            link: link, interfaces: interfaces, isMetered: link == .internet ? isMetered : nil, source: .manual)
        return LinkChange(
            facts: facts, isIntermittent: flapsLeft > 0, rawChanges: max(1, rawChanges),
            settledMilliseconds: milliseconds)
    }
}
