/// Texts that differ in little but their numbers, each kept as a template and the words that stand in it.
///
/// A log of a hundred thousand records has as many sentences and some dozen templates.
struct PhraseTable {
    /// Texts with `mark` in the places of words with a digit.
    private(set) var templates: [String] = []
    private(set) var words: [String] = []
    /// For each phrase its template, then a word for each mark.
    private(set) var phrases = NumberStream()
    private(set) var count = 0
    private var known: [String: Int] = [:]
    private var templatePlaces: [String: Int] = [:]
    private var wordPlaces: [String: Int] = [:]

    static let mark: Unicode.Scalar = "\u{fffc}"

    /// The number of the text.
    mutating func place(of text: String) -> Int {
        if let place = known[text] { return place }
        var template = ""
        var arguments: [Int] = []
        for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { template += " " }
            if Self.varies(word) {
                template.unicodeScalars.append(Self.mark)
                arguments.append(Self.place(of: String(word), in: &words, &wordPlaces))
            } else {
                template += word
            }
        }
        phrases.add(Self.place(of: template, in: &templates, &templatePlaces))
        for argument in arguments { phrases.add(argument) }
        known[text] = count
        count += 1
        return count - 1
    }

    /// A word with the mark itself in it must not be taken for a place.
    private static func varies(_ word: Substring) -> Bool {
        var isASCII = true
        for byte in word.utf8 {
            if (0x30...0x39).contains(byte) { return true }
            if byte >= 0x80 { isASCII = false }
        }
        return !isASCII && word.unicodeScalars.contains(mark)
    }

    private static func place(of text: String, in list: inout [String], _ places: inout [String: Int]) -> Int {
        if let place = places[text] { return place }
        places[text] = list.count
        list.append(text)
        return list.count - 1
    }
}
