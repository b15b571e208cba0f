extension Decider {
    mutating func pin(_ id: String, _ isPinned: Bool) throws {
        let item = try item(id)
        guard item.isPinned != isPinned else { return note(.alreadySet) }
        add(item, isPinned ? .contentPinned(ContentPinned()) : .contentUnpinned(ContentUnpinned()))
    }

    /// Written down at most once an hour: which file was used last needs no more.
    mutating func opened(_ id: String) throws {
        let item = try item(id)
        guard let installed = item.installed else { return note(.notInstalled) }
        if let last = installed.openedAt, now.wall >= last, now.wall.clampedDifference(last) < Self.openedInterval {
            return note(.unchanged)
        }
        let device = try state.device()
        let isOnline = device.isConnectivityCurrent && device.connectivity?.hasInternet ?? false
        add(item, .contentOpened(filled(ContentOpened()) { $0.isOffline = !isOnline }), cause: installed.published)
    }

    private static var openedInterval: Int64 { 3_600_000_000 }

    /// What is wanted fails for all to see; what is installed stays.
    mutating func withdraw(_ id: String, reason: String) throws {
        let item = try item(id)
        guard !item.catalogue.isWithdrawn else { return note(.alreadyWithdrawn) }
        guard reason.utf8.count <= CatalogueLimit.textByteCountMax else {
            throw Refusal(
                .valueOutOfRange, "The reason has at most \(CatalogueLimit.textByteCountMax) bytes. Shorten it.")
        }
        let position = add(item, .itemWithdrawn(filled(ItemWithdrawn()) { $0.reason = reason }))
        // A whole file is put in its place; one that is still on its way is not worth going on with.
        guard let intent = item.intent, !item.transfer.state.isFinishing, item.transfer.state != .failed else { return }
        addInterrupt(item, .cancelled)
        addDownloadFailed(item, intent, Failure(.notFound, "withdrawn"), cause: position)
    }

    mutating func observe(_ remote: RemoteVersion, of id: String) throws {
        let item = try item(id)
        for (name, text) in [("version", remote.version), ("ETag", remote.etag)]
        where text?.utf8.count ?? 0 > CatalogueLimit.textByteCountMax {
            throw Refusal(
                .valueOutOfRange, "The \(name) has at most \(CatalogueLimit.textByteCountMax) bytes; take another one.")
        }
        if let bytes = remote.bytes, bytes < 0 {
            throw Refusal(
                .valueOutOfRange, "A file has no fewer than 0 bytes, this one \(bytes). Leave it out when unknown.")
        }
        let known = item.catalogue
        func isNews<Value: Equatable>(_ seen: Value?, _ known: Value?) -> Bool { seen != nil && seen != known }
        guard
            isNews(remote.version, known.version) || isNews(remote.etag, known.etag)
                || isNews(remote.bytes, known.expectedBytes) || isNews(remote.digest, known.expectedDigest)
        else { return note(.unchanged) }
        let event = RemoteVersionObserved(remote)
        let position = add(item, .remoteVersionObserved(event))
        // Another version is what a download that failed for its source waits for.
        guard event.isOther(than: item), case .failed(_, .known(.source)) = item.transfer, let intent = item.intent,
            !known.isWithdrawn
        else { return }
        addRetry(item, intent, cause: position)
    }

    mutating func imported(_ number: UInt64, _ bytes: Int64, _ digest: Digest, path: String, volume: UInt64) throws {
        let item = try item(number)
        guard item.transfer.attempt == nil else {
            throw Refusal(
                .attemptOpen, "\"\(item.id)\" is being transferred. Pause or cancel it, then import the file.")
        }
        if case .running = item.removal {
            throw Refusal(.removalStarted, "\"\(item.id)\" is being removed. Import the file when that is done.")
        }
        let catalogue = item.catalogue
        guard catalogue.expectedDigest ?? digest == digest, catalogue.expectedBytes ?? bytes == bytes else {
            throw Refusal(
                .notProven,
                "The file is not the one that the catalogue promises for \"\(item.id)\". Import the right one.")
        }
        if let quota = try Settings(of: nil, in: state).quotaBytes {
            let replaced = (item.installed?.bytes ?? 0).clampedSum(item.staging?.durableBytes ?? 0)
            guard try state.totals().committedBytes.clampedDifference(replaced).clampedSum(bytes) <= quota else {
                throw Refusal(
                    .blocked, "With \"\(item.id)\" the content would take more than \(quota) bytes. Make room first.")
            }
        }
        if case .pending(let requested, _, _) = item.removal {
            add(item, .deletionUndone(DeletionUndone()), cause: requested)
        }
        let trust = Trust(promised: catalogue.expectedDigest, bytes: catalogue.expectedBytes)
        let event = filled(ContentImported()) {
            $0.bytes = bytes
            $0.digest = digest
            $0.trust = .known(trust)
            $0.volume = volume
            $0.replaced = item.installed?.published
        }
        add(
            item, .contentImported(event), cause: item.intent?.request,
            privatePart: filled(PrivatePart()) { $0.path = path })
    }

    mutating func note(on id: String?, target: UInt64?, _ text: String) throws {
        var subject = NewSubject.session
        if let id { subject = .number(try item(id).number) }
        guard (1...Self.noteByteCountMax).contains(text.utf8.count) else {
            throw Refusal(
                .valueOutOfRange, "A note has 1...\(Self.noteByteCountMax) bytes, this one \(text.utf8.count).")
        }
        if let target, target >= context.next {
            throw Refusal(.notFound, "There is no record at position \(target); the log ends at \(context.next).")
        }
        add(
            subject, .noteAdded(filled(NoteAdded()) { $0.target = target }), cause: target,
            privatePart: filled(PrivatePart()) { $0.note = text })
    }

    private static var noteByteCountMax: Int { 4_096 }
}
