import HoldfastSimulation
import Testing

/// The clock of a world goes on only when nothing can run. Tasks are left to the process; what is tried here needs none.
@Suite struct LoopTests {
    private final class Seen {
        var events: [String] = []
    }

    @Test func `timers come in the order of their times and see those times`() throws {
        let loop = Loop(seed: 1)
        let seen = Seen()
        for time in [30, 10, 20, 10] as [Int64] {
            loop.at(time) { seen.events.append("\(time) at \(loop.microseconds)") }
        }
        try loop.run { false }
        #expect(seen.events == ["10 at 10", "10 at 10", "20 at 20", "30 at 30"])
    }

    @Test func `work comes before time, and a crash takes a life's timers but not the world's`() throws {
        let loop = Loop(seed: 1)
        let seen = Seen()
        loop.at(5) { seen.events.append("world") }
        loop.at(4, isOfWorld: false) { seen.events.append("life") }
        loop.at(3) {
            seen.events.append("crash")
            loop.dropLife()
        }
        try loop.run { false }
        #expect(seen.events == ["crash", "world"])
    }

    @Test func `work that never ends at one moment is found`() {
        let loop = Loop(seed: 1)
        @Sendable func again() { loop.add { again() } }
        again()
        #expect(throws: Loop.Spinning.self) { try loop.run { false } }
    }

    @Test func `chance is the seed's and the part's`() {
        func draws(_ seed: UInt64, _ part: UInt64) -> [UInt64] {
            var chance = Chance(seed: seed, part: part)
            return (0..<4).map { _ in chance.number() }
        }
        #expect(draws(1, 2) == draws(1, 2))
        #expect(draws(1, 2) != draws(1, 3))
        #expect(draws(1, 2) != draws(2, 2))
    }
}
