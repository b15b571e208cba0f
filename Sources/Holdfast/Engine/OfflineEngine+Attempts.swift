internal import Glibc

extension OfflineEngine {
    /// What an attempt needs to know, read once when it starts.
    struct AttemptPlan: Sendable {
        var number: UInt64
        var itemID: String
        /// As the log has it.
        var address: String
        var source: Int
        /// The address book has the rest of the address.
        var isAbridged: Bool
        var suggestedName: String?
        var rule: ResumeRule
        var expectedDigest: Digest?
        var expectedBytes: Int64?
        var replaced: StoredFile?
    }

    func startAttempt(of number: UInt64) throws {
        // The attempt before may still be letting go of the partial file; its end plans again.
        guard attempts[number] == nil, !heldBack.contains(number), let item = try sequencer.state.item(number) else {
            return
        }
        guard let facts = try sequencer.state.source(of: item) else { return try failWithoutSource(item) }
        guard isReachable(facts.reach) else { return }
        let settings = try Settings(of: item, in: sequencer.state)
        guard let (plan, source) = try attemptPlan(for: item, settings: settings) else {
            return try failWithoutSource(item)
        }
        let size = item.catalogue.size ?? 0
        let fromByte = plan.rule.range?.firstByte ?? 0
        let start = Command.startTransfer(
            item: number, source: source, fromByte: fromByte, validator: plan.rule.range?.ifRange,
            reservedBytes: max(0, size - fromByte))
        guard let started = try queueUnlessRefused(start) else { return }
        let isMetered = try sequencer.state.device().connectivity?.isMetered ?? false
        let running = RunningAttempt(
            item: number, id: started.positions.lowerBound, source: plan.source, reach: facts.reach,
            isMetered: isMetered)
        attempts[number] = running
        running.run(Task { await self.run(running, plan, started) })
    }

    /// Nothing tells where the content is: the item fails for all to see.
    private func failWithoutSource(_ item: Item) throws {
        let start = Command.startTransfer(
            item: item.number, source: 0, fromByte: 0, validator: nil, reservedBytes: 0)
        guard let started = try queueUnlessRefused(start) else { return }
        let failed = AttemptReport.failed(
            Failure(.policy, "no-source"), durableBytes: 0, retryAfterInMilliseconds: nil, discards: nil, draw: 0)
        let ended = try queue(
            .attempt(item: item.number, id: started.positions.lowerBound, failed), by: .system)
        Task { try? await self.settle(ended) }
    }

    /// The plan's own wish may have been overtaken; a refusal then is no failure.
    private func queueUnlessRefused(_ command: Command) throws -> Sequencer.Appended? {
        do {
            return try queue(command, by: .system)
        } catch {
            if error.code == .refused { return nil }
            throw error
        }
    }

    private func attemptPlan(for item: Item, settings: Settings) throws -> (AttemptPlan, source: UInt64)? {
        guard let details = try sequencer.privateParts.details(of: item), !details.sources.isEmpty else { return nil }
        let source = Int(clamping: item.intent?.failures ?? 0) % details.sources.count
        let catalogue = item.catalogue
        // Fewer bytes than were durable, or something else in the file's place, is for the attempt to find and to tell.
        let staged = max((try? content.open().partialSize(item.number)) ?? 0, item.staging?.durableBytes ?? 0)
        // A validator tells versions of one resource apart: two sources may well give two files the same one.
        let isSameSource = details.sources.count == 1 || stagedSources[item.number] == source
        let rule = ResumeRule(
            stagedBytes: item.staging == nil ? 0 : staged, stagedTotal: item.staging?.total,
            validator: isSameSource ? item.staging?.validator : nil,
            hasExpectedDigest: item.digestToProve(settings) != nil,
            expectedBytes: catalogue.expectedBytes, expectedMediaType: catalogue.mediaType,
            allowsUnknownLength: catalogue.expectedDigest != nil || catalogue.expectedBytes != nil
                || settings.verifyPolicy != .required,
            validatorChangeCount: Int(clamping: item.intent?.restarts ?? 0))
        let plan = AttemptPlan(
            number: item.number, itemID: item.id, address: details.sources[source], source: source,
            isAbridged: details.isAbridged ?? false, suggestedName: details.suggestedName, rule: rule,
            expectedDigest: item.digestToProve(settings),
            expectedBytes: catalogue.expectedBytes, replaced: try standing(item))
        return (plan, UInt64(source))
    }

