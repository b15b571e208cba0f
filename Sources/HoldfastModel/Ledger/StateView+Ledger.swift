extension StateView {
    /// Entries of the timeline that hold at some moment between two times in microseconds since 1970 UTC, in the order of the log.
    ///
    /// The first may have begun before `start`.
    package func timeline(from start: Int64?, to end: Int64?) throws -> [TimelineEntry] {
        var entries: [TimelineEntry] = []
        var before: TimelineEntry?
        try walkLedger(TimelineEntry.self, from: nil) { entry in
            if let start, entry.recordedAt < start {
                before = entry
                return true
            }
            defer { before = nil }
            if let before { entries.append(before) }
            if end.map({ entry.recordedAt <= $0 }) ?? true { entries.append(entry) }
            return true
        }
        if let before { entries.append(before) }
        return entries
    }

    /// Attempts that are over, in the order in which they started, after the one of the given id.
    ///
    /// - Parameter item: only those of the item with this number. Found by a walk over the attempts since it was registered.
    package func attempts(of item: UInt64?, after id: UInt64?, limit: Int) throws -> [EndedAttempt] {
        var attempts: [EndedAttempt] = []
        guard limit > 0 else { return attempts }
        let start = max(id.map { $0 == .max ? .max : $0 + 1 } ?? 0, item ?? 0)
        try walkLedger(EndedAttempt.self, from: start) { ended in
            if item == nil || ended.item == item { attempts.append(ended) }
            return attempts.count < limit
        }
        return attempts
    }

    /// Requests to remove a file, in order.
    package func deletions(of item: UInt64?) throws -> [Deletion] {
        var deletions: [Deletion] = []
        try walkLedger(Deletion.self, from: item) { deletion in
            if item == nil || deletion.item == item { deletions.append(deletion) }
            return true
        }
        return deletions
    }
}
