internal import HoldfastLog

/// Files that people have already.
extension OfflineEngine {
    /// What an import came to.
    public struct Import: Sendable, Equatable {
        public var receipt: Receipt
        /// False where the original was to be moved and could not be deleted: it is still there.
        public var isOriginalGone: Bool
    }

    /// Takes a file of the person's in as the item's content, as if it had been downloaded: it is copied, hashed, held to what the catalogue
    /// promises, and put in its place. Needs no network, and meets a request that stands. A transfer that runs makes way for it; a download
    /// that is whole is put in its place first.
    ///
    /// - Parameters:
    ///   - path: a plain file; links are not followed.
    ///   - moving: deletes the original once the copy is on record.
    /// - Throws: `notFound` where there is no such file, `volumeMissing` while the volume for content is away, `inputOutput` for what is not a plain file, `permission`, `diskFull`; `refused` with
    ///   `unknownItem`, `notProven` for another size or digest than promised, `attemptOpen` while another import of the item is under way,
    ///   `removalStarted`, `blocked` for more bytes than `storage.quotaBytes`. Nothing is left behind then.
    @discardableResult
    public func importContent(
        _ item: String, from path: String, moving: Bool = false, command: String? = nil
    ) async throws(HoldfastError) -> Import {
        guard !isClosing else { throw closed }
        if let command, let done = try await done(command) { return Import(receipt: done, isOriginalGone: false) }
        let source: ImportSource
        do { source = try ImportSource(path: path) } catch { throw HoldfastError(error) }
        let number = try await holdBackForImport(item)
        defer {
            heldBack.remove(number)
            scheduleTurn()
        }
        let work = Task { try await self.takeIn(source, as: number, command) }
        imports[number] = work
        let result = await work.result
        imports[number] = nil
        let receipt: Receipt
        do {
            receipt = try result.get()
        } catch {
            if error is StorageFailure, await hasLost(content) { throw HoldfastError(.volumeMissing, content.absence) }
            throw HoldfastError(error)
        }
        try? await measureStorage()
        return Import(receipt: receipt, isOriginalGone: moving && source.remove())
    }

    /// Nothing else touches the item's files from here on.
    private func holdBackForImport(_ id: String) async throws(HoldfastError) -> UInt64 {
        do {
            guard let number = try sequencer.state.number(ofItem: id) else {
                throw Refusal(.unknownItem, "There is no item \"\(id)\". Register it first.")
            }
            guard heldBack.insert(number).inserted else {
                throw Refusal(.attemptOpen, "\"\(id)\" is being imported or stopped just now. Try again.")
            }
            if let running = attempts[number] {
                switch try sequencer.state.item(number)?.transfer {
                case .connecting, .receiving: running.stop(.preempted)
                // A file that is whole is put in its place first.
                default: break
                }
                await running.task?.value
            }
            return number
        } catch {
            throw HoldfastError(error)
        }
    }

    private func takeIn(_ source: ImportSource, as number: UInt64, _ id: String?) async throws -> Receipt {
        try checkImport(of: number, bytes: source.bytes)
        let copied = try await pool.run { [content, stop] () throws(StorageFailure) in
            try content.open().takeIn(source, as: number, isCancelled: { stop.isSet })
        }
        do {
            guard let digest = Digest(copied.digest) else {
                throw HoldfastError(.internal, "the digest of an imported file has an unknown form")
            }
            try checkImport(of: number, bytes: copied.bytes, digest)
            return try await publish(number, copied.bytes, digest, named: source.path, id)
        } catch {
            // Where it has its final name already there is nothing here to remove.
            await removeUnreferred { root throws(StorageFailure) in try root.removeImport(number) }
            throw error
        }
    }

    /// What would be refused in the end is refused before anything is copied.
    private func checkImport(of number: UInt64, bytes: Int64, _ digest: Digest? = nil) throws {
        guard !isClosing, let item = try sequencer.state.item(number) else { throw closed }
        guard isAvailable(content) else { throw HoldfastError(.volumeMissing, content.absence) }
        let any = Digest(sha256: Array(repeating: 0, count: 32))
        let promised = digest ?? item.catalogue.expectedDigest ?? any
        let command = Command.imported(item: number, bytes: bytes, promised, path: "", volume: content.number)
        let context = DecisionContext(now: options.clock.now(), next: sequencer.log.nextPosition)
        _ = try decide(command, in: sequencer.state, context: context)
        let settings = try Settings(of: nil, in: sequencer.state)
        guard digest == nil, let free = try? content.open().space().freeBytes, free - settings.keepFreeBytes < bytes
        else {
            return
        }
        throw HoldfastError(
            .diskFull,
            "there is no room for the \(bytes) bytes of item \(item.id): \(free) are free, of which "
                + "\(settings.keepFreeBytes) are kept free. Delete something first")
    }

    private func publish(
        _ number: UInt64, _ bytes: Int64, _ digest: Digest, named path: String, _ id: String?
    ) async throws -> Receipt {
        guard let item = try sequencer.state.item(number) else { throw closed }
        let details = try sequencer.privateParts.details(of: item)
        let url = details?.sources.first
        let name = SafeName(suggested: details?.suggestedName ?? (url == nil ? path : nil), url: url)
        let place = ContentPath(number: number, verifiedPosition: sequencer.log.nextPosition, name: name)
        do {
            try await pool.run { [content] () throws(StorageFailure) in
                try content.open().publish(import: number, as: place)
            }
        } catch {
            if error.kind != .exists {
                await removeUnreferred { root throws(StorageFailure) in try root.delete(place) }
            }
            throw error
        }
        fault(.importRenamed)
        let appended: Sequencer.Appended
        do {
            appended = try await commit(
                .imported(item: number, bytes: bytes, digest, path: "\(place)", volume: content.number), id: id)
        } catch {
            // Where the outcome is not known, the next session finds out.
            if error.code != .outcomeUnknown {
                await removeUnreferred { root throws(StorageFailure) in try root.delete(place) }
            }
            throw error
        }
        fault(.importDurable)
        if let old = try standing(item) { await deleteReplaced(number, old) }
        await removeUnreferred { root throws(StorageFailure) in try root.removePartial(number) }
        return Receipt(appended)
    }
}
