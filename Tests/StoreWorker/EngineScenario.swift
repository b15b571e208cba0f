import Holdfast
import HoldfastTestSupport

/// The life of an engine: downloads (one cut in the middle), a new version, a removal that is undone, a removal.
///
/// Each step is taken again under the same command id when the life is lived again, so it may end anywhere.
struct EngineScenario {
    /// What the scenario needs from outside: where the content is, and what it is.
    struct Source {
        var url: String
        var digest: Digest
    }

    /// An acknowledgement, as a mark in the recording: `word item number`.
    struct Mark {
        var word: String
        var item: String
        var position: UInt64

        var text: String { "\(word) \(item) \(position)" }

        init(_ word: String, _ item: String, _ position: UInt64) {
            (self.word, self.item, self.position) = (word, item, position)
        }

        init?(_ text: String) {
            let words = text.split(separator: " ").map(String.init)
            guard words.count == 3, let position = UInt64(words[2]) else { return nil }
            self.init(words[0], words[1], position)
        }

        /// The events of which one must stand at the position.
        var types: Set<EventType> {
            switch word {
            case "registered": [.itemRegistered]
            case "requested": [.downloadRequested]
            case "amended": [.itemAmended]
            // What is not there yet is removed by giving its download up.
            case "removed": [.deletionRequested, .downloadCancelled, .transferInterrupted]
            case "undone": [.deletionUndone]
            case "published": [.contentPublished]
            default: []
            }
        }
    }

    var path: String
    /// Tries downloads again that have failed for good, as a user would once the disk works again.
    var retriesFailed = false
    /// `plain`, `cut` (cut in the middle once), `old` and `new`.
    var sources: [Source]
    var acknowledge: @Sendable (Mark) -> Void

    func open() async throws -> OfflineEngine {
        var options = EngineOptions()
        options.clock = FastClock()
        options.monitor = ManualMonitor(LinkFacts(link: .internet, source: .manual))
        return try await OfflineEngine.open(at: path, options: options)
    }

    /// Steps of the life, in order. One may fail; those after it are still tried by whoever expects that.
    var steps: [@Sendable (OfflineEngine) async throws -> Void] {
        [
            { try await $0.set("storage.keepFreeBytes", to: "0", command: "s1") },
            { try await $0.set("retry.baseMs", to: "100", command: "s2") },
            { try await $0.set("retry.capMs", to: "1000", command: "s3") },
            { try await $0.set("ui.undoMs", to: "86400000", command: "s4") },
            // The life may have ended between the removal and its undoing; the window is open for longer than anybody waits.
            undo,
            { try await want("plain", sources[0], $0) },
            { try await want("cut", sources[1], $0) },
            { try await want("updated", sources[2], $0) },
            untilIdle, amend,
            { if try await isInstalled("plain", $0) { try await remove("plain", "x1", now: false, $0) } },
            undo, untilIdle,
            { try await remove("cut", "x3", now: true, $0) },
            untilIdle,
        ]
    }

    func run() async throws {
        let engine = try await open()
        do {
            for step in steps { try await step(engine) }
        } catch {
            try? await engine.close()
            throw error
        }
        try await engine.close()
    }

    private func acknowledge(_ word: String, _ item: String, _ receipt: OfflineEngine.Receipt) {
        if !receipt.positions.isEmpty { acknowledge(Mark(word, item, receipt.positions.lowerBound)) }
    }

    private func want(_ id: String, _ source: Source, _ engine: OfflineEngine) async throws {
        acknowledge("registered", id, try await engine.register(registration(id, source), command: "r-\(id)"))
        acknowledge("requested", id, try await engine.request(id, command: "q-\(id)"))
    }

    private func registration(_ id: String, _ source: Source, version: String = "1") -> Registration {
        var registration = Registration(id: id, sources: [source.url])
        registration.version = version
        // Without a promised digest the first bytes that come are believed, so a power cut must not change them.
        if id != "plain" { registration.expectedDigest = source.digest }
        return registration
    }

    @Sendable private func amend(_ engine: OfflineEngine) async throws {
        let new = registration("updated", sources[3], version: "2")
        acknowledge("amended", "updated", try await engine.amend(new, command: "a"))
        let installed = try await engine.read { try $0.item("updated") }?.installed
        if installed?.digest == sources[2].digest {
            acknowledge("requested", "updated", try await engine.request("updated", command: "u"))
        }
    }

    private func isInstalled(_ id: String, _ engine: OfflineEngine) async throws -> Bool {
        let item = try await engine.read { try $0.item(id) }
        return item?.installed != nil && item?.removal == Removal.none
    }

    private func remove(_ id: String, _ command: String, now: Bool, _ engine: OfflineEngine) async throws {
        acknowledge("removed", id, try await engine.remove(id, now: now, command: command))
    }

    @Sendable private func undo(_ engine: OfflineEngine) async throws {
        guard case .pending? = try await engine.read({ try $0.item("plain") })?.removal else { return }
        acknowledge("undone", "plain", try await engine.undoRemoval("plain", command: "x2"))
    }

    /// What is published by then is told by the state, so it is as good as acknowledged.
    @Sendable private func untilIdle(_ engine: OfflineEngine) async throws {
        for item in try await engine.read({ try $0.items() }) where retriesFailed {
            if case .failed = item.transfer { try await engine.retry(item.id) }
        }
        // A removal that could not be undone would be waited for until its window closes.
        try await undo(engine)
        await engine.untilIdle()
        for item in try await engine.read({ try $0.items() }) {
            if let installed = item.installed { acknowledge(Mark("published", item.id, installed.published)) }
        }
    }
}
