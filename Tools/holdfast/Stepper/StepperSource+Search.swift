import Holdfast
import HoldfastModel

extension StepperSource {
    /// Where a search ended.
    enum Found: Equatable {
        /// The number of records up to the one that was found.
        case at(UInt64)
        case nothing
        case stopped
    }

    /// The next record whose line holds the text.
    ///
    /// - Parameter goesOn: asked now and then.
    func find(
        _ text: String, from count: UInt64, isForward: Bool, goesOn: () -> Bool
    ) throws(ToolFailure) -> Found {
        let head = try looking.recordCount()
        let range = isForward ? min(count, head)..<head : 0..<(count > 0 ? count - 1 : 0)
        let sought = text.lowercased()
        var found = Found.nothing
        try looking.records(range, newestFirst: !isForward) { record throws(ToolFailure) in
            guard record.position % Self.askedCount != 0 || goesOn() else {
                found = .stopped
                return false
            }
            guard try line(of: record).lowercased().contains(sought) else { return true }
            found = .at(record.position + 1)
            return false
        }
        return found
    }

    /// As `log` shows it, with the sentence behind it.
    private func line(of record: Record) throws(ToolFailure) -> String {
        RecordObject.text(
            record, subject: try looking.subject(of: record), privatePart: try looking.privatePart(of: record),
            looking.zone) + "  " + Sentence(record: record, zone: looking.zone).text
    }

    /// The next record of the item.
    func ownItem(_ id: String, from count: UInt64, isForward: Bool) throws(ToolFailure) -> Found {
        let positions = try looking.attempt {
            isForward
                ? try looking.store.positions(ofSubject: "item:" + id, from: count, limit: 1)
                : try looking.store.positions(ofSubject: "item:" + id, newestFirst: true)
        }
        let found = isForward ? positions.first : positions.first { $0 + 1 < count }
        return found.map { .at($0 + 1) } ?? .nothing
    }

    /// The next position after which a condition begins to hold; one that asks about the event, each that fits.
    func run(
        _ breaks: [Predicate], from count: UInt64, isForward: Bool, goesOn: () -> Bool
    ) throws(ToolFailure) -> Found {
        guard !isForward else {
            var found = Found.nothing
            try turns(of: breaks, in: count..<(try looking.recordCount()), goesOn) {
                found = $0
                return false
            }
            return found
        }
        // Backward in stretches that grow: each is walked forward, and its last turn counts.
        var end = count > 0 ? count - 1 : 0
        var length = Self.stretchCount
        while end > 0 {
            let start = end - min(end, length)
            var found = Found.nothing
            try turns(of: breaks, in: start..<end, goesOn) {
                found = $0
                return $0 != .stopped
            }
            if found != .nothing { return found }
            (end, length) = (start, length * 2)
        }
        return .nothing
    }

    /// Calls `body` with each turn until it returns false, and with `stopped` when it was told to stop.
    private func turns(
        of breaks: [Predicate], in range: Range<UInt64>, _ goesOn: () -> Bool, _ body: (Found) -> Bool
    ) throws(ToolFailure) {
        var held = [Bool](repeating: false, count: breaks.count)
        // What holds before the first record must end before it can begin.
        try read(after: range.lowerBound) { reader in
            let record = range.lowerBound > 0 ? try looking.store.record(at: range.lowerBound - 1) : nil
            let scene = ExpressionScene(view: reader.view, record: record?.record, subject: record?.subject)
            held = try breaks.map { try $0.holds(scene) }
        }
        try looking.attempt {
            try walk.fold(range) { record, state in
                guard record.position % Self.askedCount != 0 || goesOn() else {
                    _ = body(.stopped)
                    return false
                }
                let scene = ExpressionScene(view: state, record: record, subject: try looking.subject(of: record))
                let holds = try breaks.map { try $0.holds(scene) }
                let turned = breaks.indices.contains { holds[$0] && (!held[$0] || breaks[$0].asksForEvent) }
                held = holds
                return !turned || body(.at(record.position + 1))
            }
        }
    }

    private static let askedCount: UInt64 = 1_024
    private static let stretchCount: UInt64 = 4_096
}
