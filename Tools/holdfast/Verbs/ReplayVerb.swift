import Glibc
import Holdfast
import HoldfastModel

/// `replay`
enum ReplayVerb {
    struct Request: Sendable {
        /// Thousandths of life's speed; `nil` is as fast as it goes.
        var speed: Int64?
        var from: PointInTime?
        var to: PointInTime?
        var at: PointInTime?
        var isStepped = false
        /// Only records after which it holds; a breakpoint of the stepper.
        var condition: Predicate?
    }

    static let description = CommandDescription(
        name: "replay", group: .audit, summary: "Walk the log and print what each event changed",
        discussion: [
            "Replaying changes nothing: it folds the events in memory. Each record is told with the fields that it changed, "
                + "before and after.",
            "With --step it is shown on a full screen, a record at a time, with what it changed, its item, the queue and the "
                + "environment: forward and back, to a position or time, to an item's next record, to text, or on to a "
                + "breakpoint. --at or --from is where it begins, --where sets the first breakpoint, ? shows the keys.",
        ],
        options: [
            .flag("step", nil, "a record at a time on a full screen; ? helps there"),
            .value(
                "where", nil, "EXPR", "records after which it holds ('help expressions')"),
            .value("speed", nil, "FACTOR", "1 is as it happened, 60 a minute a second"),
            .value("from", nil, "POINT", "begin there ('help times')"),
            .value("to", nil, "POINT", "end there"),
            .value("at", nil, "POINT", "this record only"),
        ],
        objects: [
            ObjectDescription(
                title: "a line for each record",
                keys: ChangedRecord.keys + [ChangedRecord.changesKey])
        ],
        examples: [
            .init(line: "holdfast replay --from session:-1", purpose: "The session before the last, and the last."),
            .init(line: "holdfast replay --step --at yesterday", purpose: "On a full screen, from there on."),
            .init(line: "holdfast replay --speed 60 --from today", purpose: "Today, a minute a second."),
        ],
        run: { invocation async throws(ToolFailure) in
            let request = try request(invocation.meaning)
            if request.isStepped { try StepperTerminal.check(invocation.meaning.environment) }
            let looking = try Looking(invocation)
            if request.isStepped { return try step(request, looking, invocation.meaning.environment) }
            let range = try range(request, looking)
            if request.speed == nil {
                looking.console.allowPager()
            } else {
                looking.console.output.flushesEachLine = true
            }
            var replayer = try Replayer(range, looking, knowsAll: request.condition != nil)
            var last: Int64?
            try looking.records(replayer.start..<range.upperBound) { record throws(ToolFailure) in
                let changes = replayer.step(record, isWanted: record.position >= range.lowerBound)
                guard record.position >= range.lowerBound else { return true }
                let subject = try looking.subject(of: record)
                if let condition = request.condition {
                    let holds = try looking.attempt { try replayer.holds(condition, record, subject) }
                    guard holds else { return true }
                }
                if let speed = request.speed { pause(record.recordedAt, after: last, speed) }
                last = record.recordedAt
                tell(ChangedRecord(record, subject: subject, changes), looking)
                return !looking.console.output.isEnded
            }
            return .done
        })

    private static func step(
        _ request: Request, _ looking: Looking, _ environment: EnvironmentVariables
    ) throws(ToolFailure) -> ExitCode {
        let start = request.at ?? request.from
        let count = start == nil ? min(1, try looking.recordCount()) : try looking.count(looking.point(start, .lower))
        return try Stepper.run(
            looking, from: count, breaks: request.condition.map { [$0] } ?? [], environment)
    }

    private static func range(_ request: Request, _ looking: Looking) throws(ToolFailure) -> Range<UInt64> {
        if let at = request.at {
            let end = try looking.count(looking.point(at))
            return (end == 0 ? 0 : end - 1)..<end
        }
        let end = try looking.count(looking.point(request.to))
        guard let from = request.from else { return 0..<end }
        // From a position on includes it; from a time on begins behind the last record before it.
        let start = try looking.count(looking.point(from, .lower))
        let isTime = if case .time = from { true } else { false }
        let first = isTime || start == 0 ? start : start - 1
        guard first < end || start == 0 || (isTime && first == end) else {
            throw looking.usage("--from stands behind --to.", of: description)
        }
        return min(first, end)..<end
    }

    /// Waits as long as life did, times a factor; at most a minute.
    private static func pause(_ time: Int64, after last: Int64?, _ speed: Int64) {
        guard let last, time > last else { return }
        let wait = min(60_000_000, Double(time.subtractingClamped(last)) * 1000 / Double(speed))
        var length = timespec(tv_sec: Int(wait / 1_000_000), tv_nsec: Int(wait) % 1_000_000 * 1000)
        var left = timespec()
        while nanosleep(&length, &left) != 0, errno == EINTR { length = left }
    }

    private static func tell(_ changed: ChangedRecord, _ looking: Looking) {
        guard looking.console.isJSON else { return changed.show(looking) }
        var line = JSONLine()
        changed.write(to: &line)
        changed.writeChanges(to: &line)
        looking.console.data(line)
    }

    static func request(_ meaning: Meaning) throws(ToolFailure) -> Request {
        let request = Request(
            speed: try meaning.value("speed", NumberText.speed),
            from: try meaning.point(option: "from"), to: try meaning.point(option: "to"),
            at: try meaning.point(option: "at"), isStepped: meaning.has("step"),
            condition: try meaning.predicate(option: "where"))
        if request.isStepped, request.speed != nil || request.to != nil || meaning.has("json") {
            throw meaning.usage(
                "--step shows a screen of the whole log, which does not go with --speed, --to or --json.")
        }
        guard request.at == nil || (request.from == nil && request.to == nil) else {
            throw meaning.usage("--at means one record, which does not go with --from or --to.")
        }
        return request
    }
}
