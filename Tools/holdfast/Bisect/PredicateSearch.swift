import Holdfast
import HoldfastModel

/// Finds the first position after which a predicate holds, in one walk over the log: exact also where it turns more than once.
struct PredicateSearch {
    let predicate: Predicate
    let looking: Looking

    /// - Parameter range: the records whose states are asked about; it must not hold before the first of them.
    func run(_ range: Range<UInt64>) throws(ToolFailure) -> UInt64 {
        var state = MemoryState()
        var found: UInt64?
        if range.lowerBound == 0 { try checkBeginning(ExpressionScene(view: state), nil) }
        try looking.records(0..<range.upperBound) { record throws(ToolFailure) in
            state.apply(record)
            guard record.position + 1 >= range.lowerBound else { return true }
            let scene = ExpressionScene(view: state, record: record, subject: try looking.subject(of: record))
            guard record.position >= range.lowerBound else {
                try checkBeginning(scene, record.position)
                return true
            }
            guard try looking.attempt({ try predicate.holds(scene) }) else { return true }
            found = record.position
            return false
        }
        guard let found else { throw never(range, state) }
        return found
    }

    private func checkBeginning(_ scene: ExpressionScene, _ position: UInt64?) throws(ToolFailure) {
        guard try looking.attempt({ try predicate.holds(scene) }) else { return }
        throw ToolFailure(
            .answerIsNo,
            "it holds at the beginning already: " + (position.map { "after #\($0)." } ?? "in the empty state."),
            advice: "Begin elsewhere with --from, or ask when it ends: --where '!(\(predicate.text))'.")
    }

    /// A name that no item has is more likely a slip than an answer.
    private func never(_ range: Range<UInt64>, _ state: MemoryState) -> ToolFailure {
        if let unknown = predicate.items.first(where: { state.number(ofItem: $0) == nil }) {
            return looking.unknownItem(unknown)
        }
        return ToolFailure(
            .answerIsNo,
            range.isEmpty
                ? "it never holds: there are no records to look at."
                : "it never holds from #\(range.lowerBound) to #\(range.upperBound - 1).")
    }
}
