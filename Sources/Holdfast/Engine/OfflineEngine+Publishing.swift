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
        _ number: UInt64, attempt: UInt64, as path: ContentPath, replacing old: UInt64?
    ) async throws {
        do {
            _ = try await pool.run { [content] () throws(StorageFailure) in
                try content.publish(partial: number, as: path)
            }
        } catch {
            let failure = Failure(error.isOutOfSpace ? .space : .file, "publish", osCode: Int64(error.osCode))
            // It may stand in its place already; nothing will ever refer to it there.
            if error.kind != .exists {
                await removeUnreferred { content throws(StorageFailure) in try content.delete(path) }
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
            .attempt(item: number, id: attempt, .published(path: "\(path)", volume: 0)), by: .system)
        fault(.publishedDurable)
        if let old { await deleteReplaced(number, publishedAt: old) }
        try await measureStorage()
    }

    /// The new version stands; the file of the old one goes, as soon as nobody uses it. A crash before this leaves an orphan for the next recovery.
    func deleteReplaced(_ number: UInt64, publishedAt position: UInt64) async {
        guard let path = try? sequencer.privateParts.contentPath(at: position) else { return }
        guard !inUse.contains(number) else { return replacedInUse[number, default: []].append(path) }
        await removeUnreferred { content throws(StorageFailure) in try content.delete(path) }
    }

    /// Deletes a file that nothing refers to; where that fails, the store is looked through when the engine closes.
    func removeUnreferred<Result: Sendable>(
        _ delete: @escaping @Sendable (ContentRoot) throws(StorageFailure) -> Result
    ) async {
        do {
            _ = try await pool.run { [content] () throws(StorageFailure) in try delete(content) }
        } catch {
            hasLeftovers = true
        }
    }
}