    /// From `transferStarted` to `contentPublished`, or to whatever ended it before.
    private func run(_ running: RunningAttempt, _ plan: AttemptPlan, _ started: Sequencer.Appended) async {
        let began = options.clock.now().monotonic
        do {
            try await settle(started)
            fault(.transferStarted)
            if running.reach == .internet { watchTraffic() }
            let received = try await download(running, plan)
            if received.head != nil { observe(.arrived, by: running, began: began) }
            fault(.bodyReceived)
            try await complete(running, plan, received)
            try await prove(running, plan, received)
        } catch let stop as DownloadStop {
            await report(stop, of: running)
            observe(stop.failure, by: running, began: began)
        } catch {
            // A report that came too late: the attempt was ended by a command. What could not be written is taken up by a later turn.
        }
        await letGo(of: running)
    }

    /// It stands nowhere but in the request.
    private func wholeAddress(_ plan: AttemptPlan) async throws(DownloadStop) -> String {
        guard plan.isAbridged else { return plan.address }
        let known = try? await options.addressBook?.sources(of: plan.itemID)
        guard let known, known.indices.contains(plan.source), let address = try? SourceAddress(known[plan.source]),
            plan.address.isEmpty || plan.address == "\(address.origin)/"
        else {
            throw DownloadStop(failure: .addressUnknown, durableBytes: plan.rule.stagedBytes, wireBytes: 0)
        }
        return known[plan.source]
    }

    private func download(_ running: RunningAttempt, _ plan: AttemptPlan) async throws -> ReceivedContent {
        let address = try await wholeAddress(plan)
        var download = PartialDownload(url: address, rule: plan.rule)
        download.idleTimeout = options.idleTimeout
        download.bandwidth = bandwidth
        if let authorizer = options.authorizer {
            do {
                download.fields = try await authorizer.fields(for: address, item: plan.itemID)
            } catch {
                throw DownloadStop(
                    failure: .http(status: 401, retryAfterMilliseconds: nil), durableBytes: plan.rule.stagedBytes,
                    wireBytes: 0)
            }
        }
        let root = try await openContent(for: plan)
        let (observations, observer) = AsyncStream.makeStream(of: DownloadObservation.self)
        async let reported: Void = report(observations, of: running, began: options.clock.now().monotonic)
        let now: MonotonicClock = { [clock = options.clock] in .microseconds(clock.now().monotonic) }
        defer { observer.finish() }
        do {
            let received = try await download.run(
                number: plan.number, in: root, over: transport, finishing: pool, progress: running.progress,
                now: now
            ) { observer.yield($0) }
            observer.finish()
            await reported
            return received
        } catch {
            observer.finish()
            await reported
            throw error
        }
    }

    private func openContent(for plan: AttemptPlan) async throws(DownloadStop) -> ContentRoot {
        do {
            return try await pool.run { [content] () throws(StorageFailure) in try content.open() }
        } catch {
            let osCode = error.kind == .volumeMissing ? ENODEV : error.osCode
            throw DownloadStop(
                failure: .sink(osCode: osCode), durableBytes: plan.rule.stagedBytes, wireBytes: 0)
        }
    }

