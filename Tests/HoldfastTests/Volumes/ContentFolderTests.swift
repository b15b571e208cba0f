import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// Content in a folder of the app's choice.
@Suite(.timeLimit(.minutes(10))) struct ContentFolderTests {
    let scene: EngineScene

    init() throws { scene = try EngineScene() }

    private func open(
        _ folder: String?, _ change: (inout EngineOptions) -> Void = { _ in }
    ) async throws -> OfflineEngine {
        try await scene.open { options in
            options.contentPath = folder.map(scene.directory.file)
            change(&options)
        }
    }

    private func fetch(_ id: String, named name: String? = nil, _ engine: OfflineEngine) async throws {
        let page = try scene.origin.page(["body": ["random": 10_000, "seed": 1]])
        var item = try scene.registration(id, page)
        item.suggestedName = name
        try await engine.fetch(item)
    }

    private func files(in folder: String) -> [String] {
        scene.directory.names(in: "\(folder)/content").flatMap { scene.directory.names(in: "\(folder)/content/\($0)") }
    }

    private func places() throws -> [(volume: UInt64, path: String?)] {
        let store = try OfflineStore.open(at: scene.storePath)
        defer { store.close() }
        return try store.records(of: .volumeAvailabilityChanged).compactMap { stored in
            guard case .volumeAvailabilityChanged(let change) = stored.record.event else { return nil }
            return (change.volume, stored.privatePart?.volumePath)
        }
    }

    @Test func `the folder is marked, recorded and remembered, and the store's own is left empty`() async throws {
        let first = try await open("card")
        try await fetch("a", first)
        let storeID = await first.places.storeID
        try await first.close()
        #expect(scene.directory.read("card/store.id") == Array("holdfast content \(storeID) 1\n".utf8))
        #expect(files(in: "card").count == 1 && scene.contents == [] && scene.partials == [])
        for folder in [nil, "card", "./card/", "card//."] {
            let engine = try await open(folder)
            try await fetch("b\(folder ?? "")", engine)
            #expect(try await engine.bytes(of: "a")?.count == 10_000)
            #expect(try await engine.item("a")?.installed?.volume == 1)
            try await engine.close()
        }
        #expect(files(in: "card").count == 5 && scene.contents == [])
        let told = try places()
        #expect(told.map(\.volume) == [1] && told.first?.path == scene.directory.file("card"))
        #expect(try scene.verify().problems == [])
        #expect(try scene.verify().filesChecked == 5)
    }

    @Test func `free space is that of the content's volume`() async throws {
        let engine = try await open("card")
        try await engine.close()
        let measured = try scene.all(.storageMeasured).compactMap { stored -> UInt64? in
            if case .storageMeasured(let measure) = stored.record.event { measure.volume } else { nil }
        }
        #expect(measured == [0, 1])
    }

    @Test func `a folder that was moved is known again by its mark`() async throws {
        let first = try await open("card")
        try await fetch("a", first)
        try await first.close()
        try FileManager.default.moveItem(
            atPath: scene.directory.file("card"), toPath: scene.directory.file("elsewhere"))
        let second = try await open("elsewhere")
        #expect(try await second.bytes(of: "a")?.count == 10_000)
        try await second.close()
        #expect(try places().map(\.path) == ["card", "elsewhere"].map(scene.directory.file))
        let store = try OfflineStore.open(at: scene.storePath)
        defer { store.close() }
        #expect(try store.contentPath(of: "a").hasPrefix(scene.directory.file("elsewhere")))
    }

    @Test func `a folder that was in use before is chosen again, also where it has moved`() async throws {
        for folder in ["card", "disk"] {
            let engine = try await open(folder)
            try await fetch(folder, engine)
            try await engine.close()
        }
        try FileManager.default.moveItem(atPath: scene.directory.file("card"), toPath: scene.directory.file("moved"))
        let engine = try await open("moved")
        for id in ["card", "disk"] { #expect(try await engine.bytes(of: id)?.count == 10_000) }
        try await fetch("new", engine)
        try await engine.close()
        #expect(files(in: "moved").count == 2 && files(in: "disk").count == 1)
        #expect(try places().map(\.volume) == [1, 2, 1])
        #expect(try scene.all(.orphanFound).isEmpty)
        #expect(try scene.verify().filesChecked == 3)
    }

    @Test func `unfinished bytes on a folder that is left are dropped, and the download begins anew`() async throws {
        let relay = try scene.relay()
        let page = try scene.origin.page()
        let body: Reply = ["body": ["random": 100_000], "etag": "\"a\""]
        try page.script([body.merging(["hold_at": 40_000, "hold": page.path]) { $1 }, body])
        let first = try await open("card") { $0.transport = relay }
        try await first.register(scene.registration("f", page))
        try await first.request("f")
        await relay.wait(for: 40_000, from: page.url)
        try await first.close()
        #expect(scene.directory.names(in: "card/partial").count == 1)
        let second = try await open("disk")
        await second.untilIdle()
        #expect(try await second.bytes(of: "f")?.count == 100_000)
        try await second.close()
        #expect(scene.directory.names(in: "card/partial") == [] && scene.directory.names(in: "disk/partial") == [])
        #expect(try scene.verify().problems == [])
    }

    @Test func `files stay in the folders that were chosen before, and go from there when they are replaced`()
        async throws
    {
        let home = try await open(nil)
        try await fetch("home", home)
        try await home.close()
        let card = try await open("card")
        try await fetch("card", card)
        try await card.close()
        let disk = try await open("disk")
        try await fetch("disk", disk)
        for id in ["home", "card", "disk"] { #expect(try await disk.bytes(of: id)?.count == 10_000) }
        #expect(try await disk.audit().itemsChecked == 3)
        var options = RequestOptions()
        options.reason = .update
        let page = try scene.origin.page(["body": ["random": 20_000, "seed": 2]])
        var item = try scene.registration("card", page)
        item.version = "2"
        try await disk.amend(item)
        try await disk.request("card", options)
        await disk.untilIdle()
        #expect(try await disk.bytes(of: "card")?.count == 20_000)
        try await disk.remove("home", now: true)
        await disk.untilWaiting()
        try await disk.close()
        #expect(files(in: "card") == [] && scene.contents == [] && files(in: "disk").count == 2)
        let back = try await open("store")
        try await fetch("back", back)
        try await back.close()
        #expect(scene.contents.count == 1)
        #expect(try places().map(\.volume) == [1, 2, 0])
        #expect(try scene.verify().problems == [])
    }

    @Test func `a folder of another store is refused before anything is written to it or to the log`() async throws {
        let own = try await open("card")
        try await own.close()
        let count = try scene.all(.volumeAvailabilityChanged).count
        try scene.directory.write(Array("holdfast content 0123456789abcdef 1\n".utf8), to: "foreign/store.id")
        try scene.directory.write(Array("what is this".utf8), to: "odd/store.id")
        for folder in ["foreign", "odd"] {
            let refused = await #expect(throws: HoldfastError.self) { _ = try await open(folder) }
            #expect(refused?.code == .wrongVolume && refused?.message.contains(scene.directory.file(folder)) == true)
            #expect(scene.directory.names(in: folder) == ["store.id"])
        }
        #expect(try scene.all(.volumeAvailabilityChanged).count == count)
        let again = try await open(nil)
        try await fetch("a", again)
        try await again.close()
        #expect(files(in: "card").count == 1)
    }

    @Test func `a copy of the store is not the store`() async throws {
        let engine = try await open(nil)
        try await engine.close()
        try ChildProcess.run("cp", "-a", scene.storePath, scene.directory.file("copy"))
        let refused = await #expect(throws: HoldfastError.self) { _ = try await open("copy") }
        #expect(refused?.code == .wrongVolume)
    }

    @Test func `a folder is reached through a link, and when the link leads nowhere or elsewhere it is away`()
        async throws
    {
        try FileManager.default.createDirectory(
            atPath: scene.directory.file("real"), withIntermediateDirectories: false)
        try ChildProcess.run("ln", "-s", "real", scene.directory.file("link"))
        let first = try await open("link")
        try await fetch("a", first)
        #expect(try await first.contentPath(of: "a").hasPrefix(scene.directory.file("link/content")))
        try await first.close()
        #expect(files(in: "real").count == 1)
        try FileManager.default.createDirectory(
            atPath: scene.directory.file("other"), withIntermediateDirectories: false)
        for target in ["nowhere", "other"] {
            try ChildProcess.run("ln", "-sfn", target, scene.directory.file("link"))
            let engine = try await open("link")
            #expect(try await engine.affordance(of: "a").row == .storageAway)
            try await engine.close()
        }
        #expect(scene.directory.names(in: "other") == [])
        try ChildProcess.run("ln", "-sfn", "real", scene.directory.file("link"))
        let last = try await open("link")
        #expect(try await last.bytes(of: "a")?.count == 10_000)
        try await last.close()
    }

    // C32
    @Test func `long, odd and look-alike names each get a file of their own`() async throws {
        let engine = try await open("card")
        let names = [
            String(repeating: "n", count: 1_000) + ".pdf", "../../out.txt", "CON", "a\nb", "Map.txt", "map.txt",
            "é.txt",
            "e\u{301}.txt", "🗺️".appending(String(repeating: "\u{301}", count: 300)), ".hidden", "-rf",
        ]
        for (number, name) in names.enumerated() { try await fetch("item\(number)", named: name, engine) }
        var paths: Set<[UInt8]> = []
        for number in names.indices {
            #expect(try await engine.bytes(of: "item\(number)")?.count == 10_000)
            paths.insert(Array(try await engine.contentPath(of: "item\(number)").utf8))
        }
        #expect(paths.count == names.count)
        #expect(try await engine.audit().isSound)
        try await engine.close()
        #expect(files(in: "card").count == names.count)
        #expect(scene.directory.names(in: "") == ["card", "store"])
        #expect(try scene.verify().filesChecked == UInt64(names.count))
    }

    // C32
    @Test(arguments: [true, false])
    func `a link in place of a file or its folder is never followed by a removal, an eviction or a new download`(
        _ isFolder: Bool
    ) async throws {
        let engine = try await open("card")
        for id in ["removed", "evicted", "again"] { try await fetch(id, engine) }
        try scene.directory.write([1, 2, 3], to: "victim/precious")
        for id in ["removed", "evicted", "again"] {
            let path = try await engine.contentPath(of: id)
            let file = path as NSString
            let replaced = isFolder ? file.deletingLastPathComponent : path
            try ChildProcess.run(
                "cp", "-a", path, scene.directory.file("victim/\(file.lastPathComponent)"))
            try ChildProcess.run("rm", "-r", replaced)
            let target = isFolder ? "victim" : "victim/\(file.lastPathComponent)"
            try ChildProcess.run("ln", "-s", scene.directory.file(target), replaced)
        }
        let before = scene.directory.names(in: "victim")
        try await engine.remove("removed", now: true)
        try await engine.set("storage.eviction", to: "oldest")
        try await engine.pin("again")
        try await engine.set("storage.quotaBytes", to: "20kB")
        await engine.untilWaiting()
        _ = try await engine.audit(.content)
        var repair = RequestOptions()
        repair.reason = .repair
        try await engine.request("again", repair)
        await engine.untilWaiting()
        try await engine.close()
        #expect(scene.directory.names(in: "victim") == before)
        #expect(scene.directory.read("victim/precious") == [1, 2, 3])
        let failed = try scene.all(.deletionFailed).count
        #expect(isFolder ? failed > 0 : failed == 0)
    }
}
