import Holdfast
import HoldfastModel

/// Looks at the state at moments when everything that could run has run: timers fire only then.
extension World {
    func nextLook() {
        loop.at(loop.microseconds + chance.time(120...7_200)) { [self] in
            guard !isEnding else { return }
            if let engine = life?.engine, life?.isClosing == false { look(at: engine) }
            nextLook()
        }
    }

    private struct Standing {
        var items: [String: UInt64]
        /// Removals that nothing holds up any more, by their requests.
        var removals: [UInt64: String]
        var failedCalls: Int
    }

    private func look(at engine: OfflineEngine) {
        guard let standing = standing(engine) else { return }
        checkDeadEnds(engine)
        guard !standing.items.isEmpty || !standing.removals.isEmpty else { return }
        // A turn that a failed commit put off comes within a second, a link that is still settling within two; what lies behind a link is
        // probed twice at most before it is believed.
        let life = life
        loop.at(loop.microseconds + (probesNetwork ? 15_000_000 : 3_000_000)) { [self] in
            guard self.life === life, life?.isClosing == false, let later = self.standing(engine),
                later.failedCalls == standing.failedCalls,
                clock.setAt.map({ loop.microseconds - $0 > Self.clockLook }) ?? true
            else { return }
            for (request, id) in standing.removals.sorted(by: { $0.key < $1.key })
            where later.removals[request] != nil {
                note(Violation(.startedWithinATurn, "the removal of \(id) is due, and does not start"))
            }
            for (id, attempts) in standing.items.sorted(by: { $0.key < $1.key }) where later.items[id] == attempts {
                note(Violation(.startedWithinATurn, "\(id) is ready, nothing blocks it, and it does not start"))
            }
        }
    }

    /// A clock that was set is noticed at the engine's next look, ten seconds later at most, and acted on in the turn after it.
    private static let clockLook: Int64 = 13_000_000

    /// Items that could start, with the attempts that they have had; `nil` where the links are between two states.
    private func standing(_ engine: OfflineEngine) -> Standing? {
        guard let monitor = life?.monitor, monitor.settled?.link == monitor.gate, disk.mood != .full else { return nil }
        do {
            let items = try engine.store.read { reader in
                try MomentCheck.unstarted(in: reader.view, at: clock.now()).map { id in
                    (id, try reader.item(id)?.intent?.attempts ?? 0)
                }
            }
            let removals = try engine.store.read { reader in
                try reader.items().compactMap { item -> (UInt64, String)? in
                    guard case .pending(let request, _, let undoUntil) = item.removal,
                        undoUntil ?? 0 <= clock.now().wall
                    else { return nil }
                    return (request, item.id)
                }
            }
            return Standing(
                items: Dictionary(items) { first, _ in first }, removals: Dictionary(removals) { first, _ in first },
                failedCalls: disk.failedCalls)
        } catch {
            failed(error, "read")
            return nil
        }
    }

    private func checkDeadEnds(_ engine: OfflineEngine) {
        do {
            let found = try engine.store.read { reader in
                try MomentCheck.deadEnds(in: reader.view, at: clock.now(), next: reader.recordCount)
            }
            for violation in found { note(violation) }
        } catch {
            failed(error, "read")
        }
    }

    /// Some seconds after the last wish for an item has ended its partial file is gone, unless it was to be kept. A disk that failed may
    /// have kept it from being deleted until the store is looked through.
    func checkPartialGoes(of id: String, in engine: OfflineEngine) {
        let life = life
        loop.at(loop.microseconds + 10_000_000) { [self] in
            guard self.life === life, life?.isClosing == false, !disk.isDead, disk.failedCalls == 0, disk.mood == .sound
            else { return }
            do {
                guard let item = try engine.store.read({ try $0.item(id) }), item.staging == nil,
                    item.transfer.attempt == nil, disk.sizes(of: "\(path)/partial/\(item.number).part") != nil
                else { return }
                note(Violation(nil, "the partial file of \(id) is left, and nobody needs it"))
            } catch {
                failed(error, "read")
            }
        }
    }
}
