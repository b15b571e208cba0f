extension Phrases {
    /// Every code in English, which stands in for what another table leaves out.
    public static let english = Phrases()

    /// The languages that come with the engine.
    public static let shipped = [english, german]

    /// The words for the language of a tag (BCP 47, `de-AT`), found as RFC 4647 §3.4 looks a language up: the tag is
    /// shortened from its end until a table fits. A tag that no table fits gives English.
    ///
    /// - Parameters:
    ///   - tag: Also as Unix writes it: `de_AT.UTF-8`.
    ///   - tables: The app's own tables; one of them comes before a shipped one of the same language.
    public init(language tag: String, among tables: [Phrases] = []) {
        self.init(languages: [tag], among: tables)
    }

    /// The words for the first of a person's languages that there is a table for; English when there is none.
    public init(languages tags: [String], among tables: [Phrases] = []) {
        let tables = tables + Self.shipped
        self = tags.lazy.compactMap { Self.table(for: $0, among: tables) }.first ?? Self.english
    }

    private static func table(for tag: String, among tables: [Phrases]) -> Phrases? {
        var subtags = subtags(of: tag)
        while !subtags.isEmpty {
            if let table = tables.first(where: { Self.subtags(of: $0.language) == subtags }) { return table }
            subtags.removeLast()
            // A single letter only begins what was just cut off.
            if subtags.last?.count == 1 { subtags.removeLast() }
        }
        return nil
    }

    private static func subtags(of tag: String) -> [String] {
        let name = tag.prefix { $0 != "." && $0 != "@" }
        return name.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    }
}
