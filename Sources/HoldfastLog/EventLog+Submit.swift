import HoldfastLMDB

extension EventLog {
    /// Queues `records` for the positions from `first` on; all of them are committed together or not at all.
    ///
    /// Synchronous, so that the order of an actor's calls is the order of the log. Nothing is queued when it throws.
    /// - Throws: `.stalePosition`, `.tailFull`, and what is wrong with the records.
    package func submit(_ records: [NewRecord], at first: UInt64) throws(LogError) -> Submission {
        if isReadOnly { throw .storage(.readOnly(operation: "append")) }
        try checkSizes(records)
        let unknown = try state.withLock { state throws(LogError) in
            try checkPosition(state, first, records.count)
            return try subjectsToLookUp(records, state, first)
        }
        // Looked up outside the lock: see LogState.
        if !unknown.numbers.isEmpty || !unknown.texts.isEmpty { try lookUp(unknown) }
        return try state.withLock { state throws(LogError) in
            try checkPosition(state, first, records.count)
            for index in records.indices { state.tail.append(records[index].keys) }
            let end = first + UInt64(records.count)
            let submission = Submission(positions: first..<end)
            do throws(StorageError) {
                try environment.submit(job(records, submission))
            } catch {
                state.tail.removeAll(from: first)
                throw .storage(error)
            }
            for subject in unknown.numbers { state.remember(subject: subject) }
            state.nextPosition = end
            state.inFlight[first] = submission
            return submission
        }
    }

    private func checkSizes(_ records: [NewRecord]) throws(LogError) {
        if records.isEmpty { throw .emptySubmission }
        if records.count > LogLimits.recordsASubmissionMax { throw .submissionSize(records.count) }
        let size = size(of: records)
        if size > LogLimits.submissionSizeMaxInBytes { throw .submissionSizeInBytes(size) }
        var groupEnd = 0
        for index in records.indices {
            let sizes = records[index].sizes
            if sizes.record > Layout.recordSizeMax { throw .recordSize(sizes.record) }
            if sizes.privateRow > Layout.recordSizeMax { throw .recordSize(sizes.privateRow) }
            if case .first(let text) = records[index].keys.subject {
                let size = text.utf8.count
                if size == 0 || size > Layout.subjectSizeMax { throw .subjectSize(size) }
            }
            if let command = records[index].keys.command {
                guard command.count > 0, index >= groupEnd, command.count <= records.count - index else {
                    throw .groupSplit(command: command.id)
                }
                groupEnd = index + command.count
            }
        }
    }

    private func size(of records: [NewRecord]) -> Int {
        var size = 0
        for index in records.indices { size += records[index].sizes.record + records[index].sizes.privateRow }
        return size
    }

    private func checkPosition(_ state: LogState, _ first: UInt64, _ count: Int) throws(LogError) {
        if state.isBroken { throw .notResynchronised }
        if first != state.nextPosition { throw .stalePosition(expected: state.nextPosition, given: first) }
        let unflushed = Int(clamping: first - min(state.coveredCount, state.ownCoveredCount))
        if unflushed + count > LogLimits.tailMax { throw .tailFull(unflushedCount: unflushed) }
    }

    /// Checks subjects and commands against the tail and each other.
    /// - Returns: what only the disk can answer for: subjects that must be there, and new ones that must not.
    private func subjectsToLookUp(
        _ records: [NewRecord], _ state: LogState, _ first: UInt64
    ) throws(LogError) -> (numbers: Set<UInt64>, texts: [String]) {
        var unknown: Set<UInt64> = []
        var named: [ExactText: UInt64] = [:]
        // By index: a record that is taken out of its array counts as held once more, piece by piece.
        for index in records.indices {
            let position = first + UInt64(index)
            switch records[index].keys.subject {
            case nil: break
            case .first(let text):
                if let number = state.tail.number(of: text) ?? named[ExactText(text)] {
                    throw .subjectAlreadyNamed(text, number: number)
                }
                named[ExactText(text)] = position
            case .number(let number):
                if state.tail.isSubject(number) || state.isKnown(subject: number) { break }
                if number >= position { throw .unknownSubject(number) }
                if number >= first {
                    guard case .first = records[Int(number - first)].keys.subject else { throw .unknownSubject(number) }
                } else {
                    unknown.insert(number)
                }
            }
            if let command = records[index].keys.command, let positions = state.tail.command(command.id) {
                throw .commandAlreadyRecorded(command.id, positions)
            }
        }
        return (unknown, named.keys.map(\.text))
    }

    /// A subject's own naming record is the first position of its first row of postings.
    private func lookUp(_ subjects: (numbers: Set<UInt64>, texts: [String])) throws(LogError) {
        try environment.read(mapping: LogError.storage) { transaction throws(LogError) in
            for text in subjects.texts {
                let row = try mapped { () throws(StorageError) in try transaction.value(tables.names, Array(text.utf8))
                }
                if let number = row?.number(at: 0) { throw .subjectAlreadyNamed(text, number: number) }
            }
            for number in subjects.numbers {
                let key = Layout.key(subject: number, chunk: number >> Layout.chunkBits)
                let row = try mapped { () throws(StorageError) in try transaction.value(tables.subjects, key) }
                guard row?.number16(at: 0) == UInt16(truncatingIfNeeded: number) else { throw .unknownSubject(number) }
            }
        }
    }

    private func job(_ records: [NewRecord], _ submission: Submission) -> WriteJob {
        let size = size(of: records) + 32 * records.count
        let first = submission.positions.lowerBound
        return WriteJob(
            sizeInBytes: size,
            body: { [writer] transaction throws(StorageError) in
                try writer?.append(records, at: first, &transaction)
            },
            completion: { [weak self] result in
                let told = self?.finish(submission, result) { state in
                    state.storedCount = max(state.storedCount, submission.positions.upperBound)
                }
                submission.resolve((told ?? result).mapError(LogError.storage))
            })
    }

    /// Brings the state up to date before anybody is told, so that whoever is told sees it.
    ///
    /// - Returns: what to tell: for what was queued behind a write that failed, why that one did.
    func finish(
        _ submission: Submission, _ result: Result<Void, StorageError>, _ change: (inout LogState) -> Void
    ) -> Result<Void, StorageError> {
        let (followers, count, told) = state.withLock { state in
            var told = result
            switch result {
            case .success: change(&state)
            case .failure(let failure):
                if case .rejected = failure, let first = state.failure, !first.leavesOutcomeOpen {
                    told = .failure(first)
                }
                state.failure = state.failure ?? failure
            }
            if !submission.positions.isEmpty { state.inFlight[submission.positions.lowerBound] = nil }
            return (Array(state.followers.values), state.storedCount, told)
        }
        if case .success = result, !submission.positions.isEmpty {
            for follower in followers { follower.yield(count) }
        }
        return told
    }

    /// After a failed write: waits until everything queued has failed or finished, then starts again from the disk.
    package func resynchronise() throws(LogError) {
        environment.waitUntilIdle()
        let (header, tail) = try read { snapshot throws(LogError) -> (SnapshotHeader, Tail) in
            (snapshot.header, try snapshot.decodeTail(after: Tail(start: snapshot.header.ownCoveredCount)))
        }
        state.withLock { $0.reset(header, tail: tail) }
    }
}

extension StorageError {
    /// It is not known whether the write happened; of what was queued behind it, it is: it did not.
    fileprivate var leavesOutcomeOpen: Bool { if case .commitOutcomeUnknown = self { true } else { false } }
}
