import HoldfastLMDB

extension EventLog {
    /// Queues new rows of the caller's tables together with the position that they cover; the log adds its own rows.
    ///
    /// - Parameters:
    ///   - tables: one list of changes for each table of the options, in their order; each key at most once.
    ///   - count: number of records that the rows are a fold of, at most `nextPosition`, never less than before.
    package func flush(tables changes: [[TableChange]], covering count: UInt64) throws(LogError) -> Submission {
        if isReadOnly { throw .storage(.readOnly(operation: "flush")) }
        let prepared = try sorted(changes)
        let submission = Submission(positions: 0..<0)
        try state.withLock { state throws(LogError) in
            if state.isBroken { throw .notResynchronised }
            guard count <= state.nextPosition else {
                throw .invalidFlush(detail: "\(count) records were covered, but there are \(state.nextPosition)")
            }
            guard count >= state.queuedCoveredCount else {
                throw .invalidFlush(
                    detail: "\(state.queuedCoveredCount) records were covered before, now only \(count)")
            }
            var derived: DerivedRows?
            if count > state.queuedOwnCoveredCount {
                derived = state.tail.derived(state.queuedOwnCoveredCount..<count)
            }
            let flush = PreparedFlush(
                first: state.queuedCoveredCount, count: count, derived: derived, changes: prepared)
            do throws(StorageError) {
                try environment.submit(job(flush, submission))
            } catch {
                throw .storage(error)
            }
            state.queuedCoveredCount = count
            state.queuedOwnCoveredCount = max(state.queuedOwnCoveredCount, count)
        }
        return submission
    }

    /// Sorted by key, so that neighbouring rows share pages; a key that comes twice has no meaning.
    private func sorted(
        _ changes: [[TableChange]]
    ) throws(LogError) -> [(PreparedFlush.Projection, [TableChange])] {
        guard changes.count == options.tables.count else {
            throw .invalidFlush(detail: "changes of \(changes.count) tables came for \(options.tables.count) tables")
        }
        var prepared: [(PreparedFlush.Projection, [TableChange])] = []
        for (index, definition) in options.tables.enumerated() {
            var sorted = changes[index]
            // Most callers have them in order.
            if !Self.isAscending(sorted) {
                sorted.sort { $0.key.order(to: $1.key) < 0 }
                guard Self.isAscending(sorted) else {
                    throw .invalidFlush(detail: "a key of table \(definition.name) came twice")
                }
            }
            for change in sorted {
                guard (1...StorageLimits.keySizeMax).contains(change.key.count) else {
                    throw .storage(.keySize(change.key.count))
                }
                if let value = change.value, value.count > StorageLimits.valueSizeMax {
                    throw .storage(.valueSize(value.count))
                }
            }
            let projection = PreparedFlush.Projection(name: definition.storedName, table: tables.projections[index])
            prepared.append((projection, sorted))
        }
        return prepared
    }

    /// Whether each key comes behind the one before it.
    private static func isAscending(_ changes: [TableChange]) -> Bool {
        for index in changes.indices.dropFirst() where changes[index - 1].key.order(to: changes[index].key) >= 0 {
            return false
        }
        return true
    }

    private func job(_ flush: PreparedFlush, _ submission: Submission) -> WriteJob {
        WriteJob(
            sizeInBytes: flush.sizeInBytes,
            body: { [writer] transaction throws(StorageError) in
                try writer?.flush(flush, &transaction)
            },
            completion: { [weak self] result in
                let told = self?.finish(submission, result) { state in
                    state.coveredCount = max(state.coveredCount, flush.count)
                    if let derived = flush.derived {
                        state.ownCoveredCount = max(state.ownCoveredCount, derived.range.upperBound)
                        state.tail.drop(before: derived.range.upperBound)
                    }
                }
                submission.resolve((told ?? result).mapError(LogError.storage))
            })
    }

    /// Builds the log's own tables from the records until the tail is short, in steps that survive a kill.
    func rebuildOwnTables() throws(LogError) {
        while true {
            let header = try header()
            let all = header.count
            guard all - header.ownCoveredCount > UInt64(LogLimits.tailMax / 2) else { return }
            options.rebuildProgress?(header.ownCoveredCount, all)
            let end = min(all, header.ownCoveredCount + LogLimits.rebuildStep)
            var tail = Tail(start: header.ownCoveredCount)
            var failure: LogError?
            try scan(header.ownCoveredCount..<end) { position, bytes in
                do throws(LogError) {
                    tail.append(try keys(position, bytes))
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
            if let failure { throw failure }
            let flush = PreparedFlush(
                first: header.coveredCount, count: end, derived: tail.derived(tail.start..<end), changes: [])
            let done = Monitored<Result<Void, StorageError>>()
            do throws(StorageError) {
                try environment.submit(
                    WriteJob(
                        sizeInBytes: flush.sizeInBytes,
                        body: { [writer] transaction throws(StorageError) in try writer?.flush(flush, &transaction) },
                        completion: { done.set($0) }))
                try done.wait().get()
            } catch {
                throw .storage(error)
            }
        }
    }

    /// The caller's reading of a record's keys, with its failure turned into one that names the position.
    func keys(_ position: UInt64, _ bytes: UnsafeRawBufferPointer) throws(LogError) -> RecordKeys {
        do {
            return try options.keys(bytes)
        } catch {
            throw .unreadable(position: position, detail: "\(error)")
        }
    }
}
