import Holdfast
import HoldfastModel

/// Finds and shows the records that fit the filters.
struct LogReading {
    private let request: LogVerb.Request
    private let looking: Looking
    private let text: String?
    /// Names of the items' subjects.
    private let subjects: Set<String>

    init(_ request: LogVerb.Request, _ looking: Looking) {
        self.request = request
        self.looking = looking
        text = request.text.map { $0.lowercased() }
        subjects = Set(request.items.map { "item:" + $0 })
    }

    mutating func run() throws(ToolFailure) {
        let range = try range()
        // What is watched for may still come.
        if !request.follows { try checkItems() }
        guard request.limit != 0 else { return }
        // With a limit the newest that fit are found first; without -r they are turned round.
        guard request.newestFirst || request.limit != nil else {
            if looking.console.isJSON, subjects.isEmpty, text == nil { return try writeAll(range) }
            return try visit(range, newestFirst: false) { record, line throws(ToolFailure) in
                try show(record, line)
                return !looking.console.output.isEnded
            }
        }
        var left = request.limit ?? .max
        var held: [(Record, String?)] = []
        try visit(range, newestFirst: true) { record, line throws(ToolFailure) in
            if request.newestFirst { try show(record, line) } else { held.append((record, line)) }
            left -= 1
            return left > 0 && !looking.console.output.isEnded
        }
        for (record, line) in held.reversed() { try show(record, line) }
    }

    /// Long output for programs.
    private func writeAll(_ range: Range<UInt64>) throws(ToolFailure) {
        let request = request
        let lines = RecordLines(store: looking.store) { Self.fits($0, request) }
        try looking.attempt { try lines.write(range, to: looking.console.output) }
    }

    private func checkItems() throws(ToolFailure) {
        for item in request.items
        where try looking.attempt({ try looking.store.positions(ofSubject: "item:\(item)") }).isEmpty {
            throw looking.unknownItem(item)
        }
    }

    /// Shows what is there, then what comes, until the reader goes away or somebody ends it.
    mutating func follow() async throws(ToolFailure) {
        looking.console.output.flushesEachLine = true
        // Counted before what is there is shown, so that nothing falls between.
        var next = try looking.recordCount()
        try run()
        looking.console.output.flush()
        let signals = RunSignals()
        let (store, start) = (looking.store, next)
        let tasks = [
            Task { for await count in store.follow(from: start) { signals.tell { $0.count = count } } },
            // A reader that goes away while nothing happens is noticed too.
            Task { while (try? await Task.sleep(for: .seconds(1))) != nil { signals.tell { _ in } } },
        ]
        defer { for task in tasks { task.cancel() } }
        for await _ in signals.wakes {
            let count = max(next, signals.seen.count)
            try visit(next..<count, newestFirst: false) { record, line throws(ToolFailure) in
                try show(record, line)
                return !looking.console.output.isEnded
            }
            next = count
            if looking.console.output.isEnded || looking.console.output.isReaderGone { return }
        }
    }

    private func range() throws(ToolFailure) -> Range<UInt64> {
        var low = request.from ?? 0
        var high = try looking.recordCount()
        if let since = request.since { low = max(low, try looking.first(since)) }
        if let until = request.until { high = min(high, try looking.count(looking.point(until))) }
        if let to = request.to { high = min(high, to + 1) }
        return min(low, high)..<high
    }

    /// Calls `body` with each record that fits, and its line of text where that had to be made.
    private func visit(
        _ range: Range<UInt64>, newestFirst: Bool,
        _ body: (Record, String?) throws(ToolFailure) -> Bool
    ) throws(ToolFailure) {
        func offer(_ record: Record) throws(ToolFailure) -> Bool {
            let (fits, line) = try fits(record)
            return fits ? try body(record, line) : true
        }
        guard !subjects.isEmpty else {
            return try looking.records(range, newestFirst: newestFirst) { record throws(ToolFailure) in
                try offer(record)
            }
        }
        var positions: [UInt64] = []
        for subject in subjects {
            positions += try looking.attempt { try looking.store.positions(ofSubject: subject) }.filter(range.contains)
        }
        positions.sort(by: newestFirst ? { $0 > $1 } : { $0 < $1 })
        for position in positions where try !offer(try looking.record(at: position).record) { return }
    }

    /// What the record itself tells.
    private static func fits(_ record: Record, _ request: LogVerb.Request) -> Bool {
        guard request.types.isEmpty || request.types.contains(where: { $0.name == record.event.typeName }) else {
            return false
        }
        guard !request.actors.isEmpty else { return true }
        return record.actor.kind.known.map(request.actors.contains) ?? false
    }

    private func fits(_ record: Record) throws(ToolFailure) -> (Bool, String?) {
        guard Self.fits(record, request) else { return (false, nil) }
        guard let text else { return (true, nil) }
        let line = try self.line(of: record)
        return (line.lowercased().contains(text), line)
    }

    private func line(of record: Record) throws(ToolFailure) -> String {
        RecordObject.text(
            record, subject: try looking.subject(of: record), privatePart: try looking.privatePart(of: record),
            looking.zone)
    }

    private func show(_ record: Record, _ line: String?) throws(ToolFailure) {
        let console = looking.console
        if console.isJSON {
            let subject = try looking.subject(of: record)
            let privatePart = try looking.privatePart(of: record)
            console.data { RecordObject.write(record, subject: subject, privatePart: privatePart, into: &$0) }
        } else {
            let shown = if let line { line } else { try self.line(of: record) }
            console.output.line(console.style.text(shown))
        }
    }
}
