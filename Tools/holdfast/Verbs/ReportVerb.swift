import Holdfast
import HoldfastModel

/// `report`
enum ReportVerb {
    static let description = CommandDescription(
        name: "report", group: .audit, summary: "A page that shows what happened, at any moment",
        discussion: [
            "Writes one HTML file that holds everything it needs. It asks no network for anything, and opens from a disk or a mail: "
                + "the connection over time, every transfer, failures by reason and by host, storage, each item with its history and "
                + "what a screen showed for it, and a scrubber that goes back to any moment.",
            "The page shows the state that the log was folded to here; it folds nothing itself. It shows the log as it was when the "
                + "report was begun, also beside an engine that goes on writing.",
            "It holds titles and addresses, as the store does. With --redact it holds none, nor names of hosts and files, nor the "
                + "store's own path; ids stay, and hosts are told apart by number.",
            "With --since the page begins at that point, with the state as it was then; with --until it ends there.",
        ],
        options: [
            .value("output", "o", "FILE", "the file to write; - is stdout"),
            .flag("force", nil, "replace a file that is there"),
            .flag("redact", nil, "no titles, addresses or names of hosts and files"),
            .value("since", nil, "POINT", "begin there ('help times')"),
            .value("until", nil, "POINT", "end there"),
        ],
        objects: [
            ObjectDescription(
                title: "one line",
                keys: [
                    ("file", "the path written"), ("bytes", "its size"), ("events", "records that it tells of"),
                    ("items", "items that it tells of"), ("isRedacted", "true or false"),
                ])
        ],
        examples: [
            .init(line: "holdfast report -o report.html", purpose: "All of it."),
            .init(line: "holdfast report --redact --since -7d -o week.html", purpose: "A week, fit to be passed on."),
            .init(line: "holdfast report -o -", purpose: "To stdout, for a pipe."),
        ],
        run: { invocation async throws(ToolFailure) in
            let request = try request(invocation.meaning)
            let looking = try Looking(invocation)
            let range = try range(request, looking)
            let file = request.isStandardOutput ? nil : try ReportFile(request.file, replaces: request.replaces)
            do throws(ToolFailure) {
                let whole = try range == 0..<looking.recordCount()
                let reading = try await read(range, request, looking)
                let html = try looking.attempt {
                    try ReportPage.html(data: ReportData(reading, isWhole: whole, looking).bytes())
                }
                guard let file else {
                    looking.console.output.line(String(decoding: html, as: UTF8.self))
                    return .done
                }
                try file.write(html, replaces: request.replaces)
                tell(request, html.count, reading, looking)
                return .done
            } catch {
                file?.discard()
                throw error
            }
        })

    struct Request: Sendable, Equatable {
        var file: String
        var replaces = false
        var isRedacted = false
        var since: PointInTime?
        var until: PointInTime?

        var isStandardOutput: Bool { file == "-" }
    }

    static func request(_ meaning: Meaning) throws(ToolFailure) -> Request {
        guard let file = meaning.text("output"), !file.isEmpty else {
            throw meaning.usage("say where the page goes.", suggestion: "Write -o report.html, or -o - for stdout.")
        }
        let request = Request(
            file: file, replaces: meaning.has("force"), isRedacted: meaning.has("redact"),
            since: try meaning.point(option: "since"), until: try meaning.point(option: "until"))
        guard !(request.isStandardOutput && meaning.has("json")) else {
            throw meaning.usage("-o - and --json both mean stdout, and one of them can have it.")
        }
        return request
    }

    /// The records to tell of. Counted once: what is written from now on is not told.
    private static func range(_ request: Request, _ looking: Looking) throws(ToolFailure) -> Range<UInt64> {
        let end = try looking.count(looking.point(request.until))
        guard let since = request.since else { return 0..<end }
        let count = try looking.count(looking.point(since, .lower))
        // A record that is named is told of; a time begins behind the last record before it.
        let isTime = if case .time = since { true } else { false }
        let start = isTime || count == 0 ? count : count - 1
        guard start <= end else { throw looking.usage("--since stands behind --until.", of: description) }
        return start..<end
    }

    private static func read(
        _ range: Range<UInt64>, _ request: Request, _ looking: Looking
    ) async throws(ToolFailure) -> ReportReading {
        let source = ReportSource(
            store: looking.store, range: range, isRedacted: request.isRedacted, phrases: looking.phrases,
            zone: looking.zone)
        let result: Result<ReportReading, any Error>
        do { result = .success(try await ReportReading(source)) } catch { result = .failure(error) }
        return try looking.attempt { try result.get() }
    }

    private static func tell(_ request: Request, _ bytes: Int, _ reading: ReportReading, _ looking: Looking) {
        let events = UInt64(reading.rows.records.count)
        let items = reading.rows.itemCount
        guard !looking.console.isJSON else {
            var line = JSONLine()
            line.add("file", request.file)
            line.add("bytes", Int64(bytes))
            line.add("events", events)
            line.add("items", items)
            line.add("isRedacted", request.isRedacted)
            return looking.console.data(line)
        }
        let privacy =
            request.isRedacted
            ? "Titles, addresses and names of hosts and files were left out; ids were not."
            : "It holds titles and addresses; --redact leaves them out."
        looking.console.say(
            "\(request.file): \(ByteText.format(Int64(bytes))), \(PluralText.count(events, "record")), "
                + "\(PluralText.count(items, "item")). \(privacy)")
    }
}
