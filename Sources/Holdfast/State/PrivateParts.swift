/// Reads private parts and what follows from them; remembers the last ones, since a queue asks for the same again and again.
final class PrivateParts {
    private let rows: any RowSource
    private var cache: [UInt64: PrivatePart] = [:]
    private static let cacheCountMax = 4096

    init(rows: any RowSource) {
        self.rows = rows
    }

    /// `nil` when the record has no private part, or when it was erased.
    func part(at position: UInt64) throws -> PrivatePart? {
        if let known = cache[position] { return known }
        guard let part = try rows.privatePart(at: position) else { return nil }
        if cache.count >= Self.cacheCountMax { cache.removeAll(keepingCapacity: true) }
        cache[position] = part
        return part
    }

    func details(of item: Item) throws -> PrivatePart? {
        try item.catalogue.details.flatMap { try part(at: $0) }
    }
}
