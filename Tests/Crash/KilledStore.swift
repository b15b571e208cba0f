import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// A store whose process is killed, and what must be true of it afterwards.
final class KilledStore: Sendable {
    let folder: TemporaryDirectory
    let life: Life
    private let pages: [OriginPage]

    init() throws {
        folder = try TemporaryDirectory()
        let origin = try Origin.shared.get()
        let body: Reply = ["body": ["random": 500_000, "seed": 2], "etag": "\"c\""]
        pages = [
            try origin.page(["body": ["random": 5_000, "seed": 1], "etag": "\"p\""]),
            try origin.page(body.merging(["cut_at": 300_000]) { $1 }, body),
            try origin.page(["body": ["random": 1_000, "seed": 3], "etag": "\"o\""], name: "old.bin"),
            try origin.page(["body": ["random": 2_000, "seed": 4], "etag": "\"n\""], name: "new.bin"),
        ]
        life = Life(
            storePath: folder.file("store"), ledgerPath: folder.file("ledger"), pages: pages.map(\.url))
    }

    private struct Acknowledged {
        var item: String
        var type: EventType
        var position: UInt64
    }

    private func ledger() -> [Acknowledged] {
        let types: [String: EventType] = [
            "registered": .itemRegistered, "requested": .downloadRequested, "amended": .itemAmended,
            "removed": .deletionRequested, "undone": .deletionUndone, "imported": .contentImported,
        ]
        let text = String(decoding: folder.read("ledger") ?? [], as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 4, words[3] != "0", let type = types[String(words[1])], let position = UInt64(words[2])
            else { return nil }
            return Acknowledged(item: String(words[0]), type: type, position: position)
        }
    }

    /// What holds right after a kill, before anything is recovered, and ever after.
    func check(_ comment: Comment) throws {
        let store: OfflineStore
        do {
            store = try OfflineStore.open(at: life.storePath)
        } catch {
            // Killed before the first commit: there is no store yet, or a file without content.
            #expect(ledger().isEmpty && !error.message.contains("damage"), "\(comment): \(error)")
            return
        }
        defer { store.close() }
        #expect(try store.verify(content: true).problems == [], comment)
        for acknowledged in ledger() {
            let record = try store.record(at: acknowledged.position)
            #expect(record.subject == "item:\(acknowledged.item)", comment)
            #expect(record.record.event.type == acknowledged.type, comment)
        }
        let shown = try store.read { reader in
            try reader.items().map { ($0, try reader.report(on: $0).affordance.label) }
        }
        for (item, label) in shown where label == "Offline" {
            let installed = try #require(item.installed)
            let parts = PrivateParts(rows: LiveRows(log: store.log))
            let places = try store.places(store.read { $0.environment() }, parts)
            let file = try #require(try places.file(of: installed, parts))
            #expect(try file.volume.open().digest(of: file.path, .sha256) == "\(installed.digest)", comment)
        }
    }

    /// C07: as soon as the store is open again nothing is said to run.
    func checkNothingRuns(_ comment: Comment) async throws {
        guard folder.read("store/log.mdb") != nil else { return }
        var options = EngineOptions()
        options.mode = .commandsOnly
        let engine = try await OfflineEngine.open(at: life.storePath, options: options)
        let transfers = try await engine.read { try $0.items().map(\.transfer) }
        for transfer in transfers {
            switch transfer {
            case .connecting, .receiving: Issue.record("\(comment): \(transfer)")
            default: break
            }
        }
        try await engine.close()
    }

    /// Lives on to the end, and finds everything as if nothing had happened.
    func finish(_ comment: Comment) async throws {
        try await life.run()
        try check(comment)
        let store = try OfflineStore.open(at: life.storePath)
        defer { store.close() }
        let items = try store.read { try $0.items() }
        #expect(items.map(\.id) == ["plain", "cut", "updated", "own"], comment)
        #expect(items.last?.installed?.bytes == Int64(Life.ownByteCount), comment)
        let digests = items.prefix(3).map { $0.installed.map { "\($0.digest)" } }
        let expected = [try pages[0].digest(), nil, try pages[3].digest()]
        #expect(digests == expected, comment)
        for item in items {
            #expect(item.intent == nil && item.transfer == .idle && item.removal == Removal.none, comment)
        }
        #expect(try store.read { try $0.totals().running } == 0, comment)
        #expect(folder.names(in: "store/partial") == [], comment)
        let files = folder.names(in: "store/content").flatMap { folder.names(in: "store/content/\($0)") }
        #expect(files.count == 3, "\(comment): \(files)")
    }
}
