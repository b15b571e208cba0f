internal import HoldfastLog

/// Finds positions by time. `recordedAt` never falls within a segment; a segment begins at the log's start and at each `clockJumped`.
extension LogSnapshot {
    borrowing func position(at time: Int64) throws -> ChosenPosition {
        var chosen: UInt64?
        var fits = 0
        let starts = count > 0 ? [0] + (try segments()) : []
        for (index, start) in starts.enumerated().reversed() {
            let end = index + 1 < starts.count ? starts[index + 1] : count
            guard let found = try last(in: start..<end, notAfter: time) else { continue }
            // An older segment that had ended before the time is no second answer.
            if chosen == nil || found + 1 < end { fits += 1 }
            chosen = chosen ?? found
        }
        return ChosenPosition(position: chosen, isAmbiguous: fits > 1)
    }

    private borrowing func last(in range: Range<UInt64>, notAfter time: Int64) throws -> UInt64? {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            let envelope = try RecordEnvelope(decoding: try record(at: middle))
            if envelope.recordedAt <= time { low = middle + 1 } else { high = middle }
        }
        return low > range.lowerBound ? low - 1 : nil
    }
}
