extension SourceFacts {
    /// `nil` unless the address is one that a registration may name.
    package init?(address: String) {
        guard let address = try? SourceAddress(address) else { return nil }
        self.init(host: address.origin, reach: address.reach)
    }

    /// Of the source whose turn it is: after each failure that counts, the next one's.
    init?(of item: Item, in sources: [String]) {
        guard let address = item.sourceInTurn(sources) else { return nil }
        self.init(address: address)
    }
}

extension Item {
    /// `nil` without sources.
    package func sourceInTurn(_ sources: [String]) -> String? {
        sources.isEmpty ? nil : sources[Int(clamping: intent?.failures ?? 0) % sources.count]
    }
}
