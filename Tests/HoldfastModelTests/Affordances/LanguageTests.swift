import Testing

@testable import HoldfastModel

@Suite struct LanguageTests {
    @Test(arguments: [
        ("de", "de"), ("de-AT", "de"), ("DE-ch", "de"), ("de-Latn-DE-1996", "de"), ("de-x-own", "de"),
        ("de_AT.UTF-8", "de"), ("de@euro", "de"), ("en", "en"), ("en-GB", "en"), ("fr", "en"), ("", "en"),
        ("deu", "en"), ("d", "en"), ("C", "en"), ("-", "en"), ("x-de", "en"), ("i-klingon", "en"),
    ])
    func `a tag finds its language, the nearest one, or English`(_ tag: String, _ language: String) {
        #expect(Phrases(language: tag).language == language)
    }

    @Test func `the first of a person's languages that is there is taken`() {
        #expect(Phrases(languages: ["fr-CH", "de-CH", "en"]).language == "de")
        #expect(Phrases(languages: ["fr", "it"]).language == "en")
        #expect(Phrases(languages: []).language == "en")
    }

    @Test func `an app's own table comes before a shipped one, and the nearer one before the farther`() {
        var austrian = Phrases.german
        austrian.language = "de-AT"
        austrian.texts[.actCancel] = "Stornieren"
        var french = Phrases()
        french.language = "fr"
        french.texts = [.offline: "Hors ligne"]
        let tables = [austrian, french]
        #expect(Phrases(language: "de-AT", among: tables).text(.actCancel) == "Stornieren")
        #expect(Phrases(language: "de-DE", among: tables).text(.actCancel) == "Abbrechen")
        #expect(Phrases(language: "fr-CA", among: tables).text(.offline) == "Hors ligne")
    }

    @Test func `what an own table leaves out is told in English`() {
        var french = Phrases()
        french.language = "fr"
        #expect(Phrases(language: "fr", among: [french]).text(.actCancel) == "Cancel")
    }

    @Test func `a language may have as many forms of a number as it needs`() {
        var polish = Phrases()
        polish.texts[.itemsAhead] = PluralText(
            one: "{0} plik", few: "{0} pliki", many: "{0} plików", other: "{0} pliku")
        polish.pluralForm = { whole, tenths in
            if tenths != 0 { return .other }
            if whole == 1 { return .one }
            return (2...4).contains(whole % 10) && !(12...14).contains(whole % 100) ? .few : .many
        }
        polish.units[.megabytes] = UnitWords(
            written: "{0} MB",
            spoken: PluralText(
                one: "{0} megabajt", few: "{0} megabajty", many: "{0} megabajtów", other: "{0} megabajta"))
        let counts = [1, 3, 5, 12, 22].map { polish.text(Part(.itemsAhead, .count($0))) }
        #expect(counts == ["1 plik", "3 pliki", "5 plików", "12 plików", "22 pliki"])
        let sizes = [1_000_000, 1_500_000, 4_000_000, 48_000_000].map { polish.bytes($0, .nearest, .spoken) }
        #expect(sizes == ["1 megabajt", "1.5 megabajta", "4 megabajty", "48 megabajtów"])
    }

    @Test func `one and many are told apart wherever something is counted`() {
        let german = Phrases.german
        func text(_ key: PhraseKey, _ count: Int64, _ phrases: Phrases = .english) -> String {
            phrases.text(Part(key, .count(count), .bytes(1_000_000)))
        }
        #expect(text(.storageItems, 1) == "1 item · 1 MB")
        #expect(text(.storageItems, 2) == "2 items · 1 MB")
        #expect(text(.storageItems, 1, german) == "1 Element · 1 MB")
        #expect(text(.storageItems, 0, german) == "0 Elemente · 1 MB")
        #expect(text(.itemsAhead, 1, german) == "1 Download davor")
        #expect(text(.itemsAhead, 2, german) == "2 Downloads davor")
        #expect(text(.appWillStart, 1, german) == "Kein Internet · 1 Download startet bei Verbindung")
        #expect(text(.appWillStart, 2, german) == "Kein Internet · 2 Downloads starten bei Verbindung")
        #expect(text(.appBackOnline, 1, german) == "Wieder online · 1 Download läuft")
        #expect(text(.appBackOnline, 21, german) == "Wieder online · 21 Downloads laufen")
    }
}
