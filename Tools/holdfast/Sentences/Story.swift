import Holdfast
import HoldfastModel

/// An item's life as steps that follow one another: what belongs together is one step, and tries that went the same way are one.
struct Story {
    struct Step: Sendable, Equatable {
        /// Of the first and the last record that it tells.
        var positions: ClosedRange<UInt64>
        var from: Int64
        var until: Int64
        /// With a full stop.
        var text: String
        /// A new wish for the item begins with it.
        var beginsLife = false
        /// One or more attempts begin with it.
        var startsTransfer = false
        /// A person's own words stand beside its record.
        var isNote = false
    }

    private(set) var steps: [Step] = []
    private let zone: TimeZoneRules
    private let isFull: Bool

    /// - Parameters:
    ///   - records: all of the item, in order.
    ///   - isFull: a step for each record.
    init(_ records: [Record], isFull: Bool, zone: TimeZoneRules) {
        (self.zone, self.isFull) = (zone, isFull)
        var rest = records[...]
        while let record = rest.first {
            if !isFull, case .transferStarted = record.event {
                let tries = Self.tries(&rest)
                tell(tries)
            } else {
                rest.removeFirst()
                add([record], Sentence(record: record, zone: zone).text)
            }
        }
    }

    /// Numbers of lives: a new one begins with each request.
    var lifeCount: Int { steps.count(where: \.beginsLife) }

    private mutating func add(_ records: [Record], _ text: String) {
        guard let first = records.first, let last = records.last else { return }
        var step = Step(
            positions: first.position...max(first.position, last.position), from: first.recordedAt,
            until: last.recordedAt, text: text)
        if case .downloadRequested = first.event { step.beginsLife = true }
        if case .transferStarted = first.event { step.startsTransfer = true }
        if case .noteAdded = first.event { step.isNote = true }
        steps.append(step)
    }

    // MARK: Attempts

    /// The attempts at the front, one after another without anything else between.
    private static func tries(_ rest: inout ArraySlice<Record>) -> [Try] {
        var tries: [Try] = []
        while let record = rest.first, case .transferStarted = record.event {
            var records = [rest.removeFirst()]
            while let next = rest.first, Try.belongs(next.event) { records.append(rest.removeFirst()) }
            tries.append(Try(records))
        }
        return tries
    }

    private mutating func tell(_ tries: [Try]) {
        var rest = tries[...]
        while let first = rest.first {
            let run = rest.prefix { $0.setback != nil }
            if run.count > 1 {
                rest.removeFirst(run.count)
                tell(run)
            } else {
                rest.removeFirst()
                for part in first.parts { add(part, words(part)) }
            }
        }
    }

    /// Tries that all ended badly, as one step.
    private mutating func tell(_ run: ArraySlice<Try>) {
        guard let first = run.first?.records.first, let last = run.last?.records.last else { return }
        var counts: [(words: String, count: Int)] = []
        for words in run.compactMap(\.setback) {
            if let place = counts.firstIndex(where: { $0.words == words }) {
                counts[place].count += 1
            } else {
                counts.append((words, 1))
            }
        }
        let ended = run.last.flatMap(\.end)?.recordedAt ?? last.recordedAt
        let between =
            "between \(LocalTime.text(first.recordedAt, zone)) and \(LocalTime.brief(ended, now: first.recordedAt, zone))"
        let reasons =
            counts.count == 1
            ? "each time \(counts[0].words)"
            : counts.map { "\($0.words), \(PluralText.count($0.count, "time"))" }.joined(separator: "; ")
        var text =
            "Tried \(PluralText.count(run.count, "time")) \(between)\(counts.count == 1 ? ", " : ": ")\(reasons)."
        if let scheduled = run.last?.scheduled { text += " " + Sentence(record: scheduled, zone: zone).text }
        add([first, last], text)
    }

    /// Sentences of records that are one step. What a later one says again is left out.
    private func words(_ part: [Record]) -> String {
        let isAnswered = part.contains {
            if case .responseReceived(let event) = $0.event { event.totalBytes != nil } else { false }
        }
        return part.filter { record in
            switch record.event {
            case .sizeResolved: !isAnswered
            case .transferCheckpointed: false
            default: true
            }
        }.map { Sentence(record: $0, zone: zone).text }.joined(separator: " ")
    }
}

/// One attempt with the records that belong to it.
private struct Try {
    let records: [Record]

    init(_ records: [Record]) { self.records = records }

    static func belongs(_ event: Event) -> Bool {
        switch event {
        case .responseReceived, .sizeResolved, .transferCheckpointed, .partialDiscarded, .transferCompleted,
            .contentVerified, .contentPublished, .verificationFailed, .transferFailed, .transferInterrupted,
            .retryScheduled:
            true
        default: false
        }
    }

    /// Why it did not end well, in words; `nil` where it did, or goes on.
    var setback: String? {
        guard let end else { return nil }
        return switch end.event {
        case .transferFailed(let event): FailureWords.text(event.failure)
        case .transferInterrupted(let event): "interrupted, since " + InterruptionWords.text(event.cause, event.blocker)
        case .verificationFailed(let event): "the file was not what was promised (\(event.check))"
        default: nil
        }
    }

    /// The record that tells how it ended.
    var end: Record? {
        records.last { record in
            switch record.event {
            case .transferFailed, .transferInterrupted, .verificationFailed, .contentPublished: true
            default: false
            }
        }
    }

    var scheduled: Record? { records.last { if case .retryScheduled = $0.event { true } else { false } } }

    /// Its start with the answer, and its end with what comes of it.
    var parts: [[Record]] {
        let isEnd = { (record: Record) in
            switch record.event {
            case .transferCompleted, .verificationFailed, .transferFailed, .transferInterrupted: true
            default: false
            }
        }
        guard let place = records.firstIndex(where: isEnd) else { return [records] }
        return [Array(records[..<place]), Array(records[place...])]
    }
}
