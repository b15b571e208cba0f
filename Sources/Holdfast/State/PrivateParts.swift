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

    /// Where the file is that was published at this position; `nil` when that was erased or cannot be read.
    func contentPath(at published: UInt64) throws -> ContentPath? {
        try part(at: published)?.path.flatMap(ContentPath.init(parsing:))
    }

    func details(of item: Item) throws -> PrivatePart? {
        try item.catalogue.details.flatMap { try part(at: $0) }
    }
}
