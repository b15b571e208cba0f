import HoldfastLMDB

/// A command that the log already holds.
package struct RecordedCommand: Sendable {
    /// Positions of its records.
    package let positions: Range<UInt64>
    /// Set while its commit is under way: await it before acknowledging. Nil when it is on disk.
    package let submission: Submission?
}

extension EventLog {
    /// Runs `body` in a snapshot of the last commit. Synchronous and short; nothing that it hands out may leave it.
    package func read<R: ~Copyable>(
        _ body: (borrowing LogSnapshot) throws(LogError) -> R
    ) throws(LogError) -> R {
        try read(mapping: { $0 }, body)
    }

    /// As `read`, for a caller with errors of its own.
    package func read<R: ~Copyable, E: Error>(
        mapping: (LogError) -> E, _ body: (borrowing LogSnapshot) throws(E) -> R
    ) throws(E) -> R {
        func inside(_ transaction: borrowing ReadTransaction) throws(E) -> R {
            let header: SnapshotHeader
            do throws(LogError) { header = try self.header(transaction) } catch { throw mapping(error) }
            return try body(LogSnapshot(log: self, transaction: transaction, header: header))
        }
        return try environment.read(mapping: { mapping(.storage($0)) }, inside)
    }

    /// The records of a command, counting queued ones; nil when it is unknown or older than the last 65,536.
    package func command(_ id: String) throws(LogError) -> RecordedCommand? {
        let queued: RecordedCommand? = try state.withLock { state throws(LogError) in
            if state.isBroken { throw .notResynchronised }
            guard !isReadOnly, let positions = state.tail.command(id) else { return nil }
            let submission = state.inFlight.values.first { $0.positions.contains(positions.lowerBound) }
            return RecordedCommand(positions: positions, submission: submission)
        }
        if let queued { return queued }
        return try read { snapshot throws(LogError) in
            try snapshot.command(id).map { RecordedCommand(positions: $0, submission: nil) }
        }
    }

    /// The number of a subject, counting queued records; nil when nothing named it.
    package func subjectNumber(_ text: String) throws(LogError) -> UInt64? {
        let queued: UInt64? = try state.withLock { state throws(LogError) in
            if state.isBroken { throw .notResynchronised }
            return isReadOnly ? nil : state.tail.number(of: text)
        }
        if let queued { return queued }
        return try read { snapshot throws(LogError) in try snapshot.subjectNumber(text) }
    }

    /// Calls `body` with each record of `range` (nil: all of them) in order until it returns false.
    ///
    /// For long walks and slow bodies: records are copied out in batches, and no transaction is open while `body` runs.
    /// Records are immutable, so the walk is exact although it uses several snapshots; it ends at the count that the
    /// log had at the start.
    package func scan(
        _ range: Range<UInt64>? = nil, isChecked: Bool = true,
        _ body: (UInt64, UnsafeRawBufferPointer) throws(LogError) -> Bool
    ) throws(LogError) {
        let count = try header().count
        let range = (range ?? 0..<count).clamped(to: 0..<count)
        var next = range.lowerBound
        let batch = UnsafeMutableRawBufferPointer.allocate(
            byteCount: LogLimits.scanSizeMaxInBytes + Layout.recordSizeMax, alignment: 16)
        defer { batch.deallocate() }
        var ends: [Int] = []
        while next < range.upperBound {
            ends.removeAll(keepingCapacity: true)
            // What comes before damage is sound and is handed out first.
            let failure = fill(batch, &ends, next..<range.upperBound, isChecked: isChecked)
            var start = 0
            for end in ends {
                if try !body(next, UnsafeRawBufferPointer(rebasing: batch[start..<end])) { return }
                start = end
                next += 1
            }
            if let failure { throw failure }
        }
    }

    /// Copies records of `range` until the batch is full.
    private func fill(
        _ batch: UnsafeMutableRawBufferPointer, _ ends: inout [Int], _ range: Range<UInt64>, isChecked: Bool
    ) -> LogError? {
        var filled = 0
        do throws(LogError) {
            try read { snapshot throws(LogError) in
                try snapshot.scan(range, isChecked: isChecked) { position, bytes throws(LogError) in
                    guard bytes.count <= batch.count - filled else {
                        throw .damaged(positions: position..<(position + 1), detail: "the record is too long")
                    }
                    UnsafeMutableRawBufferPointer(rebasing: batch[filled...]).copyMemory(from: bytes)
                    filled += bytes.count
                    ends.append(filled)
                    return ends.count < LogLimits.scanRowsMax && filled < LogLimits.scanSizeMaxInBytes
                }
            }
            return nil
        } catch {
            return error
        }
    }
}
