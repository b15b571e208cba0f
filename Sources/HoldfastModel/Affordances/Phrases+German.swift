extension Phrases {
    public static let german: Phrases = {
        var phrases = Phrases()
        phrases.language = "de"
        phrases.texts = PhraseKey.german
        phrases.units = germanUnits
        phrases.decimalSeparator = ","
        return phrases
    }()

    private static let germanUnits: [MeasureUnit: UnitWords] = [
        .bytes: UnitWords(written: "{0} B", spoken: "{0} Byte"),
        .kilobytes: UnitWords(written: "{0} kB", spoken: "{0} Kilobyte"),
        .megabytes: UnitWords(written: "{0} MB", spoken: "{0} Megabyte"),
        .gigabytes: UnitWords(written: "{0} GB", spoken: "{0} Gigabyte"),
        .terabytes: UnitWords(written: "{0} TB", spoken: "{0} Terabyte"),
        .petabytes: UnitWords(written: "{0} PB", spoken: "{0} Petabyte"),
        .exabytes: UnitWords(written: "{0} EB", spoken: "{0} Exabyte"),
        .seconds: UnitWords(written: "{0} s", spoken: PluralText(one: "{0} Sekunde", other: "{0} Sekunden")),
        .minutes: UnitWords(written: "{0} min", spoken: PluralText(one: "{0} Minute", other: "{0} Minuten")),
        .hours: UnitWords(written: "{0} h", spoken: PluralText(one: "{0} Stunde", other: "{0} Stunden")),
        .days: UnitWords(
            written: PluralText(one: "{0} Tag", other: "{0} Tage"),
            spoken: PluralText(one: "{0} Tag", other: "{0} Tage")),
    ]
}
