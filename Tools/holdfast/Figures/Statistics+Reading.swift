import Holdfast
import HoldfastModel

extension Statistics {
    /// - Parameter filter: `nil` for all items.
    static func read(_ range: AskedRange, _ filter: ItemFilter?, _ looking: Looking) throws(ToolFailure) -> Statistics {
        var statistics = Statistics(range: range)
        let isWhole = range.positions.lowerBound == 0
        var ledger =
            try isWhole ? LedgerFigures(filter) : looking.read(at: range.start) { try LedgerFigures(upTo: $0, filter) }
        let before = try isWhole ? Totals() : looking.read(at: range.start) { try $0.totals() }
        let installed = try isWhole ? [] : looking.read(at: range.start) { try Self.installed($0, filter) }
        let after = try looking.read(at: range.end) { reader in
            try ledger.add(reader, looking.zone)
            return try reader.totals()
        }
        if let filter {
            statistics.downloads = try downloads(of: filter, range, looking)
        } else {
            statistics.downloads = Downloads(from: before, to: after)
            statistics.surroundings = try Surroundings(range, looking)
        }
        var recorded = RecordFigures(installed: installed)
        try walk(range, filter, looking) { record throws(ToolFailure) in
            try recorded.take(record) { position throws(ToolFailure) in try looking.record(at: position).record }
        }
        recorded.finish()
        statistics.take(ledger, recorded, looking.zone)
        return statistics
    }

    private mutating func take(_ ledger: LedgerFigures, _ recorded: RecordFigures, _ zone: TimeZoneRules) {
        attempts = ledger.attempts
        bytes = Bytes(resumed: ledger.resumed, saved: ledger.saved, discarded: recorded.discardedBytes)
        failures = ledger.failures
        interruptions = ledger.interruptions
        hosts = ledger.hosts
        removals = ledger.removals
        self.recorded = recorded
        storage = StorageHistory.slices(recorded, range)
        var days = ledger.days
        for time in recorded.requests { days.change(time, zone) { $0.requested += 1 } }
        self.days = days.sorted
    }

    /// The records that no table tells of: all of their types, or those of the items alone.
    private static func walk(
        _ range: AskedRange, _ filter: ItemFilter?, _ looking: Looking, _ body: (Record) throws(ToolFailure) -> Void
    ) throws(ToolFailure) {
        guard let filter else {
            return try looking.records(range.positions, of: RecordFigures.types) { record throws(ToolFailure) in
                try body(record)
                return true
            }
        }
        for position in try filter.positions(in: range.positions, looking) {
            try body(looking.record(at: position).record)
        }
    }

    /// Of named items: the fold of their own records, which tells how their requests began and ended.
    private static func downloads(
        of filter: ItemFilter, _ range: AskedRange, _ looking: Looking
    ) throws(ToolFailure) -> Downloads {
        var state = MemoryState()
        var before = Totals()
        for position in try filter.positions(in: 0..<range.positions.upperBound, looking) {
            if position < range.positions.lowerBound {
                state.apply(try looking.record(at: position).record)
                before = state.totals()
            } else {
                state.apply(try looking.record(at: position).record)
            }
        }
        return Downloads(from: before, to: state.totals())
    }

    private static func installed(
        _ reader: StateReader, _ filter: ItemFilter?
    ) throws -> [(item: UInt64, bytes: Int64)] {
        var found: [(item: UInt64, bytes: Int64)] = []
        func add(_ item: Item) {
            if let installed = item.installed, !installed.isMissing { found.append((item.number, installed.bytes)) }
        }
        if let filter {
            for number in filter.numbers { try reader.view.item(number).map(add) }
        } else {
            try reader.view.walkItems(after: nil) {
                add($0)
                return true
            }
        }
        return found
    }
}

extension Statistics.Downloads {
    fileprivate init(from before: Totals, to after: Totals) {
        requested = after.requested &- before.requested
        completed = after.completed &- before.completed
        cancelled = after.cancelled &- before.cancelled
        (wanted, failed, paused) = (after.wanted, after.failed, after.paused)
    }
}
