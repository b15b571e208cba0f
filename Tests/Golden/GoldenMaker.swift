import Foundation
import HoldfastTestSupport

@testable import Holdfast
@testable import HoldfastLog
@testable import HoldfastModel

/// Writes the golden stores that are missing.
enum GoldenMaker {
    static let all: [(name: String, make: @Sendable (String) async throws -> Void)] = [
        ("every-event", everyEvent), ("killed", killed), ("erased", erased), ("unknown", unknown),
    ]

    static func makeMissing() async throws {
        for (name, make) in all {
            let golden = GoldenStore(name: name)
            if !FileManager.default.fileExists(atPath: golden.folder.path()) {
                let place = try TemporaryDirectory()
                try await make(place.file("store"))
                let store = try OfflineStore.open(at: place.file("store"))
                let (log, state) = (try GoldenStore.logText(store), try GoldenStore.stateText(store))
                store.close()
                try FileManager.default.createDirectory(at: golden.folder, withIntermediateDirectories: true)
                try write(log, golden, "log.jsonl")
                try write(state, golden, "state.jsonl")
                let compact = golden.folder.appending(path: "log.mdb").path()
                try ChildProcess.run("mdb_copy", "-n", "-c", place.file("store/log.mdb"), compact)
            }
            let known = (try? golden.text("expected.txt")) ?? ""
            let lines = Set(known.split(separator: "\n"))
            let copy = try golden.copy()
            let now = try GoldenStore.expectation(copy.path)
            let added = now.split(separator: "\n").filter { !lines.contains($0) && !isContradiction($0, lines) }
            if !added.isEmpty { try write(known + added.joined(separator: "\n") + "\n", golden, "expected.txt") }
        }
    }

    /// A line about a table, count or root that is told already; the test says what differs.
    private static func isContradiction(_ line: Substring, _ known: Set<Substring>) -> Bool {
        let words = line.split(separator: " ")
        let subject = words.prefix(words[0] == "table" ? 2 : 1)
        return known.contains { $0.split(separator: " ").starts(with: subject) }
    }

    private static func write(_ text: String, _ golden: GoldenStore, _ file: String) throws {
        try text.write(to: golden.folder.appending(path: file), atomically: true, encoding: .utf8)
    }

    /// Every type of event twice, about an item that is known, with its optional fields and without.
    @Sendable private static func everyEvent(_ path: String) async throws {
        let scribe = try StoreScribe(at: path)
        defer { scribe.close() }
        var part = PrivatePart()
        (part.sources, part.title) = (["https://example.org/map.bin"], "Map")
        (part.suggestedName, part.path, part.volumePath) = ("map.bin", "content/00/1-2-map.bin", "/media/card")
        var created = StoreCreated()
        created.storeID = TextForm.hex([UInt8](0xa0...0xaf))
        created.engineVersion = "1.0"
        try scribe.add(.storeCreated(created), about: "session")
        for isFull in [false, true] {
            for type in EventType.allCases {
                let number = scribe.count
                let event = try EveryEvent.event(type, number: number, isFull: isFull)
                let actor: Record.Actor = isFull ? .init(.policy, rule: "keep \(number)") : .user
                let command = isFull ? Record.CommandGroup(id: "command-\(number)", count: 1) : nil
                let hasPart = [.itemRegistered, .itemAmended, .contentPublished].contains(type)
                try scribe.add(
                    event, about: subject(of: type, isFull: isFull), by: actor, command: command,
                    privatePart: hasPart ? part : nil, salt: UInt8(truncatingIfNeeded: number)
                ) { record in
                    guard isFull else { return }
                    record.cause = number - 1
                    record.occurredAt = record.recordedAt - 60_000_000
                    record.wallClock = record.recordedAt - 1_000
                }
            }
        }
        // Past a second block of 64, with a change to an item whose rows are in the tables already.
        try scribe.flush()
        while scribe.count < 140 {
            let type: EventType = scribe.count % 2 == 0 ? .downloadRequested : .downloadCancelled
            let event = try EveryEvent.event(type, number: scribe.count, isFull: true)
            try scribe.add(event, about: "item:map", by: .tool)
        }
        try scribe.flush()
    }

    private static func subject(of type: EventType, isFull: Bool) -> String {
        switch type.rawValue {
        case ..<16: "session"
        case ..<32: "device"
        case ..<48: "settings"
        case EventType.groupDefined.rawValue, EventType.groupMembersChanged.rawValue: "group:maps"
        default: isFull ? "item:Karte 日本" : "item:map"
        }
    }

    /// What lies on the disk when an engine is killed after a download: a tail that no table covers, and no end of the session.
    @Sendable private static func killed(_ path: String) async throws {
        let page = try Origin.shared.get().page(["body": ["random": 20_000, "seed": 7], "etag": "\"g\""])
        var options = EngineOptions()
        options.monitor = ManualMonitor(LinkFacts(link: .internet, source: .manual))
        let engine = try await OfflineEngine.open(at: path + "-alive", options: options)
        try await engine.set("storage.keepFreeBytes", to: "1MB")
        for id in ["first", "second"] {
            var item = Registration(id: id, sources: [page.url])
            item.title = "The \(id) one"
            try await engine.register(item)
            try await engine.request(id)
        }
        await engine.untilIdle()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: path + "-alive/log.mdb", toPath: path + "/log.mdb")
        try await engine.close()
    }

    /// Private rows taken out, as an erasure does; the records keep their digests.
    @Sendable private static func erased(_ path: String) async throws {
        let scribe = try StoreScribe(at: path)
        for number in 0..<5 as Range<UInt8> {
            var part = PrivatePart()
            part.sources = ["https://example.org/\(number)"]
            part.title = "Title \(number)"
            try scribe.add(
                .itemRegistered(ItemRegistered()), about: "item:\(number)", privatePart: part, salt: number)
        }
        try scribe.flush()
        scribe.close()
        for position in [1, 3] as [UInt64] { try RawRows.put(path, "private", [UInt8](number: position), nil) }
    }

    /// What a newer program may write into format 1: a type, a version, a word and fields that nobody here knows.
    @Sendable private static func unknown(_ path: String) async throws {
        let scribe = try StoreScribe(at: path)
        defer { scribe.close() }
        try scribe.add(.itemRegistered(ItemRegistered()), about: "item:a")
        var requested = DownloadRequested()
        requested.reason = Open(rawValue: 200)
        requested.unknownFields.fields = [.init(key: 99, bytes: [0x82, 0x01, 0xf6])]
        try scribe.add(.downloadRequested(requested), about: "item:a") { record in
            record.unknownFields.fields = [.init(key: 40, bytes: [0x63, 0x6e, 0x65, 0x77])]
        }
        let futures = [
            UnknownEvent(type: 250, schemaVersion: 1, payload: [0xa1, 0x01, 0x61, 0x78]),
            UnknownEvent(type: 70_000, schemaVersion: 4, payload: [0xf6]),
            UnknownEvent(
                type: UInt64(EventType.downloadPaused.rawValue), schemaVersion: 2, payload: [0xa1, 0x01, 0x00]),
        ]
        for future in futures { try scribe.add(.unknown(future), about: "item:a") }
        try scribe.flush()
        try scribe.add(.downloadCancelled(DownloadCancelled()), about: "item:a", by: .user)
    }
}
