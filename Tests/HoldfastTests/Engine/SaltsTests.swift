import HoldfastModel
import Testing

@testable import Holdfast

@Suite struct SaltsTests {
    @Test func `every salt has the length of one and is another`() {
        var first = Salts()
        var second = Salts()
        let salts = (0..<100).flatMap { _ in [first.next(), second.next()] }
        #expect(salts.allSatisfy { $0.count == PrivatePart.saltByteCount })
        #expect(Set(salts).count == salts.count)
        for index in 0..<PrivatePart.saltByteCount {
            #expect(Set(salts.map { $0[index] }).count > 50, "byte \(index)")
        }
    }
}
