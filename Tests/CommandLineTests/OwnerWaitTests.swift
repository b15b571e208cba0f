import Testing

@testable import HoldfastCLI

@Suite struct OwnerWaitTests {
    private func seconds(_ count: Double) -> Int64 { Int64(count * 1_000_000) }

    @Test func `one process that has the store is waited for once`() {
        var wait = OwnerWait(.seconds(2), from: seconds(100))
        #expect(wait.goesOn(behind: 7, at: seconds(100.5)))
        #expect(wait.goesOn(behind: nil, at: seconds(101)))
        #expect(wait.goesOn(behind: 7, at: seconds(101.9)))
        #expect(!wait.goesOn(behind: 7, at: seconds(102)))
    }

    @Test func `each next process is waited for anew, but not without end`() {
        var wait = OwnerWait(.seconds(2), from: 0)
        for number in 0..<30 {
            #expect(wait.goesOn(behind: Int32(number), at: seconds(Double(number))), "\(number)")
        }
        #expect(!wait.goesOn(behind: 30, at: seconds(30)))
    }

    @Test func `where nobody can be told the time is the same`() {
        var wait = OwnerWait(.seconds(2), from: 0)
        #expect(wait.goesOn(behind: nil, at: seconds(1.9)))
        #expect(!wait.goesOn(behind: nil, at: seconds(2)))
    }
}
