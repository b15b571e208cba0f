import Foundation
import HoldfastTestSupport

@testable import Holdfast

/// The scripted life of a store in a process that may be killed at any step.
///
/// Everything that was acknowledged is written to a file before the next step, so that who looks afterwards knows what must be there.
struct Life {
    var storePath: String
    var ledgerPath: String
    /// Addresses of the pages: `plain`, `cut` (cut at 300,000 bytes once, then whole), `old` and `new`.
    var pages: [String]

    /// One line for each acknowledged command: the item, what was asked, and the first position.
    private func acknowledge(_ item: String, _ what: String, _ receipt: OfflineEngine.Receipt) {
        let line = "\(item) \(what) \(receipt.positions.lowerBound) \(receipt.positions.count)\n"
        let file = Glibc.open(ledgerPath, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        _ = line.withCString { write(file, $0, strlen($0)) }
        close(file)
    }

    /// Lives from the first request to the end; each step is taken again after a kill, under the same command ids.
    func run(_ change: (inout EngineOptions) -> Void = { _ in }) async throws {
        var options = EngineOptions()
        options.clock = FastClock()
        options.monitor = ManualMonitor(LinkFacts(link: .internet, source: .manual))
        change(&options)
        let engine = try await OfflineEngine.open(at: storePath, options: options)
        try await engine.set("storage.keepFreeBytes", to: "0", command: "s1")
        try await engine.set("retry.baseMs", to: "100", command: "s2")
        try await engine.set("retry.capMs", to: "1000", command: "s3")
        try await engine.set("ui.undoMs", to: "86400000", command: "s4")
        // A kill may have come between the removal and its undoing; the window is open for longer than anybody waits.
        try await undo(engine)
        try await want("plain", pages[0], engine)
        try await want("cut", pages[1], engine)
        try await want("updated", pages[2], engine)
        await engine.untilIdle()
        await engine.startFlush()
        try await takeIn(engine)

        acknowledge(
            "updated", "amended",
            try await engine.amend(Self.registration("updated", pages[3], version: "2"), command: "a"))
        if try await engine.item("updated")?.installed?.bytes == 1_000 {
            acknowledge("updated", "requested", try await engine.request("updated", command: "u"))
        }
        if try await engine.item("plain")?.removal == Removal.none, try await engine.item("plain")?.installed != nil {
            acknowledge("plain", "removed", try await engine.remove("plain", command: "x1"))
        }
        try await undo(engine)
        await engine.untilIdle()
        acknowledge("cut", "removed", try await engine.remove("cut", now: true, command: "x3"))
        await engine.untilIdle()
        try await engine.close()
    }

    static let ownByteCount = 4_000

    /// A file that the person has already.
    private func takeIn(_ engine: OfflineEngine) async throws {
        var own = Registration(id: "own")
        own.isDownloadable = false
        own.expectedBytes = Int64(Self.ownByteCount)
        acknowledge("own", "registered", try await engine.register(own, command: "r-own"))
        let path = ledgerPath + ".own"
        let bytes = Data(repeating: 7, count: Self.ownByteCount)
        guard FileManager.default.createFile(atPath: path, contents: bytes) else { throw POSIXError(.EIO) }
        acknowledge("own", "imported", try await engine.importContent("own", from: path, command: "i-own").receipt)
    }

    private func undo(_ engine: OfflineEngine) async throws {
        guard case .pending? = try await engine.item("plain")?.removal else { return }
        acknowledge("plain", "undone", try await engine.undoRemoval("plain", command: "x2"))
    }

    private func want(_ id: String, _ url: String, _ engine: OfflineEngine) async throws {
        acknowledge(id, "registered", try await engine.register(Self.registration(id, url), command: "r-\(id)"))
        acknowledge(id, "requested", try await engine.request(id, command: "q-\(id)"))
    }

    static func registration(_ id: String, _ url: String, version: String = "1") -> Registration {
        var registration = Registration(id: id, sources: [url])
        registration.version = version
        return registration
    }
}

extension OfflineEngine {
    func item(_ id: String) async throws -> Item? { try await read { try $0.item(id) } }
}
