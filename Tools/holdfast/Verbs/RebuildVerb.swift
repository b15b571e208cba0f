import Holdfast
import HoldfastModel

/// `rebuild`
enum RebuildVerb {
    static let description = CommandDescription(
        name: "rebuild", group: .keep, summary: "Build the stored tables anew from the records",
        discussion: [
            "Tables are what makes looking quick; all that is in them follows from the records. Those of another version, and rows that "
                + "cannot be read, are built anew by themselves; this does it for tables that 'verify' found wrong. The records stay as "
                + "they are. It needs the store for itself.",
            "With --check nothing is written: it says what is stored, and ends with 1 where a table is behind by more than a look folds "
                + "at once. 'verify' compares every row.",
        ],
        options: [.flag("check", nil, "only say what is stored")],
        objects: [
            ObjectDescription(
                title: "a line for each table",
                keys: [
                    ("table", "its name"), ("version", "of its rows"), ("records", "that it covers"), ("rows", "in it"),
                    ("fingerprint", "of the rows: the same rows have the same"),
                ])
        ],
        examples: [
            .init(line: "holdfast rebuild", purpose: "After 'verify' found a table wrong."),
            .init(line: "holdfast rebuild --check", purpose: "What is stored, with fingerprints."),
        ],
        run: { invocation async throws(ToolFailure) in
            if !invocation.meaning.has("check") {
                try await OwnEngine.lend(invocation, rebuilding: true) { _ throws(HoldfastError) in }
            }
            let looking = try Looking(invocation)
            let tables = try looking.attempt { try looking.store.projections() }
            show(tables, looking.console)
            let tail = try looking.recordCount() - (tables.map(\.recordCount).min() ?? 0)
            guard tail > foldedAtOnceMax else { return .done }
            throw ToolFailure(
                .answerIsNo,
                "the tables are behind by \(PluralText.count(tail, "record")): each look folds these anew.",
                advice: "'holdfast rebuild' builds them; so does 'holdfast run'.")
        })

    /// As many are folded in some tens of milliseconds.
    private static let foldedAtOnceMax: UInt64 = 131_072

    private static func show(_ tables: [StoredProjection], _ console: Console) {
        guard !console.isJSON else {
            for table in tables {
                var line = JSONLine()
                line.add("table", table.projection.name)
                line.add("version", Int64(table.projection.version))
                line.add("records", table.recordCount)
                line.add("rows", table.rowCount)
                line.add("fingerprint", table.fingerprint)
                console.data(line)
            }
            return
        }
        var columns = Table([
            .init(title: "TABLE"), .init(title: "RECORDS", alignsRight: true), .init(title: "ROWS", alignsRight: true),
            .init(title: "FINGERPRINT", isFlexible: true, minimum: 8),
        ])
        for table in tables {
            columns.add([
                .init("\(table.projection.name)@\(table.projection.version)"), .init("\(table.recordCount)"),
                .init("\(table.rowCount)"), .init(table.fingerprint, .dim),
            ])
        }
        for line in columns.lines(in: console.style) { console.output.line(line) }
    }
}
