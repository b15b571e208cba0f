import Holdfast
import HoldfastModel

/// `queue`
enum QueueVerb {
    static let description = CommandDescription(
        name: "queue", group: .see, summary: "What is wanted, and what holds each item up",
        discussion: [
            "In the order in which downloads start, each with everything that holds it up and the next time at which "
                + "something happens by itself. Where no engine runs, nothing starts before 'holdfast run'."
        ],
        options: [.flag("all", nil, "all items, not only the first 50"), .watch],
        objects: [
            ObjectDescription(
                title: "a line for each wanted item, in order",
                keys: [
                    ("place", "1 is the next to start"), ("item", "its id"), ("title", "or null"),
                    ("priority", "-100 to 100"), ("transfer", "state of its transfer"),
                    ("blockers", "list of {code, needBytes, limitBytes, until}, the headline first"),
                    ("nextAt", "time at which something happens by itself, or null"),
                    (
                        "records",
                        "number of records in the log when it was looked at: all lines of a look have the same"
                    ),
                ])
        ],
        examples: [.init(line: "holdfast queue", purpose: "With every blocker.")],
        run: { invocation async throws(ToolFailure) in
            let looking = try Looking(invocation)
            let limit = invocation.meaning.has("all") ? Int.max : StatusVerb.shownCount
            return try await Watch.show(looking, again: invocation.meaning.has("watch")) { () throws(ToolFailure) in
                try sight(limit, looking)
            }
        })

    private static func sight(_ limit: Int, _ looking: Looking) throws(ToolFailure) -> Sight {
        let (entries, total, count) = try looking.read { reader in
            let isWorked = looking.isWorked(reader.environment())
            let reports = try reader.queue(limit: limit).map { item in
                let report = try reader.report(on: item, phrases: looking.phrases)
                return isWorked ? report : AtRest.told(report)
            }
            let entries = reports.enumerated().map { Entry(place: $0 + 1, report: $1, isWorked: isWorked, reader) }
            return (entries, try reader.totals().wanted, reader.recordCount)
        }
        let rest = total - Int64(entries.count)
        let lines = looking.console.isJSON ? entries.map { $0.line(count).text } : table(entries, looking)
        return Sight(lines: lines, restCount: rest)
    }

    private struct Entry {
        var place: Int
        var report: ItemReport
        /// When something happens by itself; `nil` when a change from outside is needed.
        var nextAt: Int64?

        let isWorked: Bool

        init(place: Int, report: ItemReport, isWorked: Bool, _ reader: StateReader) {
            self.place = place
            self.isWorked = isWorked
            self.report = report
            let own = waitEnd(of: report.item, at: reader.now, device: reader.environment())
            nextAt = (report.blockers.compactMap(\.until) + (own.map { [$0] } ?? [])).filter { $0 > reader.now.wall }
                .min()
        }

        func line(_ count: UInt64) -> JSONLine {
            var line = JSONLine()
            line.add("place", Int64(place))
            line.add("item", report.item.id)
            line.add("title", report.title)
            line.add("priority", report.item.intent?.priority)
            line.add("transfer", TransferWord.text(report.item.transfer))
            line.add("blockers", blockers: report.blockers)
            line.add("nextAt", time: nextAt)
            line.add("records", count)
            return line
        }
    }

    private static func table(_ entries: [Entry], _ looking: Looking) -> [String] {
        guard !entries.isEmpty else { return ["Nothing is wanted."] }
        var table = Table([
            .init(title: "#", alignsRight: true), .init(title: "ITEM", isFlexible: true), .init(title: "STATE"),
            .init(title: "NEXT"), .init(title: "HELD UP BY", isFlexible: true, minimum: 24),
        ])
        for entry in entries {
            let affordance = entry.report.affordance
            let reasons = WaitText.reasons(
                entry.report, isWorked: entry.isWorked, now: looking.now, looking.zone)
            let next = entry.nextAt.map { LocalTime.brief($0, now: looking.now, looking.zone) } ?? "-"
            table.add([
                .init("\(entry.place)"), .init(entry.report.item.id),
                .init(affordance.label, icon: affordance.icon?.symbol), .init(next), .init(reasons.first ?? "-"),
            ])
            for reason in reasons.dropFirst() {
                table.add([.init(""), .init(""), .init(""), .init(""), .init(reason)])
            }
        }
        return table.lines(in: looking.console.style)
    }
}
