extension SourceFacts {
    /// `nil` unless the address is one that a registration may name.
    package init?(address: String) {
        guard let address = try? SourceAddress(address) else { return nil }
        self.init(host: address.origin, reach: address.reach)
    }
}
