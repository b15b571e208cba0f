import Foundation
import HoldfastTestSupport

@testable import Holdfast

/// A store with an item of every kind, to be damaged in copies.
final class DamagedStores: Sendable {
    static let shared = Made()

    let folder: TemporaryDirectory
    let log: [UInt8]
    /// What a sound store says.
    let sound: Answers

    static let pageSize = 4096

    private init(folder: TemporaryDirectory, log: [UInt8], sound: Answers) {
        (self.folder, self.log, self.sound) = (folder, log, sound)
    }

    var pageCount: Int { log.count / Self.pageSize }

    /// What the tool says of a store, the verbs that look first.
    struct Answers: Sendable {
        var status, log, verify: ToolEnd

        init(of store: String) throws {
            status = try Tool.run(["status", "--all", "--json"], store: store)
            log = try Tool.run(["log", "--json"], store: store)
            verify = try Tool.run(["verify"], store: store)
        }
    }

    /// Made once, by whichever test comes first.
    actor Made {
        private var task: Task<DamagedStores, any Error>?

        func stores() async throws -> DamagedStores {
            if let task { return try await task.value }
            let made = Task { try await DamagedStores.make() }
            task = made
            return try await made.value
        }
    }

    private static func make() async throws -> DamagedStores {
        let folder = try TemporaryDirectory()
        let path = folder.file("store")
        var options = EngineOptions()
        options.monitor = ManualMonitor(LinkFacts(link: .internet, source: .manual))
        let engine = try await OfflineEngine.open(at: path, options: options)
        try await engine.set("storage.keepFreeBytes", to: "1MB")
        let origin = try Origin.shared.get()
        let body: Reply = ["body": ["random": 60_000], "etag": "\"a\""]
        let pages = try [
            "whole": origin.page(body), "gone": origin.page(body), "leaving": origin.page(body),
            "failed": origin.page(["status": 404]),
            "partial": origin.page(body.merging(["cut_at": 30_000]) { $1 }, ["status": 503]),
        ]
        for (id, page) in pages.sorted(by: { $0.key < $1.key }) { try await want(id, page.url, engine) }
        try await until(engine) { reader in
            guard case .backoff? = try reader.item("partial")?.transfer else { return false }
            return try reader.totals().running == 0 && reader.totals().installed == 3
        }
        _ = try await engine.cancel("partial", keepsPartial: true)
        _ = try await engine.remove("gone", now: true)
        await engine.untilIdle()
        _ = try await engine.remove("leaving")
        _ = try await engine.declare(Feature(id: "map", needs: .content, contentItems: ["whole"]))
        await engine.startFlush()
        for number in 0..<60 {
            try await want("later-\(number)", "https://later.invalid/\(number)", engine, asks: false)
        }
        try await engine.close()
        // A tail behind the tables, as a process that was killed leaves it.
        options.mode = .commandsOnly
        let second = try await OfflineEngine.open(at: path, options: options)
        for number in 0..<8 { _ = try await second.pause(.item("later-\(number)")) }
        try await second.close()
        guard let log = folder.read("store/log.mdb") else { throw ChildFailure(reason: "no log was made") }
        return DamagedStores(folder: folder, log: log, sound: try Answers(of: path))
    }

    private static func want(_ id: String, _ url: String, _ engine: OfflineEngine, asks: Bool = true) async throws {
        var item = Registration(id: id, sources: [url])
        item.title = "Title of \(id)"
        _ = try await engine.register(item)
        if asks { _ = try await engine.request(id) }
    }

    private static func until(
        _ engine: OfflineEngine, _ holds: @Sendable (StateReader) throws -> Bool
    ) async throws {
        for await _ in engine.store.follow(from: 0) where try await engine.read(holds) { return }
    }

    /// Lends a copy of the store whose log has these bytes.
    func copy<Value>(_ bytes: [UInt8], _ body: (TemporaryDirectory) throws -> Value) throws -> Value {
        let copy = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: folder.file("store"), toPath: copy.file("store"))
        try copy.write(bytes, to: "store/log.mdb")
        return try body(copy)
    }

    /// Every row of every table, as LMDB's own tool writes it; what the header says of the map is left out.
    static func rows(of folder: TemporaryDirectory) throws -> String {
        let child = try ChildProcess(["mdb_dump", "-n", "-a", folder.file("store/log.mdb")])
        var text = ""
        while true {
            let line = child.readLine()
            if line.isEmpty { break }
            if !line.hasPrefix("mapsize=") && !line.hasPrefix("maxreaders=") { text += line + "\n" }
        }
        guard child.wait() == 0 else { throw ChildFailure(reason: "mdb_dump failed") }
        return text
    }
}
