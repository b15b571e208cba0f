/// Closes what the last session left open, with facts of its own.
///
/// Whatever a crash leaves between two steps is one of: an attempt without an end, a file that was proven but not yet renamed or written
/// down, a removal that had begun, a file that nothing refers to.
extension OfflineEngine {
    /// Opens a session once nothing is left running in the state, and finishes what can be finished.
    ///
    /// - Parameter chosen: where content is to go from now on; `nil` for where it goes already.
    func recoverAndOpenSession(choosing chosen: ContentVolume?) async throws {
        let device = try sequencer.state.device()
        let begun = options.clock.now()
        let isClean = device.session == nil
        let isSameBoot = device.bootID == options.surroundings.bootID
        fault(.recoveryBegun)
        if !isClean { try await makeFoldersDurable() }
        var report = RecoveryCompleted()
        report.attemptsClosed = try await closeDeadAttempts()
        fault(.attemptsClosed)
        try await commit(
            .openSession(
                engineVersion: Holdfast.version, operatingSystem: Machine.operatingSystem,
                bootID: options.surroundings.bootID),
            by: .system)
        fault(.sessionOpened)
        try observeTimeZone(options.clock.now())
        let isInUse = chosen?.number == content.number
        if isInUse, let chosen { try await choose(chosen) }
        await lookAtVolumes()
        try await measureStorage(always: true)
        report.filesAdopted = try await finishPublishing(isSameBoot: isSameBoot)
        try await finishRemovals()
        // What was whole has its place; what comes from now on goes to the new one.
        if !isInUse, let chosen { try await choose(chosen) }
        guard !isClean else { return }
        let found = try await comb()
        (report.orphansRemoved, report.missing) = (found.removed, try await findMissing())
        fault(.orphansRemoved)
        report.durationInMilliseconds = (options.clock.now().monotonic - begun.monotonic) / 1000
        try await commit(.recovered(report), by: .recovery)
        fault(.recoveryDurable)
    }

    private func makeFoldersDurable() async throws {
        for volume in places.all {
            // One that is away is looked through when it is back.
            try await pool.run { () throws(StorageFailure) in try volume.openIfPresent()?.makeFoldersDurable() }
        }
    }

    /// Attempts of a dead process are over. Under the same boot the page cache survived, so the partial file is as long as it looks;
    /// otherwise only what was synced at the last checkpoint counts.
    @discardableResult
    func closeDeadAttempts() async throws -> UInt64 {
        let isSameBoot = try sequencer.state.device().bootID == options.surroundings.bootID
        var closed: UInt64 = 0
        for number in try numbers(in: .running) {
            guard let item = try sequencer.state.item(number), let attempt = item.transfer.attempt else { continue }
            switch item.transfer {
            case .connecting, .receiving: break
            default: continue
            }
            let durable = try await durableBytes(of: item, isSameBoot: isSameBoot)
            try await commit(
                .attempt(item: number, id: attempt.id, .interrupted(.processDied, blocker: nil, durableBytes: durable)),
                by: .recovery)
            closed += 1
        }
        return closed
    }

    private func durableBytes(of item: Item, isSameBoot: Bool) async throws -> Int64 {
        let known = item.staging?.durableBytes ?? 0
        // What is there beyond it is cut off when the volume is back.
        guard let root = try content.openIfPresent() else { return known }
        let number = item.number
        let size = try root.partialSize(number) ?? 0
        let durable = isSameBoot ? size : min(size, known)
        // What is written down as durable must be: the cache that has it may go with the next power cut.
        if durable < size || durable > known {
            try await pool.run { () throws(StorageFailure) in try root.cutPartial(number, to: durable) }
        }
        return durable
    }

    /// Whole files whose proof or last step was cut off: proven again from their bytes, then published. Those on a volume that is away
    /// wait for it.
    private func finishPublishing(isSameBoot: Bool) async throws -> UInt64 {
        var adopted: UInt64 = 0
        guard isAvailable(content) else { return 0 }
        for number in try numbers(in: .running) {
            guard let item = try sequencer.state.item(number) else { continue }
            adopted += try await finishAgain(item, isSameBoot: isSameBoot) ?? 0
        }
        return adopted
    }

    /// Takes a whole file up at the step where it stands; 1 when it is published.
    ///
    /// - Parameter isSameBoot: the page cache that the bytes were written to is still there.
    /// - Returns: `nil` for an item that stands at no such step.
    func finishAgain(_ item: Item, isSameBoot: Bool = true) async throws -> UInt64? {
        switch item.transfer {
        case .verifying(let attempt): try await proveAgain(item, attempt, isSameBoot: isSameBoot)
        case .publishing(let attempt, let verified, let digest, _):
            try await publishAgain(item, attempt, verified: verified, digest: digest)
        default: nil
        }
    }

