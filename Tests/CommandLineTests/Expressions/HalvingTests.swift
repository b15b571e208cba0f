import Testing

@testable import HoldfastCLI

@Suite struct HalvingTests {
    private func run(_ search: inout Halving, _ answer: (Int64) -> Halving.Answer) -> [Int64] {
        var asked: [Int64] = []
        while let next = search.next {
            asked.append(next)
            search.take(answer(next), at: next)
            if asked.count > 2_000 { break }
        }
        return asked
    }

    @Test func `it finds each first new position, and asks as often as halving needs`() {
        for count in 1...70 as ClosedRange<Int64> {
            for first in 0..<count {
                var search = Halving(old: -1, new: count - 1)
                let asked = run(&search) { $0 < first ? .old : .new }
                #expect(search.new == first && !search.isDoubtful)
                #expect(asked.count <= Int64.bitWidth - (count - 1).leadingZeroBitCount)
                #expect(Set(asked).count == asked.count)
            }
        }
    }

    @Test func `skipped positions are walked around, and what they hide is named`() {
        for low in 0..<30 as Range<Int64> {
            for high in low...30 {
                for first in 0...40 as ClosedRange<Int64> {
                    var search = Halving(old: -1, new: 40)
                    _ = run(&search) { (low..<high).contains($0) ? .skip : $0 < first ? .old : .new }
                    // The first new position that can be told, and the last old one before it.
                    let told = (first...40).first { !(low..<high).contains($0) }
                    let before = (-1..<first).last { !(low..<high).contains($0) }
                    #expect(search.new == told && search.old == before)
                    #expect(search.isDoubtful == (search.new > search.old + 1))
                }
            }
        }
    }

    @Test func `a long stretch that cannot be told is left in a few steps`() {
        var search = Halving(old: -1, new: 1 << 40)
        let asked = run(&search) { (1 << 38..<1 << 40 - 7).contains($0) ? .skip : $0 < 12_345 ? .old : .new }
        #expect(search.new == 12_345)
        #expect(asked.count < 64)
    }

    @Test func `positions as large as there are do not overflow`() {
        var search = Halving(old: -1, new: .max)
        let asked = run(&search) { $0 < .max - 5 ? .old : .new }
        #expect(search.new == .max - 5)
        #expect(asked.count <= 64)
    }
}