    /// Writes down what the attempt observes, in order.
    private func report(
        _ observations: AsyncStream<DownloadObservation>, of running: RunningAttempt, began: Int64
    ) async {
        for await observation in observations {
            if case .responseReceived = observation { observeFirstByte(of: running, began: began) }
            if case .responseReceived(let head) = observation, [200, 206].contains(head.status), !head.isRefused {
                stagedSources[running.item] = running.source
            }
            let report: AttemptReport =
                switch observation {
                case .responseReceived(let head): .response(ResponseReceived(head, attempt: running.id))
                case .partialDiscarded(_, let reason): .discarded(reason)
                case .checkpointed(let bytes): .checkpoint(durableBytes: bytes)
                }
            guard (try? await self.report(report, of: running)) != nil else { continue }
            if case .responseReceived = observation { fault(.responseReported) } else { fault(.bytesWritten) }
        }
    }

    @discardableResult
    func report(
        _ report: AttemptReport, of running: RunningAttempt
    ) async throws(HoldfastError) -> Sequencer.Appended {
        try await commit(.attempt(item: running.item, id: running.id, report), by: .system)
    }

    private func complete(_ running: RunningAttempt, _ plan: AttemptPlan, _ received: ReceivedContent) async throws {
        let elapsed = received.elapsed.components
        let milliseconds = elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000
        try await report(
            .completed(
                bytes: received.bytes, wireBytes: received.wireBytes, elapsedInMilliseconds: milliseconds,
                meteredBytes: running.traffic.meteredBytes),
            of: running)
        fault(.completedDurable)
    }

    /// An attempt ended early: by the engine's own stop, by a full disk, or by a failure.
    private func report(_ stop: DownloadStop, of running: RunningAttempt) async {
        let report: AttemptReport
        if stop.failure == .cancelled {
            let reason = running.stopReason ?? .init(cause: .sessionEnded)
            report = .interrupted(reason.cause, blocker: reason.blocker, durableBytes: stop.durableBytes)
        } else if await isOfLostVolume(stop.failure) {
            report = .interrupted(.volumeLost, blocker: nil, durableBytes: stop.durableBytes)
        } else if stop.failure.failureClass == .space, await isShortOfRoom(running.item, stop.durableBytes) {
            report = .interrupted(.blocked, blocker: .noSpace, durableBytes: stop.durableBytes)
        } else if stop.failure.isNetworkFailure, !isReachable(running.reach) {
            report = .interrupted(.connectivityLost, blocker: nil, durableBytes: stop.durableBytes)
        } else {
            report = .failed(
                Failure(stop.failure), durableBytes: stop.durableBytes,
                retryAfterInMilliseconds: stop.failure.retryAfterMilliseconds, discards: nil,
                draw: options.surroundings.draw())
        }
        _ = try? await self.report(report, of: running)
    }

    private func isOfLostVolume(_ failure: TransferFailure) async -> Bool {
        guard case .sink(let osCode) = failure else { return false }
        let isLost = await hasLost(content)
        // It may be back by now: it was not there all the same.
        return isLost || osCode == ENODEV
    }

    /// Whether the plan will see that there is no room. Where the numbers say that there is, although the disk took no more, the item
    /// fails for want of space and is tried again when there is more of it; otherwise it would start again at once, for ever.
    private func isShortOfRoom(_ number: UInt64, _ durableBytes: Int64) async -> Bool {
        try? await measureStorage(always: true)
        guard let free = try? content.open().space().freeBytes, let item = try? sequencer.state.item(number),
            let settings = try? Settings(of: nil, in: sequencer.state)
        else { return false }
        return free - settings.keepFreeBytes < max(0, (item.catalogue.size ?? 0) - durableBytes)
    }

    /// The partial file is nobody's now: where the state has no use for it, it goes.
    func letGo(of running: RunningAttempt) async {
        if let item = try? sequencer.state.item(running.item), item.staging == nil, item.transfer.attempt == nil {
            let number = running.item
            await removeUnreferred { root throws(StorageFailure) in try root.removePartial(number) }
        }
        if running.reach == .internet { sampleTraffic() }
        if (try? sequencer.state.item(running.item)?.staging) == nil { stagedSources[running.item] = nil }
        attempts[running.item] = nil
        scheduleTurn()
    }
}
