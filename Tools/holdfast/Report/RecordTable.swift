import Holdfast
import HoldfastModel

/// The records themselves: when, what about, and in a sentence.
struct RecordTable {
    private(set) var count = 0
    /// When the record before the first was written.
    var base: Int64 = 0
    private(set) var times = NumberStream()
    private(set) var types = NumberStream()
    private(set) var actors = NumberStream()
    /// The row of the item that it is about, and one more; 0 for none.
    private(set) var subjects = NumberStream()
    private(set) var sentences = NumberStream()
    private(set) var typeNames = NameList()
    private(set) var actorNames = NameList()
    private var actorPlaces: [Open<ActorKind>: Int] = [:]
    private(set) var texts = PhraseTable()
    /// How local time stands to UTC: seconds east of it, from a time on.
    private(set) var offsets: [(time: Int64, seconds: Int64)] = []
    private(set) var last: Int64 = 0
    private(set) var first: Int64 = 0

    mutating func take(_ record: Record, subject: Int?, _ zone: TimeZoneRules) {
        let time = record.recordedAt
        if count == 0 { first = time }
        times.add(signed: count == 0 ? time : time.subtractingClamped(last))
        last = time
        count += 1
        types.add(typeNames.place(of: record.event.typeName))
        actors.add(place(of: record.actor.kind))
        subjects.add(subject.map { $0 + 1 } ?? 0)
        sentences.add(texts.place(of: Sentence(record: record, zone: zone).text))
        let offset = zone.offset(time / 1_000_000)
        if offsets.last?.seconds != offset { offsets.append((time, offset)) }
    }

    /// To ask for the name of an enum's case is slow.
    private mutating func place(of kind: Open<ActorKind>) -> Int {
        if let known = actorPlaces[kind] { return known }
        let place = actorNames.place(of: kind.description)
        actorPlaces[kind] = place
        return place
    }
}
