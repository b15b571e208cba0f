import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// A store whose content stands on a card, and time that the test moves.
final class CardScene: Sendable {
    let scene: EngineScene
    let card: RemovableVolume
    let clock = VirtualClock()

    init(kibibytes: Int = 4 << 10) throws {
        scene = try EngineScene()
        card = try RemovableVolume(kibibytes: kibibytes)
    }

    /// The folder for content.
    var path: String { "\(card.path)/offline" }

    /// An engine whose content is on the card unless `change` says otherwise.
    func open(_ change: (inout EngineOptions) -> Void = { _ in }) async throws -> OfflineEngine {
        try await scene.open { options in
            options.contentPath = path
            options.clock = clock
            change(&options)
        }
    }

    /// What is in the folder's place while the card is out.
    enum Absence: CaseIterable, Sendable { case nothing, emptyFolder, otherStore, otherVolume }

    func pull(leaving absence: Absence) throws {
        switch absence {
        case .nothing: return try card.pullWithFolder()
        case .emptyFolder: try card.pull()
        case .otherStore:
            try card.pull()
            try mark("holdfast content 0123456789abcdef 1\n")
        case .otherVolume:
            let own = try String(contentsOfFile: "\(path)/store.id", encoding: .utf8)
            try card.pull()
            try mark(own.replacingOccurrences(of: " 1\n", with: " 2\n"))
        }
    }

    /// Pulls the card the first time that the step is reached.
    func pulling(at point: FaultPoint) -> @Sendable (FaultPoint) -> Void {
        let pulled = Later<Bool>()
        // An engine's options may outlive the test, and would keep the card mounted.
        return { [weak card] reached in
            guard reached == point, pulled.value == nil else { return }
            pulled.value = true
            try? card?.pull()
        }
    }

    private func mark(_ line: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(line.utf8).write(to: URL(filePath: "\(path)/store.id"))
    }

    /// Puts it back over whatever stood there.
    func plug() throws { try card.plug() }

    /// An item of so many bytes, and the page that counts its requests.
    func item(_ id: String, _ bytes: Int = 10_000) throws -> (Registration, OriginPage) {
        let page = try scene.origin.page(["body": ["random": bytes, "seed": 1], "etag": "\"a\""])
        return (try scene.registration(id, page), page)
    }

    /// Installs items; their pages.
    func install(_ ids: [String], _ engine: OfflineEngine) async throws -> [OriginPage] {
        var pages: [OriginPage] = []
        for id in ids {
            let (item, page) = try item(id)
            try await engine.fetch(item)
            pages.append(page)
        }
        return pages
    }

    /// Lets the engine look at its volumes in its own time, until so many records of the type are there.
    func wait(for count: Int, of type: EventType = .volumeAvailabilityChanged, _ engine: OfflineEngine) async throws {
        let ticking = Task { [clock] in
            while !Task.isCancelled {
                clock.advance(bySeconds: 11)
                await Task.yield()
            }
        }
        defer { ticking.cancel() }
        try await engine.wait(forAny: type, count: count)
    }

    /// What was said of volumes, in order.
    func changes() throws -> [VolumeAvailabilityChanged] {
        try scene.all(.volumeAvailabilityChanged).compactMap {
            if case .volumeAvailabilityChanged(let change) = $0.record.event { change } else { nil }
        }
    }

    /// Nothing was taken for lost, deleted or fetched again.
    func expectNothingLost(_ pages: [OriginPage], _ store: OfflineStore) throws {
        for type in [EventType.contentMissing, .contentCorrupted, .deletionRequested, .orphanFound] {
            #expect(try store.records(of: type).isEmpty, "\(type)")
        }
        for page in pages { #expect(try page.requests().count == 1) }
    }

    /// The same when no engine is open.
    func expectNothingLost(_ pages: [OriginPage]) throws {
        let store = try OfflineStore.open(at: scene.storePath)
        defer { store.close() }
        try expectNothingLost(pages, store)
    }
}
