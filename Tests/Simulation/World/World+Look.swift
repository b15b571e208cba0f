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
        var failedCalls: Int
    }

    private func look(at engine: OfflineEngine) {
        guard let standing = standing(engine) else { return }
        checkDeadEnds(engine)
        guard !standing.items.isEmpty else { return }
        // A turn that a failed commit put off comes within a second, a link that is still settling within two.
        let life = life
        loop.at(loop.microseconds + 3_000_000) { [self] in
            guard self.life === life, life?.isClosing == false, let later = self.standing(engine),
                later.failedCalls == standing.failedCalls
            else { return }
            for (id, attempts) in standing.items.sorted(by: { $0.key < $1.key }) where later.items[id] == attempts {
                note(Violation(.startedWithinATurn, "\(id) is ready, nothing blocks it, and it does not start"))
            }
        }
    }

    /// Items that could start, with the attempts that they have had; `nil` where the links are between two states.
    private func standing(_ engine: OfflineEngine) -> Standing? {
        guard let monitor = life?.monitor, monitor.settled?.link == monitor.gate, disk.mood != .full else { return nil }
        do {
            let items = try engine.store.read { reader in
                try MomentCheck.unstarted(in: reader.view, at: clock.now()).map { id in
                    (id, try reader.item(id)?.intent?.attempts ?? 0)
                }
            }
            return Standing(
                items: Dictionary(items) { first, _ in first }, failedCalls: disk.failedCalls)
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
}
