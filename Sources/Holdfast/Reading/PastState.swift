/// A state folded in memory, with private parts from the log beside it.
struct PastState: StateView {
    let state: MemoryState
    let privateParts: PrivateParts

    func item(_ number: UInt64) throws -> Item? { state.item(number) }
    func number(ofItem id: String) throws -> UInt64? { state.number(ofItem: id) }
    func device() throws -> Device { state.device() }
    func totals() throws -> Totals { state.totals() }
    func setting(_ key: String, item: UInt64?) throws -> String? { state.setting(key, item: item) }
    func features() throws -> [Feature] { state.features() }
    func walkItems(after number: UInt64?, _ body: (Item) throws -> Bool) throws {
        try state.walkItems(after: number, body)
    }
    func walk(_ index: ItemIndex, _ body: (IndexKey) throws -> Bool) throws { try state.walk(index, body) }
    func details(of item: Item) throws -> PrivatePart? { try privateParts.details(of: item) }
}
