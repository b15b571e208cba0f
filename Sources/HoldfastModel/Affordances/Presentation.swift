/// What a row shows, before it is put into words.
struct Presentation {
    var icon: Icon?
    var label: Part
    var detail: [Part] = []
    var progress: Int?
    var primary: Offer?
    var secondary: [Offer] = []
    var emphasis = Emphasis.normal
}

/// An action under the label that the row gives it.
struct Offer: Equatable {
    var code: ActionCode
    /// Instead of the code's own words.
    var label: PhraseKey?
    /// What it names, where its words have a place for that.
    var name: String?
    var asks = false

    init(_ code: ActionCode, _ label: PhraseKey? = nil, naming name: String? = nil, asks: Bool = false) {
        self.code = code
        self.label = label
        self.name = name
        self.asks = asks
    }

    var words: Part {
        let key = label ?? code.phrase
        return name.map { Part(key, .text($0)) } ?? Part(key)
    }
}

/// A phrase and what stands in its places.
struct Part: Equatable {
    var key: PhraseKey
    var arguments: [Argument]

    init(_ key: PhraseKey, _ arguments: Argument...) {
        self.key = key
        self.arguments = arguments
    }
}

indirect enum Argument: Equatable {
    case bytes(Int64, Rounding = .nearest)
    /// Microseconds.
    case duration(Int64, Rounding = .up)
    /// Microseconds since 1970 UTC; the date is left out when it is the day of `now`.
    case time(Int64, now: Int64)
    case date(Int64)
    case count(Int64)
    case text(String)
    case part(Part)
}

enum Rounding: Equatable {
    case nearest, up, down
}

/// One row of the table: when it matches, and what it shows.
struct ItemRule: Sendable {
    var row: AffordanceRow
    var matches: @Sendable (ItemFacts) -> Bool
    var presents: @Sendable (ItemFacts) -> Presentation

    init(
        _ row: AffordanceRow, when matches: @escaping @Sendable (ItemFacts) -> Bool,
        show presents: @escaping @Sendable (ItemFacts) -> Presentation
    ) {
        self.row = row
        self.matches = matches
        self.presents = presents
    }

    /// All rows in the order of the table.
    static let table = removal + installed + active + waiting + failed + absent

    /// The last row takes whatever no other row took.
    static func first(for facts: ItemFacts) -> ItemRule {
        table.first { $0.matches(facts) } ?? anything
    }
}
