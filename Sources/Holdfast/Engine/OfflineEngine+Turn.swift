internal import HoldfastLog

extension OfflineEngine {
    /// Plans once for any number of changes that come together.
    func scheduleTurn() { scheduleTurn(after: nil) }

    /// - Parameter begun: the plan that this one goes on with.
    private func scheduleTurn(after begun: Plan?) {
        guard isActing, !isTurnScheduled, !isClosing else { return }
        isTurnScheduled = true
        Task { self.turn(after: begun) }
    }

    /// Level-triggered: looks at the state as it is, whatever woke it, so a missed notification strands nothing.
    private func turn(after begun: Plan?) {
        isTurnScheduled = false
        turnCount += 1
        guard !isClosing, brokenBy == nil else { return resumeIdleWaiters() }
        let now = options.clock.now()
        wallLead = now.wallLead
        guard now.monotonic >= holdsUntil else { return waitOutHold(now) }
        guard !sequencer.mustWaitForFlush else { return startFlush() }
        do {
            var next = try withSoundTables {
                try observeLinks()
                try observePower()
                try observeTimeZone(now)
                try endStaleAttempts()
                try resumeAbandonedAttempts()
                resumeUnfinishedRemovals()
                let plan = try makePlan(at: now, from: begun)
                return try observeShortage(for: plan) ? makePlan(at: now, from: begun) : plan
            }
            for action in next.actions { try act(on: action) }
            try measureTraffic()
            if let due = begun?.nextDue { next.nextDue = min(due, next.nextDue ?? due) }
            guard next.continuesAt == nil else { return scheduleTurn(after: next) }
            armTimer(at: next.nextDue, now: now)
            if attempts.isEmpty, removals.isEmpty, next.nextDue == nil { resumeIdleWaiters() }
        } catch {
            if sequencer.log.isBroken { startOver() } else { brokenBy = HoldfastError(error) }
        }
    }

    private func makePlan(at now: Now, from begun: Plan?) throws -> Plan {
        try plan(in: sequencer.state, at: now, from: begun?.continuesAt, open: inUse.items)
    }

    /// Waiting for the disk is waiting for a change from outside.
    private func waitOutHold(_ now: Now) {
        armTimer(at: now.wall + (holdsUntil - now.monotonic), now: now)
        if attempts.isEmpty, removals.isEmpty { resumeIdleWaiters(isHolding: true) }
    }

    private func act(on action: Plan.Action) throws {
        switch action {
        case .start(let item): try startAttempt(of: item)
        case .interrupt(let item, let attempt, let cause, let blocker):
            guard let running = attempts[item], running.id == attempt else { return }
            running.stop(cause, blocker: blocker)
        case .remove(let item): startRemoval(of: item)
        case .evict(let needBytes): try evict(needBytes)
        }
    }

    /// Stops transfers whose attempt a decision has ended: paused, cancelled, removed.
    private func endStaleAttempts() throws {
        for (number, running) in attempts {
            let item = try sequencer.state.item(number)
            if item?.transfer.attempt?.id != running.id { running.stop(.cancelled) }
        }
    }

    /// What running transfers may take and what their bytes cost, as settings and links are now.
    private func measureTraffic() throws {
        guard !attempts.isEmpty else { return }
        let settings = try Settings(of: nil, in: sequencer.state)
        let isMetered = try sequencer.state.device().connectivity?.isMetered ?? false
        let limits = isMetered ? [settings.maxBps, settings.meteredMaxBps] : [settings.maxBps]
        bandwidth.set(bytesPerSecond: limits.compactMap { $0 }.min())
        for running in attempts.values { running.setMetered(isMetered) }
    }

    private func armTimer(at due: Int64?, now: Now) {
        timer?.cancel()
        guard let due else { return }
        let moment = now.monotonic + min(max(1_000, due - now.wall), Self.timerMax)
        timer = Task { [clock = options.clock] in
            guard (try? await clock.sleep(untilMonotonic: moment)) != nil else { return }
            self.scheduleTurn()
        }
    }

    /// A timer further away looks again on the way; no sum of times overflows then.
    private static let timerMax: Int64 = 86_400_000_000

    // MARK: Idle

    /// Returns when nothing is running and nothing can start without a change from outside: a command, the network, free space.
    /// Waits for open undo windows and for tries that are due later.
    public func untilIdle() async {
        guard isActing, !isClosing, brokenBy == nil else { return }
        await withCheckedContinuation { waiter in
            idleWaiters.append(waiter)
            scheduleTurn()
        }
    }

    func resumeIdleWaiters(isHolding: Bool = false) {
        // Before the newest look at the links is in the state nothing can be said about what could start.
        let isSettled = internet.isSettled(monitor.settled) && unobserved == nil
        guard isSettled || isHolding || isClosing || brokenBy != nil else { return }
        let waiters = idleWaiters
        idleWaiters = []
        for waiter in waiters { waiter.resume() }
    }
}
