import Testing

@testable import HoldfastModel

/// What holds for the table of every language that is shipped.
@Suite struct TextTableTests {
    private static let tables = [("English", PhraseKey.english), ("German", PhraseKey.german)]

    @Test(arguments: PhraseKey.allCases)
    func `every code has a text in every language`(_ key: PhraseKey) {
        for (name, table) in Self.tables { #expect(table[key] != nil, "\(name)") }
    }

    @Test(arguments: PhraseKey.allCases)
    func `the texts of a code have the same places in every form of every language`(_ key: PhraseKey) {
        // A date's places are its year, month and day: any order, but all of them.
        let places = Self.tables.flatMap { $0.1[key]?.all ?? [] }.map(Self.places)
        #expect(Set(places).count == 1, "\(places)")
    }

    @Test func `the places are counted from nothing without a gap`() {
        for text in Self.texts {
            let numbers = Set(Self.places(text).compactMap(\.wholeNumberValue))
            #expect(numbers == Set(0..<numbers.count), "\(text)")
        }
    }

    @Test(arguments: Phrases.shipped.map(\.language))
    func `every unit has words in every language`(_ tag: String) {
        let phrases = Phrases(language: tag)
        for unit in MeasureUnit.allCases {
            let words = phrases.units[unit] ?? unit.english
            #expect((words.written.all + words.spoken.all).allSatisfy { Self.places($0) == "0" })
            #expect(tag == "en" || phrases.units[unit] != nil)
        }
    }

    @Test func `no English is left in the German table`() {
        // Words of both languages.
        let shared: Set<PhraseKey> = [
            .separator, .spokenSeparator, .sentenceEnd, .listComma, .nothing, .plain, .received, .failureWithCode,
            .offline, .knownInternet, .actDownloads, .storageTitle,
        ]
        for key in PhraseKey.allCases where !shared.contains(key) {
            #expect(PhraseKey.german[key] != PhraseKey.english[key], "\(key)")
        }
        let english: Set<String> = [
            "the", "to", "of", "and", "when", "for", "no", "not", "is", "left", "free", "used", "waiting", "saved",
            "connection", "space", "file", "from", "while", "item", "items", "again", "days",
        ]
        for text in PhraseKey.german.values.flatMap(\.all) {
            #expect(Self.words(of: text).isDisjoint(with: english), "\(text)")
        }
    }

    @Test func `the German texts address nobody`() {
        let address: Set<String> = [
            "sie", "ihr", "ihre", "ihren", "ihnen", "du", "dein", "deine", "dich", "dir", "bitte",
        ]
        for text in PhraseKey.german.values.flatMap(\.all) {
            #expect(Self.words(of: text).isDisjoint(with: address), "\(text)")
        }
    }

    @Test(arguments: Phrases.shipped.map(\.language))
    func `labels and buttons are short enough for a small screen`(_ tag: String) {
        let phrases = Phrases(language: tag)
        for example in RowExample.all {
            var scene = example.scene
            scene.context.phrases = phrases
            let shown = scene.affordance
            for text in [shown.label] + shown.actions.map(\.label) {
                #expect(text.count <= 31, "\(text) has \(text.count) characters")
            }
        }
    }

    @Test(arguments: Phrases.shipped.map(\.language))
    func `no text has a space at its edge or two in a row, and none is empty but one`(_ tag: String) {
        let phrases = Phrases(language: tag)
        let joints: Set<PhraseKey> = [.separator, .spokenSeparator, .sentenceEnd]
        for key in PhraseKey.allCases where !joints.contains(key) {
            let text = phrases.text(key)
            #expect(text.isEmpty == (key == .nothing))
            #expect(text.first != " " && text.last != " " && !text.contains("  "), "\(text)")
        }
    }

    @Test func `a text that counts has its form for one`() {
        for (key, english) in PhraseKey.english {
            #expect(english.forms.isEmpty || PhraseKey.german[key]?.forms[.one] != nil, "\(key)")
        }
    }

    private static let texts = tables.flatMap { $0.1.values.flatMap(\.all) }

    /// "01" for "{1} of {0}".
    private static func places(_ text: String) -> String {
        let characters = Array(text)
        let places = characters.indices.filter {
            $0 > 0 && $0 + 1 < characters.count && characters[$0 - 1] == "{" && characters[$0 + 1] == "}"
        }
        return String(Set(places.map { characters[$0] }).sorted())
    }

    private static func words(of text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    }
}
