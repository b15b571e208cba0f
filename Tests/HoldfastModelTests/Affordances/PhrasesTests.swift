import Testing

@testable import HoldfastModel

@Suite struct PhrasesTests {
    @Test(arguments: PhraseKey.allCases)
    func `every code has an English text`(_ key: PhraseKey) {
        #expect(PhraseKey.english[key] != nil)
    }

    @Test func `no two labels of blockers are the same`() {
        let codes = BlockerCode.allCases.filter { ![.notBefore, .slotsFull].contains($0) }
        let texts = codes.map {
            Phrases().text(BlockerWords(Blocker($0), ItemFacts(Scene().item, Scene().context)).reason)
        }
        #expect(Set(texts).count == texts.count)
    }

    @Test(arguments: [
        (0, "0 B", "0 bytes"), (1, "1 B", "1 byte"), (999, "999 B", "999 bytes"), (1_000, "1 kB", "1 kilobyte"),
        (4_750_000, "4.8 MB", "4.8 megabytes"), (5_000_000, "5 MB", "5 megabytes"),
        (9_960_000, "10 MB", "10 megabytes"), (48_400_000, "48 MB", "48 megabytes"),
        (999_499, "999 kB", "999 kilobytes"), (999_500, "1 MB", "1 megabyte"),
        (1_200_000_000, "1.2 GB", "1.2 gigabytes"), (Int64.max, "9.2 EB", "9.2 exabytes"), (-5, "0 B", "0 bytes"),
    ])
    func `sizes are decimal, with one decimal place below ten`(_ bytes: Int64, _ written: String, _ spoken: String) {
        #expect(Phrases().bytes(bytes, .nearest, .written) == written)
        #expect(Phrases().bytes(bytes, .nearest, .spoken) == spoken)
    }

    @Test func `free space is rounded down and needed space up`() {
        #expect(Phrases().bytes(47_900_000, .down, .written) == "47 MB")
        #expect(Phrases().bytes(47_100_000, .up, .written) == "48 MB")
        #expect(Phrases().bytes(999_001, .up, .written) == "1 MB")
    }

    @Test(arguments: [
        (0, "0 s"), (1, "1 s"), (59_000_000, "59 s"), (59_000_001, "1 min"), (61_000_000, "2 min"),
        (3_600_000_000, "1 h"), (3_660_000_000, "1 h 1 min"), (36_000_000_000, "10 h"), (39_600_000_000, "11 h"),
        (172_800_000_000, "2 days"), (-1, "0 s"),
    ])
    func `durations are rounded up to what a person can use`(_ duration: Int64, _ written: String) {
        #expect(Phrases().duration(duration, .up, .written) == written)
    }

    @Test func `the longest duration is no trap`() {
        #expect(Phrases().duration(.max, .up, .written) == "106751992 days")
    }

    @Test(arguments: [
        (0, "1970-01-01 00:00 UTC"), (951_782_400_000_000, "2000-02-29 00:00 UTC"),
        (1_740_924_300_000_000, "2025-03-02 14:05 UTC"), (-1, "1969-12-31 23:59 UTC"),
        (4_107_542_399_000_000, "2100-02-28 23:59 UTC"), (4_107_542_400_000_000, "2100-03-01 00:00 UTC"),
    ])
    func `moments are dates of the calendar`(_ time: Int64, _ text: String) {
        #expect(Phrases().moment(time, .dateAndTime) == text)
    }

    @Test func `the farthest moments are no trap`() {
        #expect(Phrases().moment(.max, .date).hasPrefix("294247-01-10"))
        #expect(Phrases().moment(.min, .date).hasPrefix("-290308-12-21"))
    }

    @Test func `a zone moves the day`() {
        var phrases = Phrases()
        phrases.utcOffsetInSeconds = 10 * 3600
        #expect(phrases.moment(Scene.now, .dateAndTime) == "2025-03-03 00:05")
        #expect(phrases.time(Scene.now + Scene.minute, now: Scene.now) == "00:06")
    }

    @Test func `the host can write times in its own way`() {
        var phrases = Phrases()
        phrases.moment = { time, style in "\(style) \(time)" }
        #expect(phrases.time(5, now: 6) == "time 5")
    }

    @Test func `another language takes the place of English`() {
        var scene = Scene()
        scene.install()
        scene.receive()
        scene.context.phrases.texts = [.updating: "Wird aktualisiert", .receivedOf: "{1}: {0} da", .actRemove: "Weg"]
        scene.context.phrases.units[.megabytes] = UnitWords(written: "{0} Mo", spoken: "{0} Megaoktett")
        #expect(
            scene.line == "offline_pin/ring | Offline | Wird aktualisiert · 48 Mo: 12 Mo da | Open | Pause update, Weg")
    }

    @Test func `braces that are no places stay as they stand`() {
        #expect(Phrases.fill("{", with: ["x"]) == "{")
        #expect(Phrases.fill("{9} {a} {0", with: ["x"]) == "{9} {a} {0")
        #expect(Phrases.fill("{0}{0}", with: ["{0}"]) == "{0}{0}")
    }

    @Test func `a voice hears label, title and detail with units spelled out`() {
        var scene = Scene()
        scene.install()
        scene.context.title = "Field guide"
        #expect(scene.affordance.accessibilityText == "Offline. Field guide. 48 megabytes")
        scene.item.installed = nil
        scene.receive()
        #expect(
            scene.affordance.accessibilityText
                == "Downloading. Field guide. 12 megabytes of 48 megabytes, 2 minutes left")
    }
}
