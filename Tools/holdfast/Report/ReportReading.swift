import Holdfast
import HoldfastModel

/// All that the page shows. Step 0 is the state before the first record, each further step a record.
struct ReportReading {
    let source: ReportSource
    let rows: RowTrace
    let affordances: AffordanceTrace

    /// Folds the log twice at the same time: what items show takes as long as all the rest.
    init(_ source: ReportSource) async throws {
        async let shown = AffordanceTrace(folding: source)
        rows = try RowTrace(folding: source)
        affordances = try await shown
        self.source = source
    }
}
