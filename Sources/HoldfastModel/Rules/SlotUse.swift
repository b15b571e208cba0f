/// How many attempts run.
package struct SlotUse: Sendable, Equatable {
    package var running = 0
    /// By `SourceFacts.host`.
    package var byHost: [String: Int] = [:]

    package init() {}

    /// Counts the open attempts of the state.
    package init(in state: some StateView) throws {
        self.init()
        try state.walk(.running) { key in
            if let item = try state.item(key.number) { add(try state.source(of: item)?.host) }
            return true
        }
    }

    mutating func add(_ host: String?) {
        running += 1
        if let host { byHost[host, default: 0] += 1 }
    }
}
