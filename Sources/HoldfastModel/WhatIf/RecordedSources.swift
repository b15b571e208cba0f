/// Where items come from, as far as their private parts are still there.
///
/// A source is asked for again and again; the last ones are kept.
final class RecordedSources {
    private let part: (UInt64) throws -> PrivatePart?
    private var known: [UInt64: SourceFacts?] = [:]
    /// A private part that was recorded is gone: its source had to be assumed.
    private(set) var isAssumed = false

    private static let countMax = 4_096

    /// - Parameter part: the private part at a position; `nil` where it was erased.
    init(part: @escaping (UInt64) throws -> PrivatePart?) { self.part = part }

    func privatePart(at position: UInt64, in state: MemoryState) throws -> PrivatePart? {
        try state.privatePart(at: position) ?? part(position)
    }

    /// Its best source; one that was erased is taken to need the internet, on a host of its own.
    func source(of item: Item, in state: MemoryState) throws -> SourceFacts? {
        guard let position = item.catalogue.details else { return nil }
        if let source = known[position] { return source }
        let source: SourceFacts?
        if let details = try privatePart(at: position, in: state) {
            source = details.sources.lazy.compactMap { SourceFacts(address: $0) }.first
        } else {
            source = SourceFacts(host: "erased:\(position)", reach: .internet)
            isAssumed = true
        }
        if known.count >= Self.countMax { known.removeAll(keepingCapacity: true) }
        known[position] = .some(source)
        return source
    }
}
