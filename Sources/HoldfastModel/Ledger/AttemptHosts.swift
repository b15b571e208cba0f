/// Finds the hosts of attempts. No row names them, since they are personal: they stand in the private parts that had the sources.
package struct AttemptHosts {
    private struct Place: Hashable {
        let details: UInt64
        let source: UInt64
    }

    private var known: [Place: String?] = [:]
    private static let knownCountMax = 65_536

    package init() {}

    /// Scheme, host and port, as for `SourceFacts.host`; `nil` when they are not known: they were erased, or changed while the attempt ran.
    package mutating func host(of ended: EndedAttempt, in state: some StateView) throws -> String? {
        guard ended.details < ended.id else { return nil }
        let place = Place(details: ended.details, source: ended.source)
        if let host = known[place] { return host }
        let sources = try state.privatePart(at: ended.details)?.sources ?? []
        let address = Int(exactly: ended.source).flatMap { sources.indices.contains($0) ? sources[$0] : nil }
        let host = address.flatMap { try? SourceAddress($0) }?.origin
        if known.count >= Self.knownCountMax { known.removeAll(keepingCapacity: true) }
        known[place] = .some(host)
        return host
    }
}
