extension SourceFacts {
    /// `nil` unless the address is one that a registration may name. One that is not in the log is taken to need the internet, and to be
    /// of one host with all others of its kind.
    package init?(address: String) {
        guard !address.isEmpty else {
            self.init(host: "", reach: .internet)
            return
        }
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
