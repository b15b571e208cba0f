extension OfflineEngine {
    func startRemoval(of number: UInt64) {
        guard removals[number] == nil, !inUse.contains(number) else { return }
        removals[number] = Task {
            await self.remove(number)
            self.removals[number] = nil
            self.scheduleTurn()
        }
    }

    /// The plan starts what is pending; a removal that had begun when a commit failed is taken up here.
    func resumeUnfinishedRemovals() {
        let numbers = unfinishedRemovals.filter { !isRemovalStalled($0) }
        unfinishedRemovals.subtract(numbers)
        for number in numbers { startRemoval(of: number) }
    }

    /// The file is on a volume that is away.
    func isRemovalStalled(_ number: UInt64) -> Bool {
        guard let installed = try? sequencer.state.item(number)?.installed else { return false }
        return !isAvailable(places[installed.volume])
    }

    /// Past `deletionStarted` there is no way back; a crash after it finds the removal running and finishes it.
    private func remove(_ number: UInt64) async {
        do {
            guard let item = try sequencer.state.item(number), !inUse.contains(number) else { return }
            switch item.removal {
            case .pending, .failed:
                try await freeing(.startDeletion(item: number))
                fault(.deletionStarted)
            case .running, .none: break
            }
            guard try sequencer.state.item(number)?.removal.isRunning == true else { return }
            try await finishRemoval(of: item)
        } catch {
            // Refused: undone in the meantime. Otherwise the state still says what is to be done, and a later turn does it.
            if HoldfastError(error).code != .refused {
                unfinishedRemovals.insert(number)
                holdTurns()
            }
        }
    }

    func finishRemoval(of item: Item) async throws {
        let isEviction = item.removal.reason == .known(.evicted)
        var freed: Int64 = 0
        if let file = try standing(item) {
            do {
                freed = try await pool.run { () throws(StorageFailure) in try file.delete().freedBytes }
            } catch {
                // It goes on when the volume is back.
                let isLost = await hasLost(file.volume)
                if isLost || error.kind == .volumeMissing {
                    unfinishedRemovals.insert(item.number)
                    return
                }
                let failure = Failure(.file, error.kind.rawValue, osCode: Int64(error.osCode))
                try await commit(.deletionFailed(item: item.number, failure), by: .system)
                return
            }
        }
        fault(.fileDeleted)
        // The removal counts as running until what it freed is known: otherwise more would make way for the same need.
        if isEviction { try? await measureStorage(always: true) }
        try await freeing(.deleted(item: item.number, freedBytes: freed))
        fault(.deletedDurable)
        try await measureStorage()
        try? directory.reserveFile().restore()
    }

    /// Makes room. Where nothing may go, it is not tried again before something has changed that could help.
    func evict(_ needBytes: Int64) throws {
        let totals = try sequencer.state.totals()
        let open = inUse.items
        let attempt = EvictionAttempt(needBytes: needBytes, totals: totals, openCount: open.count)
        guard fruitlessEviction != attempt else { return }
        let planned = try queue(.evict(needBytes: needBytes, sparing: open), by: .system)
        fruitlessEviction = planned.submission == nil ? attempt : nil
        guard planned.submission != nil else { return }
        Task { try? await self.settle(planned) }
    }

    /// A full disk must not stop anybody from freeing space: the reserve gives the room that one commit needs.
    @discardableResult
    func freeing(
        _ command: Command, by actor: Record.Actor? = .system, id: String? = nil
    ) async throws(HoldfastError) -> Sequencer.Appended {
        do {
            return try await commit(command, by: actor, id: id)
        } catch  where error.code == .diskFull {
            try? directory.reserveFile().release()
            return try await commit(command, by: actor, id: id)
        }
    }
}

/// What an eviction that found nothing depended on.
struct EvictionAttempt: Equatable {
    var needBytes: Int64
    var totals: Totals
    var openCount: Int
}

extension Removal {
    var isRunning: Bool { if case .running = self { true } else { false } }

    var reason: Open<DeletionReason>? {
        switch self {
        case .pending(_, let reason, _), .running(_, let reason), .failed(_, let reason, _): reason
        case .none: nil
        }
    }
}