    private func proveAgain(_ item: Item, _ attempt: Attempt, isSameBoot: Bool) async throws -> UInt64 {
        let number = item.number
        let details = try sequencer.privateParts.details(of: item)
        let expected = item.digestToProve(try Settings(of: item, in: sequencer.state))
        let proof = try? await pool.run { [content] () throws(StorageFailure) -> (Int64, String)? in
            let root = try content.open()
            guard let size = try root.partialSize(number) else { return nil }
            return (size, try root.digest(ofPartial: number, .sha256))
        }
        if proof == nil, await hasLost(content) { return 0 }
        guard let (bytes, digest) = proof ?? nil, let source = details?.sources.first else {
            return try await giveUp(item, attempt)
        }
        // After a power cut the size may have come through without the bytes; only a promised digest tells then.
        let isKept =
            isSameBoot || bytes <= item.staging?.durableBytes ?? 0 || Digest(digest) == item.catalogue.expectedDigest
        guard bytes == item.staging?.total, isKept else { return try await giveUp(item, attempt) }
        let running = RunningAttempt(
            item: number, id: attempt.id, source: Int(clamping: attempt.source), reach: .loopback, isMetered: false)
        let plan = AttemptPlan(
            number: number, itemID: item.id, address: source, source: 0, isAbridged: false,
            suggestedName: details?.suggestedName,
            rule: ResumeRule(), expectedDigest: expected,
            expectedBytes: item.catalogue.expectedBytes, replaced: try standing(item))
        let received = ReceivedContent(bytes: bytes, digest: digest, wireBytes: 0, elapsed: .zero, head: nil)
        try await prove(running, plan, received)
        return 1
    }

    private func publishAgain(_ item: Item, _ attempt: Attempt, verified: UInt64, digest: Digest) async throws -> UInt64
    {
        let number = item.number
        let details = try sequencer.privateParts.details(of: item)
        let name = SafeName(suggested: details?.suggestedName, url: details?.sources.first)
        let found = await pool.run { [content] in
            Result { () throws(StorageFailure) in
                try Unpublished(number, verified: verified, digest, named: name, in: content.open())
            }
        }
        if case .failure = found, await hasLost(content) { return 0 }
        switch try found.get() {
        case .inPlace(let path):
            try await pool.run { [content] () throws(StorageFailure) in try content.open().makeDurable(path) }
            let published = AttemptReport.published(path: "\(path)", volume: content.number)
            try await commit(.attempt(item: number, id: attempt.id, published), by: .recovery)
            if let old = try standing(item) { await deleteReplaced(number, old) }
            return 1
        case .staged(let path):
            // A file of the final name with other bytes is none of ours: publishing never replaces.
            _ = try? await pool.run { [content] () throws(StorageFailure) in try content.open().delete(path) }
            try await publish(number, attempt: attempt.id, as: path, replacing: try standing(item))
            return 1
        case .gone:
            // A card that is pulled out while it is read has nothing either.
            return await hasLost(content) ? 0 : try await giveUp(item, attempt)
        }
    }

    /// The bytes are gone or wrong, as a power cut leaves what was not synced: the item is downloaded anew.
    private func giveUp(_ item: Item, _ attempt: Attempt) async throws -> UInt64 {
        try await commit(
            .attempt(item: item.number, id: attempt.id, .interrupted(.processDied, blocker: nil, durableBytes: 0)),
            by: .recovery)
        return 0
    }

    /// Removals that had begun are finished; those whose window is open wait for the scheduler.
    private func finishRemovals() async throws {
        for number in try numbers(in: .removal) {
            guard let item = try sequencer.state.item(number) else { continue }
            switch item.removal {
            case .running where isRemovalStalled(number), .failed where isRemovalStalled(number):
                unfinishedRemovals.insert(number)
            case .running: try await finishRemoval(of: item)
            case .failed:
                try await freeing(.startDeletion(item: number))
                try await finishRemoval(of: item)
            case .pending, .none: continue
            }
        }
    }

    func numbers(in index: ItemIndex) throws -> [UInt64] {
        var numbers: [UInt64] = []
        try sequencer.state.walk(index) { key in
            numbers.append(key.number)
            return true
        }
        return numbers
    }
}

/// How far a proven file came on its way to its final name.
private enum Unpublished: Sendable {
    case inPlace(ContentPath)
    /// Not renamed yet, and to stand under this name.
    case staged(ContentPath)
    case gone

    init(
        _ number: UInt64, verified: UInt64, _ digest: Digest, named name: SafeName, in root: ContentRoot
    ) throws(StorageFailure) {
        // The renamed file may bear another name: that of another source, or one from before the item was amended.
        let renamed = try root.contentEntries().first {
            $0.path.number == number && $0.path.verifiedPosition == verified
        }
        let path = renamed?.path ?? ContentPath(number: number, verifiedPosition: verified, name: name)
        // Existence alone proves nothing.
        if let status = try root.status(of: path), status.isRegular,
            Digest(try root.digest(of: path, .sha256)) == digest
        {
            self = .inPlace(path)
        } else if (try? root.partialSize(number)) ?? nil != nil,
            let staged = try? root.digest(ofPartial: number, .sha256), Digest(staged) == digest
        {
            self = .staged(path)
        } else {
            self = .gone
        }
    }
}
