internal import HoldfastLog

extension OfflineEngine {
    /// Decides and writes down a command; returns when it is on disk.
    ///
    /// - Parameter id: a command given again under the same id appends nothing and returns what the first came to.
    @discardableResult
    func commit(
        _ command: Command, by actor: Record.Actor? = nil, id: String? = nil
    ) async throws(HoldfastError) -> Sequencer.Appended {
        // A disk that takes no flush takes no append either: the log says so.
        for _ in 0..<Self.flushWaitMax where sequencer.mustWaitForFlush && brokenBy == nil {
            startFlush()
            await flushTask?.value
        }
        let appended = try queue(command, by: actor, id: id)
        try await settle(appended)
        return appended
    }

    /// Decides and folds a command at once; the disk follows.
    func queue(
        _ command: Command, by actor: Record.Actor? = nil, id: String? = nil
    ) throws(HoldfastError) -> Sequencer.Appended {
        if let brokenBy { throw brokenBy }
        // A commit failed and nobody has heard of it yet: the command is decided again on what the log holds.
        return try onWhatStands { () throws(HoldfastError) in try decide(command, by: actor, id: id) }
    }

    /// Runs `body` on the log and the state; when a commit turns out to have failed, again on what the log holds.
    func onWhatStands<Value>(_ body: () throws(HoldfastError) -> Value) throws(HoldfastError) -> Value {
        do {
            return try body()
        } catch {
            guard sequencer.log.isBroken else { throw error }
        }
        startOver()
        if let brokenBy { throw brokenBy }
        return try body()
    }

    private func decide(
        _ command: Command, by actor: Record.Actor?, id: String?
    ) throws(HoldfastError) -> Sequencer.Appended {
        do {
            return try withSoundTables {
                try sequencer.perform(
                    command, by: actor ?? options.actor, id: id, now: options.clock.now(), traffic: traffic)
            }
        } catch let failure as Sequencer.FoldFailure {
            let error = HoldfastError(failure.cause)
            brokenBy = error
            throw error
        } catch {
            throw HoldfastError(error)
        }
    }

    private var traffic: [UInt64: Traffic] {
        Dictionary(uniqueKeysWithValues: attempts.values.map { ($0.id, $0.traffic) })
    }

    /// Runs `body`; where it meets a stored row that cannot be read, the tables are built anew from the log and it runs again.
    func withSoundTables<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch is DamagedRow {
            options.rebuildProgress?(0, sequencer.log.nextPosition)
            try sequencer.rebuildTables()
            return try body()
        }
    }

    /// Waits for the disk. When the commit failed, everything queued is gone and state falls back to what the log holds.
    func settle(_ appended: Sequencer.Appended) async throws(HoldfastError) {
        guard let submission = appended.submission else { return }
        do {
            try await submission.durable()
        } catch {
            startOver()
            throw HoldfastError(error)
        }
        if sequencer.isFlushDue { startFlush() } else { flushWhenQuiet() }
        scheduleTurn()
    }

    /// Falls back to what the log holds when a commit has failed; otherwise does nothing.
    func startOver() {
        guard sequencer.log.isBroken, brokenBy == nil else { return }
        holdTurns()
        do {
            try sequencer.startOver()
        } catch {
            brokenBy = HoldfastError(error)
        }
        // Attempts whose start was lost end by themselves: their next report is refused as stale.
        scheduleTurn()
    }

    private static let flushWaitMax = 4

    /// What has just failed for want of room or a disk would fail again at once.
    func holdTurns() { holdsUntil = options.clock.now().monotonic + 1_000_000 }

    /// Writes the changed rows to the tables while appends go on.
    func startFlush() {
        startOver()
        guard flushTask == nil, brokenBy == nil else { return }
        do {
            fault(.flushBegun)
            guard let flush = try sequencer.beginFlush() else { return }
            flushTask = Task { await self.endFlush(flush) }
        } catch {
            if sequencer.log.isBroken { startOver() } else { brokenBy = HoldfastError(error) }
        }
    }

    private func endFlush(_ flush: Submission) async {
        do {
            try await flush.durable()
            sequencer.endFlush()
            fault(.flushDurable)
        } catch {
            startOver()
        }
        flushTask = nil
        scheduleTurn()
    }

    /// A second without a commit is quiet enough.
    private func flushWhenQuiet() {
        quietTask?.cancel()
        let moment = options.clock.now().monotonic + 1_000_000
        quietTask = Task { [clock = options.clock] in
            guard (try? await clock.sleep(untilMonotonic: moment)) != nil else { return }
            if !self.isClosing { self.startFlush() }
        }
    }
}
