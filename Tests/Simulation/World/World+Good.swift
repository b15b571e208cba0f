import Holdfast
import HoldfastModel

/// The world is made good: then everything that is wanted has to come.
extension World {
    /// No wait of the engine's is longer than a day; three leave room for what follows on it.
    private static let patience: Int64 = 3 * day

    func makeGood() throws {
        disk.makeGood()
        network.makeGood()
        origin.makeGood()
        setPower(.external)
        openEngine()
        try loop.run { life == nil || life?.engine != nil }
        guard let engine = life?.engine else {
            return note(Violation(nil, "the store cannot be opened although the disk is sound: \(lastOpenFailure)"))
        }
        Task { [self] in
            do {
                try await helpAll(engine)
                wanted = try await engine.read { try $0.queue().map(\.id) }
            } catch {
                note(Violation(nil, "what helps in a good world failed: \(error)"))
                wanted = []
            }
        }
        try loop.run { wanted != nil }
        // An attempt that began before its item's facts were put right may fail for them once.
        loop.at(loop.microseconds + 600_000_000) { [self] in Task { [self] in try? await retryAll(engine) } }
        let end = loop.microseconds + Self.patience
        loop.at(end) {}
        try loop.run { loop.microseconds >= end || isQuiet(engine) }
        checkWanted(wanted ?? [], engine)
        close(engine)
        try loop.run { life == nil }
    }

    private func isQuiet(_ engine: OfflineEngine) -> Bool {
        if isHopeless { return true }
        guard loop.isAtRest, loop.stepCount % 16 == 0 else { return false }
        return (try? engine.store.read { try $0.queue(limit: 1).isEmpty && $0.totals().running == 0 }) ?? false
    }

    /// Lifts every pause, limit and mistake.
    private func helpAll(_ engine: OfflineEngine) async throws {
        try await engine.perform(.setOfflineMode(false, until: nil))
        try await engine.perform(.resume(.all))
        for key in SettingKey.all { try await engine.set(key.name, to: nil) }
        try await engine.set("storage.keepFreeBytes", to: "0")
        for group in try await engine.read({ try $0.view.groups() }) {
            try await engine.resume(.group(group.id))
            for key in SettingKey.all where key.isPerItem {
                try await engine.set(key.name, to: nil, for: .group(group.id))
            }
        }
        for content in origin.contents {
            let id = content.id
            guard let item = try await engine.read({ try $0.item(id) }) else { continue }
            for key in SettingKey.all where key.isPerItem {
                try await engine.set(key.name, to: nil, for: .item(item.id))
            }
            var facts = Registration(id: id, sources: content.addresses)
            facts.isDownloadable = true
            facts.expectedDigest = content.current.digest
            facts.expectedBytes = Int64(content.current.bytes.count)
            facts.mediaType = "application/octet-stream"
            // The catalogue offers it again.
            if item.catalogue.isWithdrawn { try await engine.register(facts) }
            try await engine.amend(facts)
        }
        try await retryAll(engine)
    }

    private func retryAll(_ engine: OfflineEngine) async throws {
        for item in try await engine.read({ try $0.queue() }) {
            do {
                if case .held = item.transfer { try await engine.resume(.item(item.id)) }
                try await engine.retry(item.id)
            } catch {
                // It came, or was held by time, in the meantime.
                if error.code != .refused { throw error }
            }
        }
    }

    private func checkWanted(_ wanted: [String], _ engine: OfflineEngine) {
        for id in wanted {
            guard let content = origin.contents.first(where: { $0.id == id }) else { continue }
            do {
                let item = try engine.store.read { try $0.item(id) }
                guard let installed = item?.installed, installed.isSound, item?.intent == nil else {
                    note(Violation(nil, "\(id) is wanted in a good world and never came: \(item as Any)"))
                    continue
                }
                if installed.digest != content.current.digest {
                    note(Violation(nil, "\(id) came, and is not what the origin has"))
                }
            } catch {
                failed(error, "read")
            }
        }
    }
}
