import Foundation
import HoldfastTestSupport
import Testing

@testable import Holdfast

/// A store in a folder of its own and the engine on it, with a network that the test drives and a real origin.
final class EngineScene: Sendable {
    let directory: TemporaryDirectory
    let origin: Origin

    init() throws {
        directory = try TemporaryDirectory()
        origin = try Origin.shared.get()
    }

    var storePath: String { directory.file("store") }

    /// An engine whose links are up unless said otherwise.
    func open(
        link: LinkLevel = .internet, _ change: (inout EngineOptions) -> Void = { _ in }
    ) async throws -> OfflineEngine {
        try await open(monitor: ManualMonitor(LinkFacts(link: link, source: .manual)), change)
    }

    func open(
        monitor: ManualMonitor, _ change: (inout EngineOptions) -> Void = { _ in }
    ) async throws -> OfflineEngine {
        var options = EngineOptions()
        options.monitor = monitor
        options.power = ManualPowerMonitor()
        change(&options)
        let engine = try await OfflineEngine.open(at: storePath, options: options)
        if options.mode == .acting { try await engine.set("storage.keepFreeBytes", to: "1MB") }
        return engine
    }

    /// An item for a page, with the digest that the page serves now unless it is to be unknown.
    func registration(_ id: String, _ page: OriginPage, digest: Bool = true, far: Bool = false) throws -> Registration {
        var item = Registration(id: id, sources: [far ? page.farURL : page.url])
        item.title = "Title of \(id)"
        if digest { item.expectedDigest = Digest(try page.digest()) }
        return item
    }

    func relay() throws -> RelayTransport { try RelayTransport(origin) }

    /// Names of the events about a subject, in order.
    func events(of subject: String) throws -> [EventType] {
        let store = try OfflineStore.open(at: storePath)
        defer { store.close() }
        return try store.positions(ofSubject: subject).compactMap { try store.record(at: $0).record.event.type }
    }

    func records(of subject: String) throws -> [Record] {
        let store = try OfflineStore.open(at: storePath)
        defer { store.close() }
        return try store.positions(ofSubject: subject).map { try store.record(at: $0).record }
    }

    func verify() throws -> StoreVerification {
        let store = try OfflineStore.open(at: storePath)
        defer { store.close() }
        return try store.verify(content: true)
    }

    func item(_ id: String) throws -> Item? {
        let store = try OfflineStore.open(at: storePath)
        defer { store.close() }
        return try store.read { try $0.item(id) }
    }

    /// All records of the type, with their private parts, in order.
    func all(_ type: EventType) throws -> [(record: Record, path: String?)] {
        let store = try OfflineStore.open(at: storePath)
        defer { store.close() }
        return try store.records(of: type).map { ($0.record, $0.privatePart?.path) }
    }

    /// Names in the folder of partial files.
    var partials: [String] { directory.names(in: "store/partial") }

    /// Paths of all files below `content/`.
    var contents: [String] {
        directory.names(in: "store/content").flatMap { folder in
            directory.names(in: "store/content/\(folder)").map { "\(folder)/\($0)" }
        }
    }
}

extension OfflineStore {
    /// All records of the type, in order.
    func records(of type: EventType) throws -> [StoredRecord] {
        try (0..<recordCount()).map { try record(at: $0) }.filter { $0.record.event.type == type }
    }
}

extension OfflineEngine {
    func item(_ id: String) async throws -> Item? { try await read { try $0.item(id) } }

    func blockers(of id: String) async throws -> [BlockerCode] {
        try await read { try $0.report(on: id)?.blockers.map(\.code) ?? [] }
    }

    func bytes(of id: String) async throws -> Data? {
        FileManager.default.contents(atPath: try await contentPath(of: id))
    }

    /// Waits until the `count`-th record of the type about the item is durable.
    @discardableResult
    func wait(for type: EventType, of id: String, count: Int = 1) async throws -> Record {
        var number: UInt64?
        var seen = 0
        for try await record in records() {
            if record.subject == .first("item:\(id)") || record.subject == .first(id) { number = record.position }
            let isSame = number == record.position || number.map { record.subject == .number($0) } ?? false
            if isSame, record.event.type == type { seen += 1 }
            if seen == count { return record }
        }
        throw ChildFailure(reason: "the engine closed before \(type) of \(id) came")
    }

    /// Waits until the `count`-th record of the type, about whatever, is durable.
    @discardableResult
    func wait(forAny type: EventType, count: Int = 1) async throws -> Record {
        var seen = 0
        for try await record in records() where record.event.type == type {
            seen += 1
            if seen == count { return record }
        }
        throw ChildFailure(reason: "the engine closed before \(type) came")
    }

    /// Returns when a turn has been taken after everything so far, and its timer is armed.
    func untilArmed() async {
        let turn = turnCount
        scheduleTurn()
        while turnCount == turn || isTurnScheduled { await Task.yield() }
    }

    /// The same, with nothing running: what is left waits for a time, or for a change.
    func untilWaiting() async {
        repeat { await untilArmed() } while !attempts.isEmpty || !removals.isEmpty
    }

    /// Downloads one item to its end.
    func fetch(_ item: Registration) async throws {
        try await register(item)
        try await request(item.id)
        await untilIdle()
    }

    /// Waits until the state of the device says what the test has set.
    func waitForLink(_ link: Link) async throws {
        for try await record in records() {
            if case .connectivityChanged(let changed) = record.event, changed.link == .known(link) { return }
        }
    }
}

/// A value set once and read anywhere, for closures that need what is made after them.
final class Later<Value: Sendable>: Sendable {
    private let box = NSLock()
    nonisolated(unsafe) private var stored: Value?

    // Every access holds the lock.
    var value: Value? {
        get { box.withLock { stored } }
        set { box.withLock { stored = newValue } }
    }
}
