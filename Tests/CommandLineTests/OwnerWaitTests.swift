import Testing

@testable import HoldfastCLI

@Suite struct OwnerWaitTests {
    /// What a wait of two seconds from moment 0 says to each owner in turn.
    private func answers(_ looks: [(owner: Int32?, seconds: Double)]) -> [Bool] {
        var wait = OwnerWait(.seconds(2), from: 0)
        return looks.map { wait.goesOn(behind: $0.owner, at: Int64($0.seconds * 1_000_000)) }
    }

    @Test func `one process that has the store is waited for once`() {
        #expect(answers([(7, 0.5), (nil, 1), (7, 1.9), (7, 2)]) == [true, true, true, false])
    }

    @Test func `each next process is waited for anew, but not without end`() {
        let looks = (0...30).map { (owner: Int32($0) as Int32?, seconds: Double($0)) }
        #expect(answers(looks) == Array(repeating: true, count: 30) + [false])
    }

    @Test func `where nobody can be told the time is the same`() {
        #expect(answers([(nil, 1.9), (nil, 2)]) == [true, false])
    }
}
