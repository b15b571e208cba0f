import Testing

@testable import HoldfastModel

@Suite struct GermanTests {
    private let german = Phrases.german

    @Test(arguments: [
        (0, "0 B", "0 Byte"), (1, "1 B", "1 Byte"), (1_000, "1 kB", "1 Kilobyte"),
        (4_750_000, "4,8 MB", "4,8 Megabyte"), (48_400_000, "48 MB", "48 Megabyte"),
        (1_200_000_000, "1,2 GB", "1,2 Gigabyte"),
    ])
    func `sizes have a decimal comma`(_ bytes: Int64, _ written: String, _ spoken: String) {
        #expect(german.bytes(bytes, .nearest, .written) == written)
        #expect(german.bytes(bytes, .nearest, .spoken) == spoken)
    }

    @Test(arguments: [
        (1, "1 s", "1 Sekunde"), (2_000_000, "2 s", "2 Sekunden"), (60_000_000, "1 min", "1 Minute"),
        (120_000_000, "2 min", "2 Minuten"), (3_660_000_000, "1 h 1 min", "1 Stunde 1 Minute"),
        (7_200_000_000, "2 h", "2 Stunden"), (172_800_000_000, "2 Tage", "2 Tage"),
    ])
    func `durations agree with their number`(_ duration: Int64, _ written: String, _ spoken: String) {
        #expect(german.duration(duration, .up, .written) == written)
        #expect(german.duration(duration, .up, .spoken) == spoken)
    }

    @Test func `dates and times are written as in Germany`() {
        #expect(german.moment(Scene.now, .date) == "02.03.2025")
        #expect(german.moment(Scene.now, .time) == "14:05 Uhr (UTC)")
        var here = german
        here.utcOffsetInSeconds = 3600
        #expect(here.moment(Scene.now, .dateAndTime) == "02.03.2025, 15:05 Uhr")
        #expect(here.time(Scene.now + Scene.day, now: Scene.now) == "03.03.2025, 15:05 Uhr")
    }

    @Test(arguments: RowExample.all)
    func `a row says the same in German`(_ example: RowExample) {
        var scene = example.scene
        scene.context.phrases = german
        let (shown, original) = (scene.affordance, example.scene.affordance)
        #expect(shown.row == original.row && shown.icon == original.icon)
        #expect(shown.actions.map(\.code) == original.actions.map(\.code))
        #expect(shown.progressInBasisPoints == original.progressInBasisPoints)
        let parts = { (detail: String?) in (detail ?? "").split(separator: " · ").count }
        #expect(parts(shown.detail) == parts(original.detail), "\(shown.detail ?? "")")
        #expect(shown.label != original.label || ["Offline", ""].contains(shown.label), "\(shown.label)")
        #expect(!(shown.label + (shown.detail ?? "") + shown.accessibilityText).contains("{"))
        for (said, there) in zip(shown.actions, original.actions) { #expect(said.label != there.label) }
    }

    @Test(
        arguments: [
            (.removalPending, "offline_pin/dim | Entfernt | gibt 48 MB frei | Rückgängig machen | –"),
            (.damaged, "error | Reparatur nötig | Datei fehlt · 48 MB | Erneut herunterladen | Entfernen"),
            (
                .updateWaiting,
                "offline_pin | Offline | Update wartet: Kein Internet · danach nötig: 200 MB freier Speicher"
                    + " · diese Version bleibt erhalten | Öffnen | Warum?, Entfernen"
            ),
            (.expiresSoon, "offline_pin | Offline | Noch 5 h gültig | Öffnen | Erneuern, Entfernen"),
            (.staleOffline, "offline_pin | Offline | Gespeichert am 27.02.2025 | Öffnen | Entfernen"),
            (
                .receivingMetered,
                "downloading/ring | Wird heruntergeladen | 12 MB von 48 MB · noch 2 min · über mobile Daten"
                    + " | Pausieren | Auf WLAN warten, Abbrechen"
            ),
            (.held, "pause_circle | Pausiert | 48 MB · bis 15:05 Uhr (UTC) | Fortsetzen | Abbrechen"),
            (
                .waitingNoNetwork,
                "cloud_off | Kein Internet | Download startet bei Verbindung · 48 MB | – | Abbrechen"
            ),
            (
                .waitingQuota,
                "sd_card_alert | Downloadlimit erreicht | 1,9 GB von 2 GB | Downloads verwalten"
                    + " | Limit erhöhen, Abbrechen"
            ),
            (
                .waitingSpace,
                "sd_card_alert | Zu wenig Speicherplatz | Nötig: 49 MB, frei: 12 MB | Speicherplatz freigeben | Abbrechen"
            ),
            (
                .waitingBackoff,
                "sync_problem | Wird erneut versucht | noch 12 s · Der Server hat ein Problem (503) | Jetzt versuchen"
                    + " | Abbrechen"
            ),
            (
                .absentSlow,
                "download | Herunterladen | 48 MB · etwa 8 min über diese Verbindung | Herunterladen"
                    + " | Auf bessere Verbindung warten"
            ),
        ] as [(AffordanceRow, String)])
    func `a row reads well`(_ row: AffordanceRow, _ line: String) throws {
        let example = try #require(RowExample.all.first { $0.row == row })
        #expect(example.scene.line(in: german) == line)
    }

    @Test func `a voice hears whole words`() {
        var scene = Scene()
        scene.receive()
        scene.context.title = "Vogelführer"
        scene.context.phrases = german
        #expect(
            scene.affordance.accessibilityText
                == "Wird heruntergeladen. Vogelführer. 12 Megabyte von 48 Megabyte, noch 2 Minuten")
    }
}
