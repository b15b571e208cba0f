import Testing

@testable import HoldfastModel

/// What is derived from the items, computed anew from all of them.
struct Recount {
    private var totals = Totals()
    private var index = IndexChanges()

    init(_ state: some StateView) throws {
        var totals = Totals()
        var index = IndexChanges()
        try state.walkItems(after: nil) { item in
            totals.update(from: ItemFacets(), to: ItemFacets(item))
            index.update(from: ItemFacets(), to: ItemFacets(item))
            return true
        }
        (self.totals, self.index) = (totals, index)
    }

    /// Totals and index entries that a state holds are those that its items give.
    func check(_ state: some StateView, _ comment: Comment) throws {
        let held = try state.totals()
        #expect(held.installed == totals.installed && held.wanted == totals.wanted, comment)
        #expect(held.running == totals.running && held.usedBytes == totals.usedBytes, comment)
        #expect(held.partialBytes == totals.partialBytes && held.reservedBytes == totals.reservedBytes, comment)
        #expect(held.requested == held.completed &+ held.cancelled &+ held.wanted, comment)
        var expected: [IndexKey] = []
        index.visit { key, _ in expected.append(key) }
        var found: [IndexKey] = []
        for number in ItemIndex.allCases {
            try state.walk(number) { key in
                found.append(key)
                return true
            }
        }
        #expect(found == expected, comment)
    }
}
