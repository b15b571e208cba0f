import Testing

@testable import HoldfastModel

@Suite struct RowExampleTests {
    @Test(arguments: RowExample.all)
    func `a row shows what the table says`(_ example: RowExample) {
        #expect(example.scene.affordance.row == example.row)
        #expect(example.scene.line == example.line)
    }

    @Test func `every row has an example`() {
        #expect(Set(RowExample.all.map(\.row)) == Set(AffordanceRow.allCases))
    }

    @Test func `the rules stand in the order of the rows, each once`() {
        #expect(ItemRule.table.map(\.row) == AffordanceRow.allCases)
    }
}
