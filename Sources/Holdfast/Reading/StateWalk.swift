internal import HoldfastLog

/// The states along a log, one after another and back again: for stepping through it.
///
/// A state is folded from the nearest state before it that is kept, or read over the stored tables where that is much nearer.
/// Kept are states at doubling distances before the last one read: a step back folds a few records at most, and memory grows
/// with the logarithm of the log's length.
package final class StateWalk {
    private let store: OfflineStore
    /// In ascending order of their counts.
    private var kept: [Kept] = []

    /// Records that were folded in memory, for tests.
    private(set) var foldedCount: UInt64 = 0
    var keptCount: Int { kept.count }

    private struct Kept {
        /// Number of records that the state is a fold of.
        let count: UInt64
        let rows: Overlay
    }

    /// More records are not folded to reach a state that the tables have: each look at those folds some ten thousand, and leaves nothing
    /// behind that makes the next one cheaper.
    private let foldedMax: UInt64
    /// States kept among those whose distances have the same number of binary digits.
    private static let keptOfDistanceMax = 2

    package init(_ store: OfflineStore, foldedMax: UInt64 = 262_144) {
        (self.store, self.foldedMax) = (store, foldedMax)
    }

    /// Lends the state after so many records; what waits is told against the time of the last of them.
    package func read<Value>(
        after count: UInt64, _ body: (StateReader) throws -> Value
    ) throws(HoldfastError) -> Value {
        do {
            if distance(to: count) > foldedMax {
                do {
                    if let value = try store.readOverTables(after: count, body) { return value }
                } catch is DamagedRow {
                } catch LogError.unreadable {}
            }
            return try body(store.reader(folded: try rows(after: count), after: count))
        } catch {
            throw HoldfastError(error)
        }
    }

    /// Calls `body` with each record of the range and the state after it, until it returns false.
    package func fold(
        _ range: Range<UInt64>, _ body: (Record, MemoryState) throws -> Bool
    ) throws(HoldfastError) {
        do {
            var state = MemoryState(try rows(after: range.lowerBound))
            try store.records(range) { record in
                state.apply(record)
                return try body(record, state)
            }
        } catch {
            throw HoldfastError(error)
        }
    }

    private func distance(to count: UInt64) -> UInt64 {
        count - (kept.last { $0.count <= count }?.count ?? 0)
    }

    private func rows(after count: UInt64) throws -> Overlay {
        let start = kept.last { $0.count <= count }
        if let start, start.count == count { return start.rows }
        var fold = StateFold(start?.rows ?? Overlay())
        let first = start?.count ?? 0
        var marks = Self.marks(from: first, to: count)[...]
        var found: [Kept] = []
        var failure: (any Error)?
        try store.log.scan(first..<count) { position, bytes throws(LogError) in
            do {
                try fold.apply(stored: bytes, at: position)
                if position + 1 == marks.first {
                    marks.removeFirst()
                    fold.withRows { found.append(Kept(count: position + 1, rows: $0)) }
                }
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
        foldedCount += count - first
        let rows = fold.finish()
        keep(found + [Kept(count: count, rows: rows)])
        return rows
    }

    /// Counts between the two at doubling distances before the second, ascending.
    private static func marks(from first: UInt64, to count: UInt64) -> [UInt64] {
        var marks: [UInt64] = []
        var distance: UInt64 = 1
        while distance < count - first {
            marks.append(count - distance)
            distance *= 2
        }
        return marks.reversed()
    }

    /// - Parameter new: ascending; the last is the state that was asked for.
    private func keep(_ new: [Kept]) {
        guard let count = new.last?.count else { return }
        let before = kept.filter { state in state.count < count && !new.contains { $0.count == state.count } } + new
        var counted: [Int: Int] = [:]
        kept = before.sorted { $0.count > $1.count }.filter { state in
            let digits = UInt64.bitWidth - (count - state.count).leadingZeroBitCount
            counted[digits, default: 0] += 1
            return counted[digits, default: 0] <= Self.keptOfDistanceMax
        }.reversed()
    }
}
