/// From the whole file to the one under its final name.
extension OfflineEngine {
    /// Size and digest decide; then the file gets its final name. From `verified` on nothing calls it back.
    func prove(_ running: RunningAttempt, _ plan: AttemptPlan, _ received: ReceivedContent) async throws {
        guard let digest = Digest(received.digest) else {
            throw HoldfastError(.internal, "the digest of item \(plan.itemID) has an unknown form")
        }
        let mismatch: AttemptReport? =
            if let expected = plan.expectedBytes, expected != received.bytes {
                .verificationFailed(
                    .size, expected: "\(expected)", actual: "\(received.bytes)", draw: options.surroundings.draw())
            } else if let expected = plan.expectedDigest, expected != digest {
                .verificationFailed(
                    .digest, expected: "\(expected)", actual: "\(digest)", draw: options.surroundings.draw())
            } else {
                nil
            }
        if let mismatch {
            try await report(mismatch, of: running)
            return
        }
        let trust = Trust(promised: plan.expectedDigest, bytes: plan.expectedBytes)
        let verified = try await report(.verified(bytes: received.bytes, digest, trust), of: running)
        fault(.verifiedDurable)
        let path = ContentPath(
            number: plan.number, verifiedPosition: verified.positions.lowerBound,
            name: SafeName(suggested: plan.suggestedName, url: plan.address))
        try await publish(plan.number, attempt: running.id, as: path, replacing: plan.replaced)
    }

    func publish(
        _ number: UInt64, attempt: UInt64, as path: ContentPath, replacing old: StoredFile?
    ) async throws {
        do {
            _ = try await pool.run { [content] () throws(StorageFailure) in
                try content.open().publish(partial: number, as: path)
            }
        } catch {
            // Whether it stands in its place is seen when the volume is back: the attempt stays open until then.
            let isLost = await hasLost(content)
            guard !isLost, error.kind != .volumeMissing else { return }
            let code = error.kind == .twoVolumes ? "two-volumes" : "publish"
            let failure = Failure(error.isOutOfSpace ? .space : .file, code, osCode: Int64(error.osCode))
            // It may stand in its place already; nothing will ever refer to it there.
            if error.kind != .exists {
                await removeUnreferred { root throws(StorageFailure) in try root.delete(path) }
            }
            try await commit(
                .attempt(
                    item: number, id: attempt,
                    .failed(
                        failure, durableBytes: 0, retryAfterInMilliseconds: nil, discards: nil,
                        draw: options.surroundings.draw())),
                by: .system)
            return
        }
        fault(.fileRenamed)
        try await commit(
            .attempt(item: number, id: attempt, .published(path: "\(path)", volume: content.number)), by: .system)
        fault(.publishedDurable)
        if let old { await deleteReplaced(number, old) }
        try await measureStorage()
    }

    /// The new version stands; the file of the old one goes, as soon as nobody uses it. A crash before this leaves an orphan for the next recovery.
    func deleteReplaced(_ number: UInt64, _ file: StoredFile) async {
        guard !inUse.contains(number) else { return replacedInUse[number, default: []].append(file) }
        await removeUnreferred(on: file.volume) { root throws(StorageFailure) in try root.delete(file.path) }
    }

    /// The file of the version that stands; it goes once another has taken its place.
    func standing(_ item: Item) throws -> StoredFile? {
        try item.installed.flatMap { try places.file(of: $0, sequencer.privateParts) }
    }

    /// Deletes a file that nothing refers to; where that fails, the store is looked through when the engine closes, or when the volume
    /// is back.
    ///
    /// - Parameter volume: that of new content where none is given.
    func removeUnreferred<Result: Sendable>(
        on volume: ContentVolume? = nil, _ delete: @escaping @Sendable (ContentRoot) throws(StorageFailure) -> Result
    ) async {
        let volume = volume ?? content
        do {
            _ = try await pool.run { () throws(StorageFailure) in try delete(volume.open()) }
        } catch {
            hasLeftovers = true
        }
    }
}
