extension OfflineEngine {
    /// Follows the links and the free space for as long as the engine is open.
    func watch() {
        let updates = monitor.updates()
        watches.append(
            Task {
                for await update in updates { await self.take(update) }
            })
        // Nothing starts on power that nobody has looked at.
        unobservedPower = power.current
        let readings = power.readings()
        watches.append(
            Task {
                for await reading in readings { await self.take(reading) }
            })
        watches.append(
            Task { [clock = options.clock] in
                while (try? await clock.sleep(untilMonotonic: clock.now().monotonic + Self.measureInterval)) != nil {
                    await self.lookAtVolumes()
                    try? await self.measureStorage()
                    self.lookAtClocks()
                }
            })
    }

    /// Timers run on the clock that never jumps. What they wait for is told by the wall clock and in local time: a turn looks anew at
    /// what is due where somebody has set the one or travelled into another.
    private func lookAtClocks() {
        let now = options.clock.now()
        lookAtSleep(now)
        let offset = options.clock.utcOffsetInSeconds(at: now.wall)
        let isElsewhere = (try? sequencer.state.device().utcOffsetInSeconds).map { $0 != offset } ?? false
        let isSet = wallLead.map { now.wallLead.clampedDifference($0).magnitude > Self.clockSlack } ?? false
        if isElsewhere || isSet { scheduleTurn() }
    }

    /// What a time server nudges the wall clock by is not worth a turn, in microseconds.
    private static let clockSlack: UInt64 = 100_000

    /// A machine that slept may have woken anywhere.
    private func lookAtSleep(_ now: Now) {
        defer { lookedAt = now.monotonic }
        guard let lookedAt, now.monotonic - lookedAt > Self.measureInterval + Self.sleepMin else { return }
        internet.changePath(.microseconds(now.monotonic))
        advanceInternet()
    }

    private static let sleepMin: Int64 = 5_000_000
    /// Microseconds between two looks at the free space.
    private static let measureInterval: Int64 = 10_000_000
    /// A change of free space by this much is written down even when no threshold was crossed.
    private static let measureStep: Int64 = 256 << 20

    /// The same while an item waits for room.
    private static let awaitedStep: Int64 = 64 << 10
    private static let awaitedLookMax = 16

    /// Writes the free space down where that could change what may start.
    func measureStorage(always: Bool = false) async throws(HoldfastError) {
        guard !isClosing, isAvailable(content), let space = try? content.open().space(),
            always || space.freeBytes != measuredFreeBytes,
            let totals = try? sequencer.state.totals(),
            let settings = try? Settings(of: nil, in: sequencer.state)
        else { return }
        if !always, let known = measuredFreeBytes {
            let keep = settings.keepFreeBytes
            let isCrossed = (known < keep) != (space.freeBytes < keep)
            let isStep = abs(known - space.freeBytes) >= Self.measureStep
            guard isCrossed || isStep || (space.freeBytes - known >= Self.awaitedStep && isSpaceAwaited()) else {
                return
            }
        }
        try await commit(.measure(measurement(of: space, totals)), by: .system)
        measuredFreeBytes = space.freeBytes
    }

    /// What was free when it was last written down may be gone by now: before something starts that there is no room for any more, what
    /// there is becomes part of the state, so that it waits or something makes way.
    ///
    /// - Returns: whether it was written down, and the plan is to be made anew.
    func observeShortage(for plan: Plan) throws -> Bool {
        guard plan.neededBytes > 0, isAvailable(content), let space = try? content.open().space(),
            let known = try sequencer.state.device().contentVolume.freeBytes, space.freeBytes < known
        else { return false }
        let totals = try sequencer.state.totals()
        let keep = try Settings(of: nil, in: sequencer.state).keepFreeBytes
        let expected = totals.reservedBytes.clampedDifference(try undurableBytes()).clampedSum(plan.neededBytes)
        guard space.freeBytes.clampedDifference(keep) < expected else { return false }
        let appended = try queue(.measure(measurement(of: space, totals)), by: .system)
        measuredFreeBytes = space.freeBytes
        Task {
            // What did not reach the disk is to be measured again.
            do { try await self.settle(appended) } catch { self.measuredFreeBytes = nil }
        }
        return true
    }

    /// Bytes of running transfers that are written and still count as reserved.
    private func undurableBytes() throws -> Int64 {
        try attempts.reduce(0) { sum, attempt in
            let durable = try sequencer.state.item(attempt.key)?.staging?.durableBytes ?? 0
            return sum.clampedSum(max(0, attempt.value.progress.bytesWritten.clampedDifference(durable)))
        }
    }

    private func measurement(of space: VolumeSpace, _ totals: Totals) -> StorageMeasured {
        var measured = StorageMeasured()
        measured.volume = content.number
        measured.freeBytes = space.freeBytes
        measured.capacityBytes = space.capacityBytes
        measured.contentBytes = totals.usedBytes
        measured.partialBytes = totals.partialBytes
        return measured
    }

    /// Some item waits for room: then every bit of it counts.
    private func isSpaceAwaited() -> Bool {
        var isAwaited = false
        var looks = 0
        let state = sequencer.state
        try? state.walk(.needsSpace) { _ in
            isAwaited = true
            return false
        }
        guard !isAwaited else { return true }
        try? state.walk(.wanted) { key in
            looks += 1
            if let item = try state.item(key.number), item.transfer.attempt == nil {
                let reasons = try blockers(of: item, in: state, at: options.clock.now(), slots: SlotUse())
                isAwaited = reasons.contains { $0.code == .noSpace }
            }
            return !isAwaited && looks < Self.awaitedLookMax
        }
        return isAwaited
    }
}
