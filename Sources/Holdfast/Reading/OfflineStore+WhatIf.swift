internal import HoldfastLog

extension OfflineStore {
    /// What would have been different in the recorded history under other settings.
    ///
    /// Which downloads would have waited or gone on earlier, how long, and over which kinds of network their bytes would have moved; what
    /// the history cannot tell is listed. Nothing is written. It reads the log once, in batches; memory grows with the items and with
    /// the downloads that go another way, not with the records.
    /// - Parameters:
    ///   - changes: stand for the whole time, whatever was set; what was set for an item alone, and permissions given with a request,
    ///     stand above a change for all.
    ///   - from: the state in which they begin to stand.
    ///   - to: the last state that is looked at.
    /// - Throws: `refused` for a change that could not be made; `noSuchPosition` past the head, or where `from` stands behind `to`.
    public func whatIf(
        _ changes: [SettingChange], from: LogPoint = .beginning, to: LogPoint = .head
    ) throws(HoldfastError) -> WhatIfReport {
        do {
            let head = try snapshotCount()
            let (start, end) = (try Self.count(from, head), try Self.count(to, head))
            guard start <= end else {
                throw HoldfastError(.noSuchPosition, "the history begins at \(start), behind its end at \(end)")
            }
            let last: LogPoint = end == 0 ? .beginning : .position(end - 1)
            let changed = try read(at: last) { try ChangedSettings(changes, in: $0.view) }
            var fold = StateFold()
            try scan(0..<start) { position, bytes in try fold.apply(stored: bytes, at: position) }
            var whatIf = try WhatIf(
                changed, over: MemoryState(fold), from: start,
                privatePart: { [log] in try LiveRows(log: log).privatePart(at: $0) },
                itemRecords: { [log] item, from, body in try log.records(ofSubject: item, in: from..<end, body) })
            try scan(start..<end) { position, bytes in try whatIf.take(try Record(stored: bytes, at: position)) }
            return whatIf.finish()
        } catch {
            throw HoldfastError(error)
        }
    }

    private static func count(_ point: LogPoint, _ head: UInt64) throws -> UInt64 {
        switch point {
        case .head: return head
        case .beginning: return 0
        case .position(let position):
            guard position < head else { throw past(position, head) }
            return position + 1
        }
    }

    private func scan(_ range: Range<UInt64>, _ body: (UInt64, UnsafeRawBufferPointer) throws -> Void) throws {
        var failure: (any Error)?
        try log.scan(range) { position, bytes throws(LogError) in
            do { try body(position, bytes) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }
}

extension EventLog {
    /// Walks a subject's records until `body` returns false; some at a time, with no transaction open while `body` runs.
    fileprivate func records(ofSubject number: UInt64, in range: Range<UInt64>, _ body: (Record) -> Bool) throws {
        var next = range.lowerBound
        while next < range.upperBound {
            let records = try lend { snapshot in
                try snapshot.positions(ofSubject: number, in: next..<range.upperBound, limit: Self.recordsAtOnceMax).map
                {
                    try Record(stored: try snapshot.record(at: $0), at: $0)
                }
            }
            for record in records where !body(record) { return }
            guard records.count == Self.recordsAtOnceMax, let last = records.last else { return }
            next = last.position + 1
        }
    }

    private static var recordsAtOnceMax: Int { 256 }
}
