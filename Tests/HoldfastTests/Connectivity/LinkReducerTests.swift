import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Traces in virtual time. A step is (seconds, link); the reducer is woken at its own deadlines in between.
struct LinkReducerTests {
    private static let wired = LinkInterface(name: "eth0", kind: .wired)
    private static let cellular = LinkInterface(name: "wwan0", kind: .cellular)

    private static func facts(_ level: LinkLevel, _ interface: LinkInterface = wired) -> LinkFacts {
        LinkFacts(link: level, interfaces: level == .none ? [] : [interface], source: .system)
    }

    /// Everything that was said, with its time in milliseconds.
    private func replay(
        _ trace: [(seconds: Double, facts: LinkFacts)], until end: Double
    ) -> (settled: [(Int64, LinkChange)], gates: [(Int64, LinkLevel)], reducer: LinkReducer) {
        var reducer = LinkReducer()
        var settled: [(Int64, LinkChange)] = []
        var gates: [(Int64, LinkLevel)] = []
        func note(_ updates: [LinkUpdate], _ now: Duration) {
            for update in updates {
                switch update {
                case .settled(let change): settled.append((now.wholeMilliseconds, change))
                case .gate(let level): gates.append((now.wholeMilliseconds, level))
                }
            }
        }
        for step in trace + [(end, trace[trace.count - 1].facts)] {
            let time = Duration.milliseconds(Int64(step.seconds * 1_000))
            while let deadline = reducer.deadline, deadline < time { note(reducer.advance(now: deadline), deadline) }
            note(reducer.observe(step.facts, now: time), time)
        }
        return (settled, gates, reducer)
    }

    @Test func `the first look is published at once`() {
        let result = replay([(0, Self.facts(.internet))], until: 10)
        #expect(result.settled.count == 1)
        #expect(
            result.settled.first?.1
                == LinkChange(
                    facts: Self.facts(.internet), isIntermittent: false, rawChanges: 1, settledMilliseconds: 0))
        #expect(result.gates.map(\.1) == [.internet])
        #expect(result.reducer.deadline == nil)
    }

    @Test func `the same facts again are no change`() {
        let steps = (0..<50).map { (Double($0), Self.facts(.internet)) }
        let result = replay(steps, until: 100)
        #expect(result.settled.count == 1 && result.gates.count == 1)
    }

    @Test func `a short drop closes the gate and publishes nothing`() {
        let result = replay(
            [(0, Self.facts(.internet)), (20, Self.facts(.none)), (20.3, Self.facts(.internet))], until: 60)
        #expect(result.settled.count == 1)
        #expect(result.gates.map(\.0) == [0, 20_000, 20_800])
        #expect(result.gates.map(\.1) == [.internet, .none, .internet])
    }

    @Test func `a cable out and in is published twice`() {
        let result = replay(
            [(0, Self.facts(.internet)), (20, Self.facts(.none)), (50, Self.facts(.internet))], until: 80)
        #expect(result.settled.map(\.0) == [0, 21_000, 50_500])
        #expect(result.settled.map(\.1.facts.link) == [.internet, .none, .internet])
        #expect(result.settled.map(\.1.settledMilliseconds) == [0, 1_000, 500])
        #expect(result.settled.map(\.1.rawChanges) == [1, 1, 1])
        #expect(result.gates.map(\.0) == [0, 20_000, 50_500])
    }

    @Test func `a loss in steps counts from its first`() {
        let result = replay(
            [(0, Self.facts(.internet)), (20, Self.facts(.local)), (20.9, Self.facts(.none))], until: 40)
        #expect(result.settled.map(\.0) == [0, 21_000])
        #expect(result.settled.last?.1.facts.link == LinkLevel.none)
        #expect(result.settled.last?.1.rawChanges == 2)
    }

    @Test func `flapping is published as intermittent once, and as calm once`() {
        let flaps = (0...100).map { (20 + Double($0) / 10, Self.facts($0 % 2 == 0 ? .none : .internet)) }
        let trace = [(0, Self.facts(.internet))] + flaps + [(30.1, Self.facts(.internet))]
        let result = replay(trace, until: 300)
        #expect(result.settled.map(\.1.isIntermittent) == [false, true, false])
        #expect(result.settled.map(\.1.facts.link) == [.internet, .internet, .internet])
        #expect(result.settled[1].0 == 20_400)
        #expect((174_000...175_500).contains(result.settled[2].0))
        #expect(result.gates.map(\.1) == [.internet, .none, .internet])
        #expect(result.gates.map(\.0) == [0, 20_000, 30_600])
    }

    @Test func `a train through tunnels becomes intermittent instead of eventful`() {
        let trace = (0..<10).flatMap { cycle in
            [(Double(cycle) * 28, Self.facts(.internet)), (Double(cycle) * 28 + 20, Self.facts(.none))]
        }
        let result = replay(trace + [(280, Self.facts(.internet))], until: 281)
        #expect(result.settled.map(\.0) == [0, 21_000, 28_500, 49_000, 56_500, 76_000])
        #expect(result.settled.last?.1.isIntermittent == true)
    }

    @Test func `a long loss is published even while intermittent`() {
        let flaps = (0..<6).map { (20 + Double($0) / 10, Self.facts($0 % 2 == 0 ? .none : .internet)) }
        let result = replay([(0, Self.facts(.internet))] + flaps + [(20.6, Self.facts(.none))], until: 60)
        #expect(result.settled.map(\.0) == [0, 20_400, 35_600])
        #expect(result.settled.last?.1.facts.link == LinkLevel.none)
    }

    @Test func `a change of interface is published when it has held`() {
        let trace = [
            (0, Self.facts(.internet)), (20, Self.facts(.internet, Self.cellular)), (44.5, Self.facts(.internet)),
        ]
        let result = replay(trace, until: 60)
        #expect(result.settled.map(\.0) == [0, 20_500, 45_000])
        #expect(result.gates.count == 1)
    }

    @Test(arguments: 0..<40)
    func `the gate is never open beyond the link, and changes are few`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var reducer = LinkReducer()
        var now = Duration.zero
        var published: [LinkChange] = []
        var last: LinkFacts?
        for _ in 0..<2_000 {
            now += .milliseconds(Int64.random(in: 0...3_000, using: &generator))
            let level = LinkLevel.allCases[Int.random(in: 0..<3, using: &generator)]
            let facts = Self.facts(level, Bool.random(using: &generator) ? Self.wired : Self.cellular)
            for update in reducer.observe(facts, now: now) {
                if case .settled(let change) = update { published.append(change) }
            }
            #expect(reducer.gate <= facts.link)
            last = facts
        }
        for _ in 0..<10 {
            guard let deadline = reducer.deadline else { break }
            now = max(now, deadline)
            for update in reducer.advance(now: now) {
                if case .settled(let change) = update { published.append(change) }
            }
        }
        #expect(reducer.deadline == nil, "everything comes to rest")
        #expect(reducer.settled == last)
        #expect(reducer.gate == last?.link)
        for (before, after) in zip(published, published.dropFirst()) {
            #expect(before.facts != after.facts || before.isIntermittent != after.isIntermittent)
        }
    }
}
