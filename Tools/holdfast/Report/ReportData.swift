import Holdfast
import HoldfastModel

/// What the page holds, as one JSON object whose long lists are numbers in base64. `data.js` reads it and nothing else does.
struct ReportData {
    private let reading: ReportReading
    private let looking: Looking
    private let isWhole: Bool
    private var json = JSONText()

    /// - Parameter isWhole: the log goes on after the last record told of, or began before the first, when false.
    init(_ reading: ReportReading, isWhole: Bool, _ looking: Looking) {
        self.reading = reading
        self.looking = looking
        self.isWhole = isWhole
    }

    func bytes() -> [UInt8] {
        var copy = self
        copy.json.beginObject()
        copy.writeHead()
        copy.writeRecords()
        copy.writeRows()
        copy.writeAffordances()
        copy.writeAttempts()
        copy.writeTimeline()
        copy.json.endObject()
        return copy.json.utf8
    }

    private mutating func writeHead() {
        let records = reading.rows.records
        add("tool", VersionVerb.toolVersion)
        // A path can name a person.
        json.key("store")
        if reading.source.isRedacted { json.null() } else { json.string(looking.path) }
        add("made", looking.now)
        add("language", looking.phrases.language)
        json.key("isRedacted")
        json.boolean(reading.source.isRedacted)
        json.key("isWhole")
        json.boolean(isWhole)
        add("first", Int64(clamping: reading.source.range.lowerBound))
        add("count", Int64(records.count))
        add("base", records.base)
        json.key("offsets")
        json.beginArray()
        for (time, seconds) in records.offsets {
            json.integer(time)
            json.integer(seconds)
        }
        json.endArray()
    }

    private mutating func writeRecords() {
        let records = reading.rows.records
        add("typeNames", records.typeNames.names)
        add("actorNames", records.actorNames.names)
        add("times", records.times)
        add("types", records.types)
        add("actors", records.actors)
        add("subjects", records.subjects)
        add("sentences", records.sentences)
        add("recordTexts", records.texts)
    }

    private mutating func writeRows() {
        let rows = reading.rows.rows
        json.key("columns")
        json.beginArray()
        for column in rows.flattener.columns {
            json.string(column.name)
            json.boolean(column.isTime)
        }
        json.endArray()
        add("tokens", rows.flattener.tokens)
        add("rowKinds", rows.rows.map(\.kind))
        json.key("rowKeys")
        json.beginArray()
        for row in rows.rows { if let key = row.key { json.string(key) } else { json.null() } }
        json.endArray()
        add("changeCount", Int64(rows.changeCount))
        add("changes", rows.changes)
        json.key("titles")
        json.beginArray()
        for (row, title) in reading.rows.titles {
            json.integer(Int64(row))
            json.string(title)
        }
        json.endArray()
    }

    private mutating func writeAffordances() {
        let shown = reading.affordances.shown
        add("tableRows", shown.tableRows.names)
        add("icons", shown.icons.names)
        add("emphases", shown.emphases.names)
        add("actions", shown.actions.names)
        add("shownCount", Int64(shown.count))
        add("shown", shown.rows)
        add("shownTexts", shown.texts)
        add("shownChanges", reading.affordances.changes)
        add("cuts", reading.affordances.cuts)
        add("queueCuts", reading.affordances.queueCuts)
    }

    private mutating func writeAttempts() {
        let list = reading.rows.attempts
        add("hosts", list.hosts.names)
        add("outcomes", list.outcomes.names)
        add("reasons", list.reasons.names)
        add("networks", list.networks.names)
        add("attemptTexts", list.texts)
        add("attemptCount", Int64(list.count))
        add("attempts", list.numbers)
    }

    private mutating func writeTimeline() {
        var classes = NameList()
        var labels = NameList()
        var numbers = NumberStream()
        var count: Int64 = 0
        for entry in reading.rows.timeline {
            numbers.add(signed: entry.recordedAt)
            numbers.add(classes.place(of: NetworkWords.word(for: entry)))
            numbers.add(labels.place(of: NetworkWords.label(of: entry)))
            count += 1
        }
        add("timelineClasses", classes.names)
        add("timelineLabels", labels.names)
        add("timelineCount", count)
        add("timeline", numbers)
    }
}

extension ReportData {
    private mutating func add(_ key: String, _ text: String) {
        json.key(key)
        json.string(text)
    }

    private mutating func add(_ key: String, _ number: Int64) {
        json.key(key)
        json.integer(min(max(number, -NumberStream.exactMax), NumberStream.exactMax))
    }

    private mutating func add(_ key: String, _ texts: [String]) {
        json.key(key)
        json.beginArray()
        for text in texts { json.string(text) }
        json.endArray()
    }

    private mutating func add(_ key: String, _ numbers: NumberStream) { add(key, TextForm.base64(numbers.bytes)) }

    private mutating func add(_ key: String, _ places: [Int]) {
        var numbers = NumberStream()
        for place in places { numbers.add(place) }
        add(key, numbers)
    }

    private mutating func add(_ key: String, _ texts: PhraseTable) {
        json.key(key)
        json.beginObject()
        add("mark", String(PhraseTable.mark))
        add("templates", texts.templates)
        add("words", texts.words)
        add("count", Int64(texts.count))
        add("phrases", texts.phrases)
        json.endObject()
    }
}
