import HoldfastLog
import HoldfastTestSupport
import Testing

@testable import Holdfast
@testable import HoldfastModel

/// C49: what a newer program wrote, or nobody, at position 7 of 20.
@Suite(.timeLimit(.minutes(10))) struct NewerRecordTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func makeStore(_ foreign: (StoreScribe) throws -> Void) throws {
        let scribe = try StoreScribe(at: directory.path)
        defer { scribe.close() }
        try scribe.add(.itemRegistered(ItemRegistered()), about: "item:a")
        while scribe.count < 20 {
            if scribe.count == 7 { try foreign(scribe) }
            try scribe.add(.downloadRequested(DownloadRequested()), about: "item:a")
        }
    }

    private func reading<Value>(_ body: (OfflineStore) throws -> Value) throws -> Value {
        let store = try OfflineStore.open(at: directory.path)
        defer { store.close() }
        return try body(store)
    }

    private func openEngine() async throws(HoldfastError) {
        var options = EngineOptions()
        options.mode = .commandsOnly
        try await OfflineEngine.open(at: directory.path, options: options).close()
    }

    /// A type of the future; a known type of a higher version.
    static let futures = [
        UnknownEvent(type: 250, schemaVersion: 1, payload: [0xa1, 0x01, 0x61, 0x78]),
        UnknownEvent(type: UInt64(EventType.downloadPaused.rawValue), schemaVersion: 2, payload: [0xa1, 0x01, 0x00]),
    ]

    @Test(arguments: futures)
    func `an event of the future stops the engine and nobody else`(_ future: UnknownEvent) async throws {
        try makeStore { try $0.add(.unknown(future), about: "item:a") }
        try reading { store in
            #expect(try store.verify().problems == [])
            var raw: [Record] = []
            try store.records { record in
                raw.append(record)
                return true
            }
            #expect(raw.count == 20 && raw[7].event == .unknown(future))
            #expect(raw.filter { $0.event.type == .downloadRequested }.count == 18)
            let stored = try store.record(at: 7)
            #expect(stored.record.encode() == stored.bytes, "written again it is the same")
            #expect(try store.read { $0.environment().unreadable } == 7)
            #expect(try store.read(at: .position(6)) { $0.environment().unreadable } == nil)
            #expect(try store.read(at: .position(6)) { try $0.item("a")?.intent } != nil)
        }
        for _ in 0..<2 {
            let failure = await #expect(throws: HoldfastError.self) { try await openEngine() }
            #expect(failure?.code == .newerStore)
            #expect(
                failure?.message.contains("record 7 ") == true && failure?.message.contains("newer version") == true)
        }
        #expect(try reading { try $0.recordCount() } == 20)
    }

    @Test func `a word of the future is kept, shown by its number, and acted on`() async throws {
        var requested = DownloadRequested()
        requested.reason = Open(rawValue: 200)
        try makeStore { try $0.add(.downloadRequested(requested), about: "item:a") }
        try reading { store in
            #expect(try store.verify().problems == [])
            let stored = try store.record(at: 7)
            #expect(stored.record.encode() == stored.bytes)
            #expect(stored.record.event.fields.first { $0.name == "reason" }?.value == .code("unknown(200)"))
        }
        try await openEngine()
    }

    @Test func `a field of the future is ignored by the fold and written out again`() async throws {
        var requested = DownloadRequested()
        requested.unknownFields.fields = [.init(key: 99, bytes: [0x82, 0x01, 0xf6])]
        try makeStore { scribe in
            try scribe.add(.downloadRequested(requested), about: "item:a") { record in
                record.unknownFields.fields = [.init(key: 40, bytes: [0x63, 0x6e, 0x65, 0x77])]
            }
        }
        try reading { store in
            #expect(try store.verify().problems == [])
            let stored = try store.record(at: 7)
            #expect(stored.record.encode() == stored.bytes)
            #expect(stored.record.event.fields.last?.name == "99")
        }
        try await openEngine()
    }

    @Test func `bytes that are no record are told with their position, and the state before them can be read`()
        async throws
    {
        try makeStore { scribe in
            let bytes: [UInt8] = [0xff, 0x00, 0x13, 0x37, 0xfe]
            try scribe.add(bytes: bytes, keys: RecordKeys(subject: .number(0), recordedAt: 0))
        }
        try reading { store in
            let found = try store.verify()
            #expect(found.firstBadPosition == 7 && found.problems.map(\.kind) == [.record], "\(found.problems)")
            #expect(try store.read(at: .position(6)) { try $0.item("a")?.intent } != nil)
            var seen: UInt64 = 0
            let failure = #expect(throws: HoldfastError.self) {
                try store.records { record in
                    seen = record.position
                    return true
                }
            }
            #expect(failure?.code == .damaged && seen == 6)
            #expect(failure?.message.contains("7") == true, "\(failure?.message ?? "")")
            #expect(throws: HoldfastError.self) { try store.record(at: 7) }
            #expect(try store.record(at: 8).record.position == 8)
        }
        for _ in 0..<2 {
            let failure = await #expect(throws: HoldfastError.self) { try await openEngine() }
            #expect(failure?.code == .damaged)
            #expect(failure?.message.contains("7") == true, "\(failure?.message ?? "")")
        }
    }

    @Test func `a record whose payload is not one is told with its position too`() async throws {
        try makeStore { scribe in
            // A downloadRequested without its fields.
            let bytes = Record(
                position: 7, subject: .number(0), recordedAt: scribe.time, actor: .app,
                event: .unknown(UnknownEvent(type: 64, schemaVersion: 1, payload: [0xa0]))
            ).encode()
            try scribe.add(bytes: bytes)
        }
        try reading { store in
            let found = try store.verify()
            #expect(found.firstBadPosition == 7 && found.problems.map(\.kind) == [.record], "\(found.problems)")
            let failure = #expect(throws: HoldfastError.self) { try store.read { $0.recordCount } }
            #expect(failure?.code == .damaged && failure?.message.contains("record 7 ") == true)
        }
        let failure = await #expect(throws: HoldfastError.self) { try await openEngine() }
        #expect(failure?.message.contains("record 7 ") == true, "\(failure?.message ?? "")")
    }
}
